#include "model/report_json.hpp"

#include "l21/fit.hpp"
#include "l21/model_file.hpp"
#include "l21/option_table.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

using Json = nlohmann::ordered_json;

FitReport again(const FitReport& report) {
  return report_from_json(json_of(report));
}

// As a file has it that was written before certificates had a kind.
FitReport from_earlier_file(const FitReport& report) {
  Json json = json_of(report);
  for (const char* later : {"certificate_kind", "certificate_chance", "certificate_reason", "certificate_interrupted",
                            "certificate_within_landmarks"})
    EXPECT_EQ(json.erase(later), 1U);
  return report_from_json(json);
}

std::vector<Certificate> all_certificates() {
  std::vector<Certificate> all;
  for (int reason = 0; reason <= static_cast<int>(CertificateReason::nothing_proven); ++reason)
    all.push_back({.reason = static_cast<CertificateReason>(reason)});
  all.push_back({.reason = CertificateReason::nothing_proven, .interrupted = true});
  for (const double gap : {0.0, 3e-7, 0.00345678901234567, 0.7})
    for (const CertificateKind kind : {CertificateKind::proven, CertificateKind::probable})
      for (const bool interrupted : {false, true})
        for (const bool within_landmarks : {false, true})
          all.push_back({.upper_bound = 5 + gap,
                         .gap = gap,
                         .kind = kind,
                         .chance = kind == CertificateKind::probable ? 1e-10 : 0,
                         .interrupted = interrupted,
                         .within_landmarks = within_landmarks});
  return all;
}

TEST(ReportJson, KeepsEveryCertificateAndTheBoundOfEarlierFiles) {
  for (const Method method : {Method::l21, Method::l1})
    for (const Certificate& certificate : all_certificates()) {
      FitReport report;
      report.method = method, report.certificate = certificate;
      const std::string words = in_words(certificate, method).text();
      EXPECT_EQ(again(report).certificate, certificate) << words;
      const Certificate earlier = from_earlier_file(report).certificate;
      EXPECT_EQ(earlier.gap, certificate.gap) << words;
      EXPECT_EQ(earlier.upper_bound, certificate.upper_bound) << words;
      EXPECT_EQ(earlier.kind, certificate.gap ? CertificateKind::probable : CertificateKind::none) << words;
    }
}

TEST(ReportJson, SaysWhatStandsBehindABound) {
  FitReport report;
  EXPECT_EQ(json_of(report)["certificate_kind"], "none");
  EXPECT_TRUE(json_of(report)["certificate_chance"].is_null());
  EXPECT_TRUE(json_of(report)["certified"].is_null());
  report.certificate = {.upper_bound = 5, .gap = 0, .kind = CertificateKind::proven};
  EXPECT_EQ(json_of(report)["certificate_kind"], "proven");
  EXPECT_EQ(json_of(report)["certificate_chance"], 0);
  EXPECT_EQ(json_of(report)["certified"], true);
  report.certificate.kind = CertificateKind::probable, report.certificate.chance = 1e-10;
  EXPECT_EQ(json_of(report)["certificate_kind"], "probable");
  EXPECT_EQ(json_of(report)["certificate_chance"], 1e-10);
}

TEST(ReportJson, ClaimsNoMoreThanIsSureOfWordsItDoesNotKnow) {
  FitReport report;
  report.certificate = {.upper_bound = 5, .gap = 0, .kind = CertificateKind::proven};
  Json json = json_of(report);
  json["certificate"] = "as good as can be";
  EXPECT_EQ(report_from_json(json).certificate.kind, CertificateKind::proven);
  json.erase("certificate_kind");
  EXPECT_EQ(report_from_json(json).certificate.kind, CertificateKind::probable);
  json["gap"] = nullptr;
  EXPECT_EQ(report_from_json(json).certificate, Certificate{});
}

TEST(ReportJson, KeepsEverySolverMethodAndPrecision) {
  for (const Solver solver : {Solver::plain, Solver::accelerated})
    for (const Engine engine : {Engine::linear, Engine::gram, Engine::growing, Engine::modes}) {
      FitReport report;
      report.solver_used = {solver, engine};
      report.method = Method::truncated_power, report.solver_requested = Solver::accelerated;
      report.precision_requested = Precision::float64, report.precision_used = Precision::float32;
      const FitReport read = again(report);
      EXPECT_EQ(read.solver_used, report.solver_used);
      EXPECT_EQ(read.method, report.method);
      EXPECT_EQ(read.solver_requested, report.solver_requested);
      EXPECT_EQ(read.precision_requested, report.precision_requested);
      EXPECT_EQ(read.precision_used, report.precision_used);
    }
}

TEST(ReportJson, WritesSentencesForTheReaderAndKeepsWhatTheyReferTo) {
  const RowMatrix<double> X = random_rows(30, 5, 1);
  FitOptions options;
  options.max_iterations = 1, options.tolerance = 1e-12, options.init = Init::random, options.solver = Solver::plain;
  FitReport report = fit(rows_of(X), options).report;
  ASSERT_EQ(report.status, Status::iteration_limit);
  report.warnings.push_back({"use ", robust_preset_name()});
  const Json flags = json_of(report), python = json_of(report, Vocabulary::python);
  EXPECT_NE(flags["message"].get<std::string>().find("raise --max-iter or --tol"), std::string::npos);
  EXPECT_NE(python["message"].get<std::string>().find("raise max_iter or tol"), std::string::npos);
  EXPECT_EQ(flags["warnings"][0], "use --preset robust");
  EXPECT_EQ(again(report).message, report.message);
  EXPECT_EQ(again(report).warnings, report.warnings);
  EXPECT_EQ(json_of(again(report)), flags);
  EXPECT_EQ(json_of(again(report), Vocabulary::python), python);
  EXPECT_EQ(to_json(report, 2, Vocabulary::python), python.dump(2));
}

TEST(ReportJson, OfAModelInBytesSpeaksPythonToo) {
  const RowMatrix<double> X = random_rows(30, 5, 2);
  FitOptions options;
  options.max_iterations = 1, options.tolerance = 1e-12, options.init = Init::random, options.solver = Solver::plain;
  const Model model = fit(rows_of(X), options), loaded = model_from_bytes(model_to_bytes(model));
  EXPECT_EQ(to_json(loaded.report, 2, Vocabulary::python), to_json(model.report, 2, Vocabulary::python));
}

TEST(ReportJson, ThatHoldsNothingIsReadAsTheDefaults) {
  const FitReport read = report_from_json(Json::object());
  EXPECT_EQ(read.certificate, Certificate{});
  EXPECT_EQ(read.precision_used, Precision::float64);
  EXPECT_TRUE(read.message.empty());
  EXPECT_EQ(report_from_json(Json{{"message", nullptr}, {"method", nullptr}}).method, Method::l21);
  for (const Json& nonsense : {Json(3), Json{{"method", 3}}, Json{{"certificate_kind", true}}})
    EXPECT_THROW((void)report_from_json(nonsense), Json::exception) << nonsense;
}

}  // namespace
}  // namespace l21::internal::test
