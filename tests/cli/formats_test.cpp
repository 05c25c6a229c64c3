// Every format the program writes it reads again, and images it reads from folders.
#include <nlohmann/json.hpp>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using Formats = Workspace;

// A grey picture of `width` x `height` pixels.
std::string pgm(int width, int height, int seed) {
  std::string text = "P5\n" + std::to_string(width) + ' ' + std::to_string(height) + "\n255\n";
  for (int i = 0; i < width * height; ++i) text += static_cast<char>((i * i * 7 + seed * 31 * (i % 5 + 1)) % 251);
  return text;
}

TEST_F(Formats, ConvertThereAndBackKeepsEveryNumber) {
  write("data.csv", plane_csv());
  const auto numbers = parse_csv(read("data.csv")).numbers();
  for (const std::string file : {"copy.npy", "copy.npz", "copy.csv", "copy.tsv", "copy.csv.gz", "copy.mat", "copy.h5",
                                 "copy.h5:/data", "copy.mtx"}) {
    SCOPED_TRACE(file);
    succeed({"convert", "data.csv", file});
    succeed({"convert", file, "back.csv"});
    auto back = parse_csv(read("back.csv"));
    // Some formats hold no names; then there is no heading.
    if (back.heading.front().find_first_of("x") == std::string::npos) back.rows.insert(back.rows.begin(), back.heading);
    EXPECT_EQ(back.numbers(), numbers);
  }
}

TEST_F(Formats, ConvertWritesToStandardOutput) {
  write("data.csv", "a,b\n1,2\n3,4.5\n");
  EXPECT_EQ(parse_csv(succeed({"convert", "data.csv", "-"})).numbers(), parse_csv(read("data.csv")).numbers());
}

TEST_F(Formats, AFitDoesNotDependOnTheFormat) {
  fit_plane();
  const auto scores = succeed({"transform", "model.npz", "data.csv"});
  for (const std::string file : {"data.npy", "data.npz", "data.mat", "data.h5"}) {
    succeed({"convert", "data.csv", file});
    succeed({"fit", file, "-k", "2", "-o", "other.npz", "--quiet"});
    EXPECT_EQ(succeed({"transform", "other.npz", file}), scores) << file;
  }
}

// Rows of 12 columns of which three are not 0, as text of column:value.
std::string counts_svm(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += std::to_string(i % 3);
    for (const int column : {i % 4 + 1, i % 5 + 5, i % 3 + 10})
      text += ' ' + std::to_string(column) + ':' + std::to_string((i * i + column) % 7 + 1);
    text += '\n';
  }
  return text;
}

TEST_F(Formats, SparseFilesAreFittedAndApplied) {
  write("counts.svm", counts_svm(60));
  succeed({"fit", "counts.svm", "-k", "2", "-o", "model.npz", "--quiet"});
  const auto scores = parse_csv(succeed({"transform", "model.npz", "counts.svm"}));
  EXPECT_EQ(scores.heading.front(), "label");
  for (const std::string file : {"counts.mtx", "counts.npz"}) {
    succeed({"convert", "counts.svm", file});
    succeed({"fit", file, "-k", "2", "-o", "other.npz", "--quiet"});
    succeed({"transform", "other.npz", file, "-o", "scores.npy"});
    succeed({"transform", "model.npz", "counts.svm", "-o", "expected.npy"});
    EXPECT_EQ(read("scores.npy"), read("expected.npy")) << file;
  }
  succeed({"outliers", "model.npz", "counts.mtx", "-o", "outliers.csv"});
  succeed({"reconstruct", "model.npz", "counts.mtx", "-o", "near.npy"});
  expect_contains(read("near.npy"), "(60, 12)");
  refuse({"convert", "counts.svm", "counts.csv"}, {"counts.csv", "sparse", ".npz or .mtx"}, 2);
}

TEST_F(Formats, AFolderOfImagesIsOneRowAnImage) {
  for (int i = 0; i < 6; ++i) write("faces/" + std::to_string(i) + ".pgm", pgm(4, 3, i));
  const auto report = nlohmann::json::parse(succeed({"fit", "faces", "-k", "2", "-o", "model.npz", "--json"}));
  EXPECT_EQ(report.at("n_samples"), 6);
  EXPECT_EQ(report.at("n_features"), 12);
  expect_contains(succeed({"info", "model.npz"}), "3 x 4");
  succeed({"reconstruct", "model.npz", "faces", "-o", "near.npy"});
  expect_contains(read("near.npy"), "(6, 3, 4)");
}

TEST_F(Formats, ImagesOfTwoSizesNeedResize) {
  for (int i = 0; i < 5; ++i) write("faces/" + std::to_string(i) + ".pgm", pgm(4, 3, i));
  write("faces/9.pgm", pgm(8, 6, 9));
  refuse({"fit", "faces", "-k", "2", "-o", "model.npz"}, {"9.pgm", "--resize"}, 1);
  const auto report =
      nlohmann::json::parse(succeed({"fit", "faces", "--resize", "2x3", "-k", "2", "-o", "model.npz", "--json"}));
  EXPECT_EQ(report.at("n_features"), 6);
}

TEST_F(Formats, AFolderWithoutImagesIsRefused) {
  write("papers/readme.txt", "nothing to see");
  refuse({"fit", "papers", "-k", "2", "-o", "model.npz"}, {"papers", "image"}, 1);
}

TEST_F(Formats, AMissingVariableIsAnsweredWithThoseThereAre) {
  write("data.csv", plane_csv());
  succeed({"convert", "data.csv", "data.mat"});
  refuse({"fit", "data.mat:pixels", "-k", "2", "-o", "model.npz"}, {"data.mat", "pixels", "data"}, 1);
  succeed({"convert", "data.csv", "data.h5:/train"});
  refuse({"fit", "data.h5:/test", "-k", "2", "-o", "model.npz"}, {"data.h5", "/test", "train"}, 1);
}

}  // namespace
}  // namespace l21::internal::test
