// Help, versions, spellings and exit codes.
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using Arguments = Workspace;

const std::vector<std::string> kCommands = {"fit",    "transform", "reconstruct", "impute",     "outliers",
                                            "report", "info",      "convert",     "experiment", "demo"};

TEST_F(Arguments, HelpOfEveryCommandEndsWithExamples) {
  for (const auto& command : kCommands) {
    const auto help = succeed({command, "--help"});
    expect_contains(help, "Examples:\n  l21pca " + command);
    EXPECT_EQ(succeed({"help", command}), help);
  }
}

TEST_F(Arguments, OverviewNamesEveryCommandAndExitCode) {
  const auto overview = succeed({});
  EXPECT_EQ(succeed({"help"}), overview);
  EXPECT_EQ(succeed({"--help"}), overview);
  for (const auto& command : kCommands) expect_contains(overview, "\n  " + command);
  for (const std::string code : {"0", "1", "2", "3", "130"}) expect_contains(overview, "\n  " + code + " ");
  EXPECT_EQ(overview.find("manual"), std::string::npos);
}

TEST_F(Arguments, VersionIsANumber) {
  EXPECT_EQ(succeed({"--version"}).rfind("l21pca 0.", 0), 0U);
}

TEST_F(Arguments, ManualAndCompletionNameEveryOptionOfFit) {
  std::string manual = succeed({"manual"});
  manual.erase(std::remove(manual.begin(), manual.end(), '\\'), manual.end());
  const auto completion = succeed({"completion", "bash"});
  for (const std::string option :
       {"--components",  "--method",    "--preset",  "--p",         "--center",    "--scale",
        "--row-scaling", "--solver",    "--init",    "--tol",       "--max-iter",  "--seed",
        "--threads",     "--precision", "--weights", "--trace",     "--strict",    "--quiet",
        "--json",        "--columns",   "--exclude", "--id-column", "--transpose", "--resize"}) {
    expect_contains(manual, option);
    expect_contains(completion, " " + option);
  }
  expect_contains(manual, ".SH EXIT STATUS");
  expect_contains(completion, "fit:--method) words=\"pca l21");
}

TEST_F(Arguments, HyphensAndUnderscoresInValuesAreAlike) {
  write("data.csv", plane_csv());
  succeed({"fit", "data.csv", "-k", "2", "--center", "geometric-median", "--init", "largest-norm", "-o", "a.npz",
           "--quiet"});
  succeed({"fit", "data.csv", "-k", "2", "--center", "geometric_median", "--init", "largest_norm", "-o", "b.npz",
           "--quiet"});
  const auto scores = succeed({"transform", "a.npz", "data.csv"});
  EXPECT_EQ(succeed({"transform", "b.npz", "data.csv"}), scores);
  succeed({"fit", "data.csv", "-k", "2", "--init", "largest_norm", "-o", "c.npz", "--quiet"});
  EXPECT_NE(succeed({"transform", "c.npz", "data.csv"}), scores);
}

TEST_F(Arguments, ExplicitOptionsOverrideThePreset) {
  write("data.csv", plane_csv());
  const auto method = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"fit", "data.csv", "-k", "2", "-o", "model.npz", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return nlohmann::json::parse(succeed(words)).at("method").get<std::string>();
  };
  EXPECT_EQ(method({"--preset", "robust"}), "robust");
  EXPECT_EQ(method({"--method", "l1", "--center", "median", "--preset", "robust"}), "l1");
}

TEST_F(Arguments, NotConvergingIsAWarningAndWithStrictAnExitCode) {
  write("data.csv", plane_csv());
  const std::vector<std::string> words = {"fit", "data.csv", "-k",    "2",  "--init",    "random", "--max-iter",
                                          "1",   "--tol",    "1e-14", "-o", "model.npz", "--quiet"};
  const Outcome lenient = run(words);
  EXPECT_EQ(lenient.exit_code, 0);
  expect_contains(lenient.err, "l21pca: warning: not converged");
  auto strict_words = words;
  strict_words.push_back("--strict");
  const Outcome strict = run(strict_words);
  EXPECT_EQ(strict.exit_code, 3);
  EXPECT_TRUE(exists("model.npz"));
  expect_contains(succeed({"info", "model.npz"}), "not converged");
}

TEST_F(Arguments, StrictIsSatisfiedByAFitThatConverges) {
  write("data.csv", plane_csv());
  succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz", "--strict", "--quiet"});
}

TEST_F(Arguments, AFileMayBeCalledLikeACommand) {
  write("info.csv", plane_csv());
  std::filesystem::rename(path("info.csv"), path("demo"));
  write("demo.csv", "");
  // Only the extension is missed, not the file taken for a command.
  refuse({"fit", "demo", "-k", "2", "-o", "model.npz"}, {"demo"}, 1);
}

TEST_F(Arguments, AFullDiskUnderStandardOutputIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const int code =
      std::system((std::string(L21PCA_PROGRAM) + " --help > /dev/full 2> " + path("err").string()).c_str());
  EXPECT_EQ(WEXITSTATUS(code), 1);
  expect_contains(read("err"), "l21pca: standard output");
}

}  // namespace
}  // namespace l21::internal::test
