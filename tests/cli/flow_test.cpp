// What a person does: fit, look, apply to new rows, find what does not belong.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using Flow = Workspace;

double mean_distance(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double square = 0;
    for (std::size_t j = 0; j < a[i].size(); ++j) square += std::pow(a[i][j] - b[i][j], 2);
    sum += std::sqrt(square);
  }
  return sum / static_cast<double>(a.size());
}

TEST_F(Flow, FitWritesAModelAndAShortSummary) {
  write("data.csv", plane_csv());
  const auto summary = succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz"});
  EXPECT_TRUE(exists("model.npz"));
  for (const std::string part : {"l21", "30 rows x 5 columns", "objective", "converged: ", "residual",
                                 "reconstruction error", "time", "model.npz"}) {
    expect_contains(summary, part);
  }
}

TEST_F(Flow, FitWithoutAnOutputSaysThatNothingWasKept) {
  write("data.csv", plane_csv());
  const auto summary = succeed({"fit", "data.csv", "-k", "2"});
  expect_contains(summary, "converged: ");
  expect_contains(summary, "not kept; -o model.npz");
  EXPECT_EQ(nlohmann::json::parse(succeed({"fit", "data.csv", "-k", "2", "--json"})).at("n_components"), 2);
  succeed({"fit", "data.csv", "-k", "2", "--trace", "trace.csv"});
  EXPECT_TRUE(exists("trace.csv"));
  refuse({"fit", "data.csv", "-k", "1", "--preset", "robust", "--alternatives"}, {"--alternatives needs -o"}, 2);
}

TEST_F(Flow, AModelWithoutAnExtensionGetsItsOwn) {
  write("data.csv", plane_csv());
  expect_contains(succeed({"fit", "data.csv", "-k", "2", "-o", "model"}), "model.npz");
  EXPECT_TRUE(exists("model.npz"));
  EXPECT_FALSE(exists("model"));
  refuse({"fit", "data.csv", "-k", "2", "-o", "model.txt"}, {"must end in .npz, got 'model.txt'"}, 2);
}

// A deviation of 0 is no unit to divide by, and keeping the column's own says that it is.
TEST_F(Flow, ColumnsWithOneValueInMostRowsAreScaledByTheOthersAndNamed) {
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 60; ++i)
    text += fmt::format("{:.3f},{},{:.3f},{}\n", std::sin(7.0 * i), i % 10 == 0 ? 100 + i : 0, std::cos(3.0 * i),
                        i % 7 == 0 ? -i : 5);
  write("data.csv", text);
  const auto report =
      nlohmann::json::parse(succeed({"fit", "data.csv", "-k", "2", "--scale", "mad", "--json", "-o", "m.npz"}));
  expect_contains(report.at("warnings").dump(), "columns 2, 4: most values are the same");
  expect_contains(report.at("warnings").dump(), "--scale std");
  EXPECT_EQ(succeed({"fit", "data.csv", "-k", "2", "--scale", "std", "--json"}).find("most values"), std::string::npos);
}

TEST_F(Flow, ScreeShowsHowManyComponentsThereAreAndAutoTakesThem) {
  write("data.csv", plane_csv());
  const auto shown = succeed({"scree", "data.csv", "-o", "scree.html"});
  for (const std::string part :
       {"robust_variance", "ordinary_chance", "components: 2 of at most 4", "page: scree.html"})
    expect_contains(shown, part);
  EXPECT_TRUE(exists("scree.html"));
  EXPECT_TRUE(exists("scree_files/scree.csv"));
  EXPECT_TRUE(exists("scree_files/scree.svg"));
  expect_contains(succeed({"scree", "data.csv", "--most", "3"}), "components: 2 of at most 3");
  const auto report = nlohmann::json::parse(succeed({"fit", "data.csv", "-k", "auto", "-o", "model.npz", "--json"}));
  EXPECT_EQ(report.at("n_components"), 2);
  EXPECT_EQ(report.at("component_choice").at("components"), 2);
  expect_contains(succeed({"info", "model.npz"}), "2 of at most 4");
  EXPECT_EQ(
      nlohmann::json::parse(succeed({"fit", "data.csv", "-k", "0.99", "-o", "model.npz", "--json"})).at("n_components"),
      2);
  refuse({"fit", "data.csv", "-k", "1.5", "-o", "model.npz"}, {"above 0 and below 1, got '1.5'"}, 2);
  refuse({"fit", "data.csv", "-k", "0", "-o", "model.npz"}, {"or auto"}, 2);
  refuse({"fit", "data.csv", "-k", "auto", "--kernel", "rbf", "-o", "model.npz"}, {"kernel", "give a number"}, 2);
  refuse({"scree", "data.csv", "-o", "scree.png"}, {".html"}, 2);
}

TEST_F(Flow, AFitThatOutlyingRowsPullAwaySaysWhichAndWhatToType) {
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 90; ++i) {
    const double x = std::sin(7.0 * i), y = 0.01 * std::cos(11.0 * i), z = 0.01 * std::sin(13.0 * i);
    text += i < 75 ? fmt::format("{},{},{},{}\n", 3 * x, y, z, y - z) : fmt::format("{},20,{},{}\n", y, 20 + z, z);
  }
  write("data.csv", text);
  const std::string words = "rows 76-90 pull it; try --preset robust";
  expect_contains(succeed({"fit", "data.csv", "-k", "1", "-o", "model.npz"}), words);
  expect_contains(succeed({"report", "model.npz", "data.csv", "-o", "report.html"}), "report.html");
  expect_contains(read("report.html"), words);
  EXPECT_EQ(succeed({"fit", "data.csv", "-k", "1", "--guard", "off", "-o", "model.npz"}).find("pull it"),
            std::string::npos);
}

TEST_F(Flow, QuietFitSaysNothing) {
  write("data.csv", plane_csv());
  EXPECT_EQ(succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz", "--quiet"}), "");
  EXPECT_TRUE(exists("model.npz"));
}

TEST_F(Flow, JsonReportIsAllThatIsOnStandardOutput) {
  write("data.csv", plane_csv());
  const auto report = nlohmann::json::parse(succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz", "--json"}));
  EXPECT_EQ(report.at("method"), "l21");
  EXPECT_EQ(report.at("n_samples"), 30);
  EXPECT_EQ(report.at("n_features"), 5);
  EXPECT_EQ(report.at("n_components"), 2);
  EXPECT_EQ(report.at("converged"), true);
  EXPECT_EQ(report.at("status"), "converged");
  EXPECT_LE(report.at("kkt_residual").get<double>(), 1e-6);
  for (const std::string field : {"rank",
                                  "objective",
                                  "objective_start",
                                  "reconstruction_error",
                                  "oracle_gap",
                                  "iterations",
                                  "reads",
                                  "passes",
                                  "reads_start",
                                  "passes_start",
                                  "reads_center",
                                  "escapes",
                                  "zero_rows",
                                  "message",
                                  "seconds",
                                  "solver_requested",
                                  "solver_used",
                                  "precision_used",
                                  "threads_used",
                                  "scale_exponent",
                                  "upper_bound",
                                  "gap",
                                  "certified",
                                  "certificate",
                                  "certificate_kind",
                                  "certificate_chance",
                                  "certificate_reason",
                                  "trace"}) {
    EXPECT_TRUE(report.contains(field)) << field;
  }
}

TEST_F(Flow, InfoTellsWhatTheModelHolds) {
  fit_plane();
  const auto text = succeed({"info", "model.npz"});
  for (const std::string part : {"l21", "30 rows x 5 columns", "converged", "cutoffs", "explained variance"}) {
    expect_contains(text, part);
  }
  const auto info = nlohmann::json::parse(succeed({"info", "model.npz", "--json"}));
  EXPECT_TRUE(info.is_object());
  expect_contains(info.dump(), "\"n_features\":5");
}

TEST_F(Flow, TransformGivesOneScoreForEachComponentAndNewRow) {
  fit_plane();
  write("new.csv", plane_csv({.rows = 7, .seed = 2}));
  succeed({"transform", "model.npz", "new.csv", "-o", "scores.csv"});
  const Csv scores = parse_csv(read("scores.csv"));
  EXPECT_EQ(scores.heading, (std::vector<std::string>{"component_1", "component_2"}));
  EXPECT_EQ(scores.rows.size(), 7U);
}

TEST_F(Flow, TablesGoToStandardOutputWithoutAnOutputFileOrWithADash) {
  fit_plane();
  succeed({"transform", "model.npz", "data.csv", "-o", "scores.csv"});
  const auto scores = succeed({"transform", "model.npz", "data.csv"});
  EXPECT_EQ(scores, read("scores.csv"));
  EXPECT_EQ(succeed({"transform", "model.npz", "data.csv", "-o", "-"}), scores);
}

TEST_F(Flow, ReconstructionHasTheErrorThatTheReportNames) {
  write("data.csv", plane_csv());
  const auto report = nlohmann::json::parse(succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz", "--json"}));
  succeed({"reconstruct", "model.npz", "data.csv", "-o", "near.csv"});
  const Csv data = parse_csv(read("data.csv")), near = parse_csv(read("near.csv"));
  EXPECT_EQ(near.heading, data.heading);
  const double error = report.at("reconstruction_error");
  EXPECT_GT(error, 0);
  EXPECT_NEAR(mean_distance(data.numbers(), near.numbers()), error, 1e-9 * error);
}

TEST_F(Flow, OutliersFindsTheRowThatWasPlanted) {
  write("data.csv", plane_csv() + "50,-50,50,-50,50\n");
  succeed({"fit", "data.csv", "-k", "2", "--preset", "robust", "-o", "model.npz", "--quiet"});
  expect_contains(succeed({"outliers", "model.npz", "data.csv", "-o", "table.csv"}), "of 31 rows are outliers");
  const Csv table = parse_csv(read("table.csv"));
  EXPECT_EQ(table.heading, (std::vector<std::string>{"row", "score_distance", "orthogonal_distance", "outlier"}));
  ASSERT_EQ(table.rows.size(), 31U);
  EXPECT_EQ(table.words("row").front(), "1");
  EXPECT_EQ(table.words("outlier").back(), "1");
  const Csv only = parse_csv(succeed({"outliers", "model.npz", "data.csv", "--only"}));
  EXPECT_EQ(only.words("row").front(), "31");
  EXPECT_LT(only.rows.size(), 10U);
  for (const auto& word : only.words("outlier")) EXPECT_EQ(word, "1");
}

TEST_F(Flow, RowNamesAreCarriedToEveryOutput) {
  write("data.csv", "name,a,b\nann,1,2\nbob,2,1\ncem,3,5\ndot,9,4\n");
  succeed({"fit", "data.csv", "--id-column", "name", "-k", "1", "-o", "model.npz", "--quiet"});
  const std::vector<std::string> names = {"ann", "bob", "cem", "dot"};
  for (const std::string command : {"transform", "reconstruct", "outliers"}) {
    const Csv table = parse_csv(succeed({command, "model.npz", "data.csv", "--id-column", "name"}));
    EXPECT_EQ(table.words("name"), names) << command;
  }
}

TEST_F(Flow, TraceShowsAnObjectiveThatNeverFalls) {
  write("data.csv", plane_csv());
  succeed({"fit", "data.csv", "-k", "2", "--init", "random", "-o", "model.npz", "--quiet", "--trace", "trace.csv"});
  const Csv trace = parse_csv(read("trace.csv"));
  EXPECT_EQ(trace.heading,
            (std::vector<std::string>{"round", "iteration", "objective", "residual", "seconds", "reads"}));
  const auto reads = trace.numbers("reads");
  for (std::size_t i = 1; i < reads.size(); ++i) EXPECT_GE(reads[i], reads[i - 1]);
  const auto objective = trace.numbers("objective");
  ASSERT_GE(objective.size(), 2U);
  EXPECT_GT(objective.back(), objective.front());
  for (std::size_t i = 1; i < objective.size(); ++i) EXPECT_GE(objective[i], objective[i - 1] * (1 - 1e-12));
}

TEST_F(Flow, StandardInputIsADash) {
  fit_plane();
  succeed({"fit", "-", "-k", "2", "-o", "piped.npz", "--quiet"}, plane_csv());
  EXPECT_EQ(succeed({"transform", "piped.npz", "-"}, plane_csv()), succeed({"transform", "model.npz", "data.csv"}));
}

TEST_F(Flow, AKernelModelIsSavedAndAppliedLikeEveryOther) {
  write("data.csv", plane_csv());
  const auto summary = succeed({"fit", "data.csv", "-k", "3", "--kernel", "rbf", "--gamma", "0.1", "-o", "model.npz"});
  expect_contains(summary, "kernel space");
  const auto info = nlohmann::json::parse(succeed({"info", "model.npz", "--json"}));
  EXPECT_EQ(info.at("kind"), "kernel");
  EXPECT_EQ(info.at("options").at("gamma"), 0.1);
  EXPECT_EQ(info.at("n_features"), 5);
  const Csv scores = parse_csv(succeed({"transform", "model.npz", "data.csv"}));
  EXPECT_EQ(scores.heading.size(), 3U);
  EXPECT_EQ(scores.rows.size(), 30U);
  const Csv distances = parse_csv(succeed({"outliers", "model.npz", "data.csv"}));
  EXPECT_EQ(distances.rows.size(), 30U);
  refuse({"reconstruct", "model.npz", "data.csv"}, {"kernel model cannot reconstruct"}, 2);
  refuse({"fit", "data.csv", "-k", "3", "--init", "model.npz", "-o", "other.npz"}, {"--init", "without a kernel"}, 2);
}

TEST_F(Flow, APrecomputedKernelModelTakesTheKernelOfNewRows) {
  write("kernel.csv", "a,b,c\n2,1,0\n1,2,0.5\n0,0.5,1\n");
  write("new.csv", "a,b,c\n1,1,1\n");
  succeed({"fit", "kernel.csv", "-k", "2", "--kernel", "precomputed", "-o", "model.npz"});
  EXPECT_EQ(parse_csv(succeed({"transform", "model.npz", "new.csv"})).rows.size(), 1U);
  refuse({"outliers", "model.npz", "new.csv"}, {"precomputed", "distances are unknown"}, 2);
}

TEST_F(Flow, ATensorModelProjectsEveryAxisOfASample) {
  std::vector<double> values;
  for (int i = 0; i < 8 * 4 * 5; ++i) values.push_back(std::sin(i * i + 0.3 * i));
  write("images.npy", npy("<f8", "(8, 4, 5)", doubles(values)));
  succeed({"fit", "images.npy", "--modes", "2x3", "-o", "model.npz"});
  const auto info = nlohmann::json::parse(succeed({"info", "model.npz", "--json"}));
  EXPECT_EQ(info.at("kind"), "tensor");
  EXPECT_EQ(info.at("options").at("modes"), "2x3");
  EXPECT_EQ(info.at("n_components"), 6);
  succeed({"transform", "model.npz", "images.npy", "-o", "scores.npy"});
  expect_contains(read("scores.npy"), "(8, 2, 3)");
  succeed({"reconstruct", "model.npz", "images.npy", "-o", "clean.npy"});
  expect_contains(read("clean.npy"), "(8, 4, 5)");
  EXPECT_EQ(parse_csv(succeed({"outliers", "model.npz", "images.npy"})).rows.size(), 8U);
  write("turned.npy", npy("<f8", "(8, 5, 4)", doubles(values)));
  refuse({"transform", "model.npz", "turned.npy", "-o", "no.npy"}, {"turned.npy", "shape 5x4", "4x5"}, 1);
  refuse({"fit", "images.npy", "--modes", "2x3", "-k", "2", "-o", "other.npz"}, {"-k or --modes"}, 2);
  refuse({"fit", "images.npy", "--modes", "2x6", "-o", "other.npz"}, {"modes[2] <= 5", "4x5", "got 6"}, 2);
  refuse({"fit", "images.npy", "--modes", "2", "-o", "other.npz"}, {"one for each size of a row (4x5)"}, 2);
  refuse({"fit", "images.npy", "--modes", "2xb", "-o", "other.npz"}, {"--modes must be sizes such as 10x8", "2xb"}, 2);
  write("data.csv", plane_csv());
  refuse({"fit", "data.csv", "--modes", "2x2", "-o", "other.npz"}, {"rows with a shape"}, 2);
}

TEST_F(Flow, SparseComponentsAreSavedAndAppliedAsTheyAre) {
  write("data.csv", plane_csv());
  succeed({"fit", "data.csv", "-k", "2", "--method", "truncated-power", "--cardinality", "3", "-o", "model.npz"});
  const auto info = nlohmann::json::parse(succeed({"info", "model.npz", "--json"}));
  EXPECT_EQ(info.at("options").at("method"), "truncated_power");
  EXPECT_EQ(info.at("options").at("cardinality"), 3);
  // Reconstructions lie in the span: they are their own reconstruction.
  succeed({"reconstruct", "model.npz", "data.csv", "-o", "once.csv"});
  succeed({"reconstruct", "model.npz", "once.csv", "-o", "twice.csv"});
  expect_near(parse_csv(read("once.csv")).numbers(), parse_csv(read("twice.csv")).numbers(), 1e-10);
  refuse({"fit", "data.csv", "-k", "2", "--method", "sparse-l21", "-o", "other.npz"}, {"1 <= cardinality <= 5"}, 2);
}

}  // namespace
}  // namespace l21::internal::test
