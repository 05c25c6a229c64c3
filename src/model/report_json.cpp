#include "model/report_json.hpp"

#include <cmath>
#include <limits>

#include "l21/error.hpp"
#include "l21/model_file.hpp"
#include "l21/option_table.hpp"

namespace l21::internal {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

// Writes one field after the other.
class Writer {
 public:
  void field(const char* name, const double& value) { json[name] = number(value); }
  void field(const char* name, const std::optional<double>& value) {
    json[name] = value ? number(*value) : Json(nullptr);
  }
  void field(const char* name, const std::optional<bool>& value) { json[name] = value ? Json(*value) : Json(nullptr); }
  void field(const char* name, const std::optional<Index>& value) { json[name] = value ? Json(*value) : Json(nullptr); }
  void field(const char* name, const Status& value) { json[name] = to_string(value); }
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
};

// Reads the same fields; null or absent leaves NaN, nothing or the default.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}
  void field(const char* name, double& value) { value = number_at(json_, name); }
  void field(const char* name, std::optional<double>& value) {
    if (json_.contains(name) && json_[name].is_number()) value = json_[name].get<double>();
  }
  void field(const char* name, std::optional<bool>& value) {
    if (json_.contains(name) && json_[name].is_boolean()) value = json_[name].get<bool>();
  }
  void field(const char* name, std::optional<Index>& value) {
    if (json_.contains(name) && json_[name].is_number_integer()) value = json_[name].get<Index>();
  }
  void field(const char* name, Status& value) {
    for (const auto status : {Status::converged, Status::iteration_limit, Status::precision_limit, Status::interrupted})
      if (json_.value(name, "") == to_string(status)) value = status;
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
  v.field("upper_bound", r.upper_bound);
  v.field("gap", r.gap);
  v.field("certified", r.certified);
  v.field("certificate", r.certificate);
  v.field("reads_certificate", r.reads_certificate);
  v.field("trace", r.trace);
}

}  // namespace

Json json_of(const FitReport& report) {
  Writer writer;
  visit(writer, report);
  return std::move(writer.json);
}

FitReport report_from_json(const Json& json) {
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

std::string to_json(const FitReport& report, int indent) {
  return internal::json_of(report).dump(indent);
}

}  // namespace l21
