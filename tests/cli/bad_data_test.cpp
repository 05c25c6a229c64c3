// Data that cannot be used: one line that says what, where and what to do; nothing written.
#include <unistd.h>

#include <cmath>
#include <limits>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

class BadData : public Workspace {
 protected:
  void refuse_fit(const std::string& file, const std::vector<std::string>& parts) const {
    refuse({"fit", file, "-k", "1", "-o", "model.npz", "--trace", "trace.csv"}, parts, 1);
  }
};

TEST_F(BadData, MissingFile) {
  for (const std::string file : {"nosuch.csv", "nosuch.npy", "nosuch.mat", "nosuch.h5", "nosuch/"})
    refuse_fit(file, {"nosuch"});
}

TEST_F(BadData, UnreadableFile) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  write("locked.csv", plane_csv());
  std::filesystem::permissions(path("locked.csv"), std::filesystem::perms::none);
  refuse_fit("locked.csv", {"locked.csv", "ermission"});
}

TEST_F(BadData, EmptyFile) {
  for (const std::string file : {"empty.csv", "empty.npy", "empty.npz", "empty.mat", "empty.h5", "empty.mtx"}) {
    write(file, "");
    refuse_fit(file, {file, "empty"});
  }
}

TEST_F(BadData, HeadingWithoutRows) {
  write("bare.csv", "a,b,c\n");
  refuse_fit("bare.csv", {"bare.csv"});
}

TEST_F(BadData, UnknownExtension) {
  write("data.xyz", "1,2\n");
  refuse({"fit", "data.xyz", "-k", "1", "-o", "model.npz"}, {"data.xyz", ".csv", ".npy"});
}

TEST_F(BadData, RaggedRow) {
  write("ragged.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n");
  refuse_fit("ragged.csv", {"ragged.csv:3", "2", "3"});
}

TEST_F(BadData, Word) {
  write("word.csv", "a,b,c\n1,2,3\n4,n/a,5\n6,7,8\n");
  refuse_fit("word.csv", {"word.csv:3", "column 2", "'n/a'", "--exclude"});
}

TEST_F(BadData, EmptyField) {
  write("gap.csv", "a,b,c\n1,2,3\n4,5,6\n7,,8\n");
  refuse_fit("gap.csv", {"gap.csv:4", "column 2", "empty"});
}

TEST_F(BadData, NotFiniteInText) {
  write("nan.csv", "a,b,c\n1,2,3\n4,5,nan\n6,7,8\n");
  refuse_fit("nan.csv", {"nan.csv", "column 3", "nan"});
  write("inf.csv", "a,b,c\n1,2,3\n-inf,5,4\n6,7,8\n");
  refuse_fit("inf.csv", {"inf.csv", "column 1", "inf"});
}

TEST_F(BadData, NotFiniteInBinary) {
  write("nan.npy", npy("<f8", "(3, 2)", doubles({1, 2, 3, std::nan(""), 5, 7})));
  refuse_fit("nan.npy", {"nan.npy", "row 2", "column 2", "nan"});
  write("inf.npy", npy("<f8", "(3, 2)", doubles({1, 2, 3, 4, std::numeric_limits<double>::infinity(), 7})));
  refuse_fit("inf.npy", {"inf.npy", "row 3", "column 1", "inf"});
}

TEST_F(BadData, NotFiniteInRowsToTransform) {
  write("data.csv", "1,2\n3,4\n5,7\n");
  succeed({"fit", "data.csv", "-k", "1", "-o", "model.npz", "--quiet"});
  write("nan.npy", npy("<f8", "(2, 2)", doubles({1, 2, 3, std::nan("")})));
  for (const std::string command : {"transform", "reconstruct", "outliers"}) {
    refuse({command, "model.npz", "nan.npy", "-o", "out.csv"}, {"nan.npy", "row 2", "column 2"}, 1);
  }
}

TEST_F(BadData, NpyWithATruncatedBody) {
  const auto whole = npy("<f8", "(3, 2)", doubles({1, 2, 3, 4, 5, 7}));
  write("cut.npy", whole.substr(0, whole.size() - 5));
  refuse_fit("cut.npy", {"cut.npy"});
  write("head.npy", whole.substr(0, 30));
  refuse_fit("head.npy", {"head.npy"});
}

TEST_F(BadData, NpyWithObjects) {
  write("object.npy", npy("|O", "(3, 2)", doubles({1, 2, 3, 4, 5, 7})));
  refuse_fit("object.npy", {"object.npy", "object"});
}

TEST_F(BadData, NpyThatClaimsMoreThanItHas) {
  for (const std::string shape :
       {"(3000000000, 2)", "(4611686018427387904, 4)", "(3, 99999999999999999999)", "(-3, -2)"}) {
    write("claim.npy", npy("<f8", shape, doubles({1, 2, 3, 4, 5, 7})));
    refuse_fit("claim.npy", {"claim.npy"});
  }
}

TEST_F(BadData, OneRow) {
  write("one.csv", "a,b,c\n1,2,3\n");
  refuse({"fit", "one.csv", "-k", "1", "-o", "model.npz"}, {"2 rows", "1"});
}

TEST_F(BadData, AllRowsEqual) {
  write("equal.csv", "a,b\n0.1,0.7\n0.1,0.7\n0.1,0.7\n");
  refuse_fit("equal.csv", {"equal.csv", "equal"});
}

TEST_F(BadData, AFileNameCannotBreakTheLine) {
  write("two\nlines\x1b[31m.csv", "1,2\n3,x\n");
  refuse_fit("two\nlines\x1b[31m.csv", {"lines"});
}

}  // namespace
}  // namespace l21::internal::test
