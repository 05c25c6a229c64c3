#include "model/report_json.hpp"

#include <cmath>
#include <limits>
#include <string_view>

#include "l21/error.hpp"
#include "l21/model_file.hpp"
#include "l21/option_table.hpp"

namespace l21::internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kChanceOfEarlierFiles = 1e-10;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

// Which of the enumerators from the first to `last` has this word.
template <class E>
std::optional<E> enumerator(std::string_view word, E last) {
  for (int k = 0; k <= static_cast<int>(last); ++k)
    if (const auto candidate = static_cast<E>(k); word == to_string(candidate)) return candidate;
  return std::nullopt;
}

// Writes one field after the other.
class Writer {
 public:
  explicit Writer(Vocabulary vocabulary) : vocabulary_(vocabulary) {}
  void field(const char* name, const double& value) { json[name] = number(value); }
  void field(const char* name, const std::optional<double>& value) {
    json[name] = value ? number(*value) : Json(nullptr);
  }
  void field(const char* name, const std::optional<Index>& value) { json[name] = value ? Json(*value) : Json(nullptr); }
  void field(const char* name, const Method& value) { json[name] = to_string(value); }
  void field(const char* name, const Solver& value) { json[name] = to_string(value); }
  void field(const char* name, const Precision& value) { json[name] = to_string(value); }
  void field(const char* name, const Status& value) { json[name] = to_string(value); }
  void field(const char* name, const SolverUsed& value) { json[name] = to_string(value); }
  void field(const char* name, const Message& value) { json[name] = value.text(vocabulary_); }
  void field(const char* name, const std::vector<Message>& messages) {
    Json& array = json[name] = Json::array();
    for (const Message& message : messages) array.push_back(message.text(vocabulary_));
  }
  void certificate(const Certificate& value, Method method) {
    const std::optional<bool> certified = value.certified();
    field("upper_bound", value.upper_bound);
    field("gap", value.gap);
    json["certified"] = certified ? Json(*certified) : Json(nullptr);
    field("certificate", in_words(value, method));
    json["certificate_kind"] = to_string(value.kind);
    json["certificate_chance"] = value.kind == CertificateKind::none ? Json(nullptr) : number(value.chance);
    json["certificate_reason"] = value.kind == CertificateKind::none ? Json(to_string(value.reason)) : Json(nullptr);
    field("certificate_interrupted", value.interrupted);
    field("certificate_within_landmarks", value.within_landmarks);
  }
  void field(const char*, const std::optional<RobustReport>& value) {
    json["robust_start"] = value ? Json(to_string(value->start)) : Json(nullptr);
    json["robust_kept"] = value ? number(value->kept) : Json(nullptr);
    json["robust_tail"] = value ? number(value->tail) : Json(nullptr);
    json["robust_cutoff"] = value ? number(value->cutoff) : Json(nullptr);
    json["robust_far"] = value ? number(value->far) : Json(nullptr);
    json["robust_sample_rows"] = value ? Json(value->sample_rows) : Json(nullptr);
    Json& duels = json["robust_duels"] = Json::array();
    json["robust_other"] = nullptr;
    if (!value) return;
    if (value->other)
      json["robust_other"] = {{"share", number(value->other->share)}, {"angle", number(value->other->angle)}};
    for (const RobustDuel& duel : value->duels)
      duels.push_back(
          {{"challenger", to_string(duel.challenger)}, {"score", number(duel.score)}, {"margin", number(duel.margin)}});
  }
  void field(const char* name, const std::optional<CellReport>& value) {
    json[name] = nullptr;
    if (value)
      json[name] = {{"words", in_words(*value)},
                    {"verdict", to_string(value->verdict)},
                    {"damaged", value->damaged},
                    {"rows", value->rows}};
  }
  void field(const char* name, const std::optional<ComponentChoice>& value) {
    json[name] = nullptr;
    if (!value) return;
    Json& choice = json[name] = {
        {"words", in_words(*value)},   {"components", value->components},     {"most", value->most},
        {"value", value->curve.value}, {"threshold", value->curve.threshold}, {"found", value->curve.found},
        {"kept", value->kept},         {"sample_rows", value->sample_rows},   {"trials", Json::array()}};
    for (const auto& [components, found] : value->trials)
      choice["trials"].push_back({{"components", components}, {"found", found}});
  }
  void field(const char* name, const std::optional<GuardReport>& value) {
    json["robust_angle"] = value ? number(value->angle) : Json(nullptr);
    json["influential_rows"] = value ? Json(value->influential_rows) : Json::array();
    json["influential_count"] = value ? Json(value->influential_count) : Json(nullptr);
    json["guard_sample_rows"] = value ? Json(value->sample_rows) : Json(nullptr);
    json[name] = value && value->alarm() ? Json(in_words(*value).text(vocabulary_)) : Json(nullptr);
  }
  void field(const char* name, const std::vector<TraceEntry>& trace) {
    Json& array = json[name] = Json::array();
    for (const auto& entry : trace)
      array.push_back({{"round", entry.round},
                       {"iteration", entry.iteration},
                       {"objective", number(entry.objective)},
                       {"residual", number(entry.residual)},
                       {"seconds", number(entry.seconds)},
                       {"reads", number(entry.reads)}});
  }
  template <class Value>
  void field(const char* name, const Value& value) {
    json[name] = value;
  }
  Json json = Json::object();

 private:
  Vocabulary vocabulary_;
};

// Reads the same fields; null or absent leaves NaN, nothing or the default.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}
  void field(const char* name, double& value) { value = number_at(json_, name); }
  void field(const char* name, std::optional<double>& value) {
    if (json_.contains(name) && json_[name].is_number()) value = json_[name].get<double>();
  }
  void field(const char* name, std::optional<Index>& value) {
    if (json_.contains(name) && json_[name].is_number_integer()) value = json_[name].get<Index>();
  }
  void field(const char* name, Method& value) { option(name, "method", &FitOptions::method, value); }
  void field(const char* name, Solver& value) { option(name, "solver", &FitOptions::solver, value); }
  void field(const char* name, Precision& value) { option(name, "precision", &FitOptions::precision, value); }
  void field(const char* name, Status& value) { value = enumerator(word(name), Status::interrupted).value_or(value); }
  void field(const char* name, SolverUsed& value) {
    for (const Solver solver : {Solver::plain, Solver::accelerated})
      for (const Engine engine : {Engine::linear, Engine::gram, Engine::growing, Engine::modes})
        if (const SolverUsed used{solver, engine}; word(name) == to_string(used)) value = used;
  }
  void field(const char* name, Message& value) { value = Message::from_flags(word(name)); }
  void field(const char* name, std::vector<Message>& messages) {
    if (!json_.contains(name)) return;
    for (const Json& text : json_[name]) messages.push_back(Message::from_flags(text.get<std::string>()));
  }
  // A bound of an earlier file, which does not say what stands behind it, counts as probable.
  void certificate(Certificate& value, Method) {
    field("upper_bound", value.upper_bound);
    field("gap", value.gap);
    if (!value.gap) value.upper_bound.reset();
    value.kind = value.gap ? CertificateKind::probable : CertificateKind::none;
    value.chance = value.gap ? kChanceOfEarlierFiles : 0;
    value.kind = enumerator(word("certificate_kind"), CertificateKind::proven).value_or(value.kind);
    if (value.kind == CertificateKind::proven) value.chance = 0;
    if (json_.contains("certificate_chance") && json_["certificate_chance"].is_number())
      field("certificate_chance", value.chance);
    value.reason = enumerator(word("certificate_reason"), CertificateReason::missing_cells).value_or(value.reason);
    field("certificate_interrupted", value.interrupted);
    field("certificate_within_landmarks", value.within_landmarks);
  }
  void field(const char*, std::optional<RobustReport>& value) {
    const std::optional<RobustStart> start = enumerator(word("robust_start"), RobustStart::rest);
    if (!start) return;
    value.emplace();
    value->start = *start;
    field("robust_kept", value->kept);
    field("robust_tail", value->tail);
    field("robust_cutoff", value->cutoff);
    field("robust_far", value->far);
    field("robust_sample_rows", value->sample_rows);
    if (json_.contains("robust_other") && json_["robust_other"].is_object())
      value->other = {number_at(json_["robust_other"], "share"), number_at(json_["robust_other"], "angle")};
    if (!json_.contains("robust_duels")) return;
    for (const Json& duel : json_["robust_duels"])
      if (const auto who = enumerator(duel.value("challenger", ""), RobustStart::rest))
        value->duels.push_back({*who, number_at(duel, "score"), number_at(duel, "margin")});
  }
  void field(const char* name, std::optional<CellReport>& value) {
    if (!json_.contains(name) || !json_[name].is_object()) return;
    const Json& cells = json_[name];
    const auto verdict = enumerator(cells.value("verdict", ""), CellVerdict::too_many);
    if (verdict) value = CellReport{*verdict, cells.value("damaged", Index{0}), cells.value("rows", Index{0})};
  }
  void field(const char* name, std::optional<ComponentChoice>& value) {
    if (!json_.contains(name) || !json_[name].is_object()) return;
    const Json& choice = json_[name];
    value.emplace();
    value->components = choice.value("components", 1);
    value->most = choice.value("most", 1);
    value->curve = {choice.value("value", std::vector<double>()), choice.value("threshold", std::vector<double>()),
                    choice.value("found", Index{0})};
    value->kept = choice.value("kept", 1.0);
    value->sample_rows = choice.value("sample_rows", Index{0});
    if (!choice.contains("trials")) return;
    for (const Json& trial : choice["trials"])
      value->trials.push_back({trial.value("components", 0), trial.value("found", 0)});
  }
  void field(const char*, std::optional<GuardReport>& value) {
    if (!json_.contains("robust_angle") || !json_["robust_angle"].is_number()) return;
    value.emplace();
    field("robust_angle", value->angle);
    field("influential_rows", value->influential_rows);
    field("influential_count", value->influential_count);
    field("guard_sample_rows", value->sample_rows);
  }
  void field(const char* name, std::vector<TraceEntry>& trace) {
    if (!json_.contains(name)) return;
    for (const Json& entry : json_[name])
      trace.push_back({entry.value("round", 1), entry.value("iteration", 0), number_at(entry, "objective"),
                       number_at(entry, "residual"), number_at(entry, "seconds"), entry.value("reads", 0.0)});
  }
  template <class Value>
  void field(const char* name, Value& value) {
    if (json_.contains(name) && !json_[name].is_null()) value = json_[name].get<Value>();
  }

 private:
  static double number_at(const Json& json, const char* name) {
    return json.contains(name) && json[name].is_number() ? json[name].get<double>()
                                                         : std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] std::string word(const char* name) const {
    return json_.contains(name) && !json_[name].is_null() ? json_[name].get<std::string>() : "";
  }
  // A choice as the option spells it.
  template <class Value>
  void option(const char* name, const char* spelled_as, Value FitOptions::*choice, Value& value) const {
    FitOptions options;
    options.*choice = value;
    try {
      option_spec(spelled_as).set(options, word(name));
    } catch (const InvalidArgument&) {
      return;
    }
    value = options.*choice;
  }
  const Json& json_;
};

// The one list of fields, for both directions.
template <class Visitor, class Report>
void visit(Visitor& v, Report& r) {
  v.field("method", r.method);
  v.field("n_samples", r.n_samples);
  v.field("n_features", r.n_features);
  v.field("n_components", r.n_components);
  v.field("rank", r.rank);
  v.field("objective", r.objective);
  v.field("objective_start", r.objective_start);
  v.field("reconstruction_error", r.reconstruction_error);
  v.field("kkt_residual", r.kkt_residual);
  v.field("oracle_gap", r.oracle_gap);
  v.field("l21_ratio", r.l21_ratio);
  v.field("total_norm", r.total_norm);
  v.field("total_variance", r.total_variance);
  v.field("iterations", r.iterations);
  v.field("reads", r.reads);
  v.field("passes", r.passes);
  v.field("reads_start", r.reads_start);
  v.field("passes_start", r.passes_start);
  v.field("reads_center", r.reads_center);
  v.field("escapes", r.escapes);
  v.field("zero_rows", r.zero_rows);
  v.field("missing_cells", r.missing_cells);
  v.field("cells", r.cells);
  v.field("converged", r.converged);
  v.field("status", r.status);
  v.field("message", r.message);
  v.field("warnings", r.warnings);
  v.field("seconds", r.seconds);
  v.field("solver_requested", r.solver_requested);
  v.field("solver_used", r.solver_used);
  v.field("precision_requested", r.precision_requested);
  v.field("precision_used", r.precision_used);
  v.field("threads_requested", r.threads_requested);
  v.field("threads_used", r.threads_used);
  v.field("scale_exponent", r.scale_exponent);
  v.field("kernel_rank", r.kernel_rank);
  v.field("kernel_clipped", r.kernel_clipped);
  v.field("kernel_outside", r.kernel_outside);
  v.field("kernel_memory", r.kernel_memory);
  v.certificate(r.certificate, r.method);
  v.field("reads_certificate", r.reads_certificate);
  v.field("robust", r.robust);
  v.field("component_choice", r.choice);
  v.field("guard", r.guard);
  v.field("trace", r.trace);
}

}  // namespace

Json json_of(const FitReport& report, Vocabulary vocabulary) {
  Writer writer(vocabulary);
  visit(writer, report);
  return std::move(writer.json);
}

FitReport report_from_json(const Json& json) {
  if (!json.is_object()) throw Json::type_error::create(302, "the report must be an object", &json);
  FitReport report;
  Reader reader(json);
  visit(reader, report);
  return report;
}

Json json_of(const FitOptions& options) {
  Json json = Json::object();
  for (const auto& spec : option_table()) {
    const std::string text = spec.get(options);
    json[std::string(spec.name)] = Json::accept(text) ? Json::parse(text) : Json(text);
  }
  return json;
}

FitOptions options_from_json(const Json& json) {
  FitOptions options;
  for (const auto& spec : option_table()) {
    const auto found = json.find(std::string(spec.name));
    if (found == json.end()) continue;
    try {
      spec.set(options, found->is_string() ? found->get<std::string>() : found->dump());
    } catch (const InvalidArgument&) {
      continue;
    }
  }
  return options;
}

}  // namespace l21::internal

namespace l21 {

std::string to_json(const FitReport& report, int indent, Vocabulary vocabulary) {
  return internal::json_of(report, vocabulary).dump(indent);
}

}  // namespace l21
