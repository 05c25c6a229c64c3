// l21pca experiment: small versions of each, and e(m) once more from what they saved.
#include <pty.h>
#include <unistd.h>

#include <csignal>

#include "l21/io.hpp"
#include "l21/model_file.hpp"
#include "reference/reference.hpp"
#include "workspace.hpp"

namespace l21::internal::test {
namespace {

class Experiment : public Workspace {
 protected:
  [[nodiscard]] Matrix<double> rows_in(const std::string& name) const {
    const Table table = read_table(path(name).string());
    return Eigen::Map<const RowMatrix<double>>(static_cast<const double*>(table.view.data), table.view.rows,
                                               table.view.cols);
  }
  // e(m) of every saved model, by the reference code, is what the experiment measured.
  void expect_errors_of_saved_models(const std::string& experiment, const std::string& results) const {
    const Csv measured = parse_csv(read(results + "/" + experiment + "-measurements.csv"));
    ASSERT_FALSE(measured.rows.empty());
    const auto sets = measured.words("set"), methods = measured.words("method"), shares = measured.words("share %"),
               seeds = measured.words("seed"), counts = measured.words("m");
    const auto errors = measured.numbers("error");
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const std::string trial = "models/" + experiment + "-" + sets[i] + "-" + shares[i] + "-seed" + seeds[i];
      const Model model = load_model(path(trial + "-" + methods[i] + "-" + counts[i] + ".npz").string());
      const auto originals = rows_in(trial + "-originals.npy"), training = rows_in(trial + "-training.npy");
      // What is left of a row without its damaged cells is no projection.
      const double error =
          model.linear().cells
              ? (originals - model.reconstruct(rows_of(training)).topRows(originals.rows())).rowwise().norm().mean()
              : reference::reconstruction_error(originals, training, model.linear().components.transpose(),
                                                model.linear().center);
      EXPECT_NEAR(errors[i], error, 1e-9 * error) << trial << " " << methods[i] << " " << counts[i];
    }
  }
};

TEST_F(Experiment, OcclusionErrorsAreThoseOfTheSavedModels) {
  const auto text =
      succeed({"experiment", "occlusion", "--data", "faces", "--images", "70", "--downsample", "2", "-k", "3:9:3",
               "--share", "10,30", "--repeats", "2", "--save-models", "models", "-o", "results"});
  for (const char* part : {"l21", "r1", "l1_greedy", "faces", "10 %", "30 %", "report: results/report.html"})
    expect_contains(text, part);
  const auto html = read("results/report.html");
  for (const char* part : {"faces, 30 % occluded", "Outlier map", "occluded, ", "The fitted center", "data:image/png"})
    expect_contains(html, part);
  // 2 shares x 2 seeds x 5 methods x 3 numbers of components
  EXPECT_EQ(parse_csv(read("results/occlusion-measurements.csv")).rows.size(), 60U);
  expect_errors_of_saved_models("occlusion", "results");
  for (const char* file :
       {"occlusion-errors.svg", "occlusion-relative.svg", "occlusion-averages.csv", "occlusion-comparison.csv"})
    EXPECT_TRUE(exists(std::string("results/") + file)) << file;
}

TEST_F(Experiment, NoiseImageErrorsAreThoseOfTheSavedModels) {
  succeed({"experiment", "noise-images", "--data",        "faces",  "--noise-data", "objects",
           "--images",   "60",           "--downsample",  "2",      "-k",           "4",
           "--share",    "20",           "--repeats",     "1",      "--methods",    "pca,l21,l1,l2p,robust",
           "--p",        "1.5",          "--save-models", "models", "-o",           "results"});
  expect_errors_of_saved_models("noise-images", "results");
}

TEST_F(Experiment, TheSameCommandGivesTheSameBytesOnAnyNumberOfThreads) {
  const std::vector<std::vector<std::string>> commands{
      {"experiment", "occlusion", "--images", "60", "-k", "3,5", "--share", "20", "--repeats", "1"},
      {"experiment", "noise-images", "--images", "60", "-k", "3", "--share", "20", "--repeats", "1"},
      {"experiment", "haystack", "--share", "30", "--norm", "10", "--repeats", "2"},
      {"experiment", "convergence", "--images", "60", "-k", "4"}};
  for (auto words : commands) {
    words.insert(words.end(), {"--quiet", "-o", "out", "--threads", "1"});
    succeed(words);
    const auto once = read("out/report.html");
    words.back() = "3";
    succeed(words);
    EXPECT_TRUE(read("out/report.html") == once) << words[1];
    EXPECT_EQ(once.find("--threads"), std::string::npos);
  }
}

TEST_F(Experiment, OwnImagesNeedAShapeAndSeveralSetsStayApart) {
  std::vector<double> pixels;
  for (int i = 0; i < 30 * 24; ++i) pixels.push_back((i * i % 211 + i % 24 * 5) % 256);
  write("stack.npy", npy("<f8", "(30, 6, 4)", doubles(pixels)));
  write("flat.npy", npy("<f8", "(30, 24)", doubles(pixels)));
  refuse({"experiment", "occlusion", "--data", "flat.npy", "-k", "2", "-o", "."}, {"flat.npy", "--shape"}, 1);
  succeed({"experiment", "occlusion", "--data", "flat.npy", "--shape", "6x4", "-k", "2", "--repeats", "1", "--quiet",
           "-o", "flat"});
  succeed({"experiment", "occlusion", "--data", "stack.npy", "-k", "2", "--repeats", "1", "--quiet", "-o", "stack"});
  EXPECT_EQ(parse_csv(read("flat/occlusion-averages.csv")).numbers("error"),
            parse_csv(read("stack/occlusion-averages.csv")).numbers("error"));
  succeed({"experiment", "occlusion", "--data", "stack.npy", "--data", "faces", "--images", "30", "--downsample", "1,2",
           "-k", "2", "--repeats", "1", "--quiet", "-o", "both"});
  const auto sets = parse_csv(read("both/occlusion-comparison.csv")).words("set");
  EXPECT_EQ(std::set<std::string>(sets.begin(), sets.end()), (std::set<std::string>{"stack", "faces"}));
}

TEST_F(Experiment, InputsAreNotOverwrittenAndNamesStayApart) {
  std::vector<double> pixels;
  for (int i = 0; i < 30 * 6; ++i) pixels.push_back((i * i % 211) % 256);
  std::filesystem::create_directories(path("x"));
  for (const char* name : {"a b.npy", "a_b.npy", "x/a b.npy"}) write(name, npy("<f8", "(30, 3, 2)", doubles(pixels)));
  succeed({"experiment", "occlusion", "--data", "a b.npy", "--data", "a_b.npy", "--data", "x/a b.npy", "-k", "2",
           "--repeats", "1", "--share", "20", "--save-models", "models", "--quiet", "-o", "out"});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("models")), std::filesystem::directory_iterator()),
            3 * 7);
  std::string csv;
  for (int i = 0; i < 30; ++i)
    csv += std::to_string(i * i % 17) + "," + std::to_string(i % 7) + "," + std::to_string(i % 3) + ",1\n";
  write("out/convergence.csv", csv);
  refuse({"experiment", "convergence", "--data", "out/convergence.csv", "--shape", "2x2", "-k", "1", "-o", "out"},
         {"lies where results go"}, 2);
}

TEST_F(Experiment, RefusesWhatMakesNoSense) {
  const auto small = [](std::vector<std::string> more) {
    std::vector<std::string> words{"experiment", "occlusion", "--data", "faces", "--images", "30", "-o", "."};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  refuse({"experiment", "occlusion"}, {"experiment needs -o"}, 2);
  refuse({"experiment", "magic", "-o", "."}, {"there is no experiment 'magic'", "haystack"}, 2);
  refuse(small({"-k", "31"}), {"faces", "components", "31"}, 2);
  refuse(small({"-k", "5:3"}), {"5:3"}, 2);
  refuse(small({"-k", "x"}), {"FIRST:LAST:STEP", "x"}, 2);
  refuse(small({"-k", "3", "--share", "100"}), {"share", "100"}, 2);
  refuse(small({"-k", "3", "--methods", "l21,l22"}), {"l22"}, 2);
  refuse(small({"-k", "3", "--methods", "l21,l21"}), {"l21 twice"}, 2);
  refuse(small({"-k", "3", "--norm", "3"}), {"--norm is for haystack"}, 2);
  refuse(small({"-k", "3", "--downsample", "99"}), {"--downsample", "99"}, 2);
  refuse(small({"-k", "3", "--repeats", "0"}), {"--repeats"}, 2);
  refuse({"experiment", "haystack", "--data", "faces", "-o", "."}, {"--data is for"}, 2);
  for (const char* share : {"200", "100", "-50", "nan", "inf", ""})
    refuse({"experiment", "convergence", "--images", "20", "-k", "3", "--share", share, "-o", "new"}, {"--share"}, 2);
  refuse(small({"-k", "1:2147483647:1000000"}), {"1 to 1000000"}, 2);
  refuse(small({"-k", "3", "--fill", "2"}), {"--fill takes black, white, noise, mean"}, 2);
  refuse(small({"-k", "3", "--center", "center.npy"}), {"--center must be one of"}, 2);
  refuse({"experiment", "foo", "-o", "new"}, {"foo"}, 2);
  refuse({"experiment", "convergence", "--methods", "l21,r1", "-o", "."}, {"convergence takes one"}, 2);
}

TEST_F(Experiment, CtrlCWritesWhatWasFinished) {
  int ours = -1, theirs = -1;
  if (openpty(&ours, &theirs, nullptr, nullptr, nullptr) != 0) GTEST_SKIP() << "there are no pseudo terminals here";
  close(ours);
  close(theirs);
  const Outcome outcome = run_and_signal({"experiment", "haystack", "--repeats", "100000", "-o", "out"},
                                         {.folder = folder_, .input = {}}, " left", SIGINT);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  expect_contains(outcome.err, "what was finished is in out/report.html");
  expect_contains(read("out/report.html"), "interrupted");
}

}  // namespace
}  // namespace l21::internal::test
