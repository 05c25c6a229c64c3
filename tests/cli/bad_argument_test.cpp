// Arguments that make no sense: exit code 2, one line, nothing written.
#include "workspace.hpp"

namespace l21::internal::test {
namespace {

class BadArgument : public Workspace {
 protected:
  BadArgument() { write("data.csv", plane_csv()); }  // 30 x 5

  // fit data.csv -k 2 -o model.npz and `more`.
  void refuse_with(const std::vector<std::string>& more, const std::vector<std::string>& parts, int code = 2) const {
    std::vector<std::string> words = {"fit", "data.csv", "-k", "2", "-o", "model.npz"};
    words.insert(words.end(), more.begin(), more.end());
    refuse(words, parts, code);
  }
};

TEST_F(BadArgument, SlipsOfTheKeyboardAreAnsweredWithWhatWasMeant) {
  refuse({"fit", "data.csv", "-k", "2", "--componets", "3"}, {"'--componets', did you mean --components?"}, 2);
  refuse({"fit", "data.csv", "-k", "2", "--sclae=std"}, {"'--sclae=std', did you mean --scale?"}, 2);
  refuse({"fti", "data.csv"}, {"no command 'fti', did you mean fit?"}, 2);
  refuse({"fit", "data.csv", "-k", "2", "--colour"}, {"unexpected argument '--colour'; see"}, 2);
}

TEST_F(BadArgument, ComponentsOutOfRange) {
  refuse({"fit", "data.csv", "-k", "0", "-o", "model.npz"}, {"components", "at least 1, or auto", "0"}, 2);
  for (const std::string k : {"-1", "6"})
    refuse({"fit", "data.csv", "-k", k, "-o", "model.npz"}, {"components", "5", k}, 2);
  write("flat.csv", "1,2,3,4\n4,3,2,2\n");
  refuse({"fit", "flat.csv", "-k", "3", "-o", "model.npz"}, {"components", "2", "3"}, 2);
}

TEST_F(BadArgument, NumbersThatAreNone) {
  for (const std::string k : {"two", "2.5", "", "99999999999", "2x"})
    refuse({"fit", "data.csv", "-k", k, "-o", "m.npz"}, {"components", k}, 2);
  refuse_with({"--tol", "small"}, {"--tol", "small"});
  refuse_with({"--tol", "-1"}, {"tol", "-1"});
  refuse_with({"--tol", "nan"}, {"tol", "nan"});
  refuse_with({"--max-iter", "0"}, {"max", "0"});
  refuse_with({"--threads", "-2"}, {"threads", "-2"});
  refuse_with({"--seed", "-2"}, {"--seed", "-2"});
  refuse_with({"--method", "l2p", "--p", "3"}, {"p", "3"});
}

TEST_F(BadArgument, MissingArgumentsAreNamed) {
  refuse({"fit", "data.csv", "-o", "model.npz"}, {"-k"}, 2);
  refuse({"fit", "-k", "2", "-o", "model.npz"}, {"DATA"}, 2);
  refuse({"fit", "data.csv", "-o", "model.npz", "-k"}, {"--components"}, 2);
  refuse({"transform", "model.npz"}, {"DATA"}, 2);
  refuse({"convert", "data.csv"}, {"OUT"}, 2);
  refuse({"info"}, {"MODEL"}, 2);
}

TEST_F(BadArgument, UnknownWordsAreNamed) {
  refuse({"fti", "data.csv"}, {"'fti'", "fit, transform"}, 2);
  refuse({"help", "fti"}, {"'fti'"}, 2);
  refuse({"--colour"}, {"--colour"}, 2);
  refuse_with({"--colour", "red"}, {"--colour", "fit --help"});
  refuse_with({"more.csv"}, {"more.csv"});
  refuse_with({"--method", "l3"}, {"--method", "l1_greedy", "l3"});
  refuse_with({"--preset", "brave"}, {"--preset", "robust", "brave"});
  refuse_with({"--center", "middle"}, {"--center", "geometric_median", "middle"});
  refuse_with({"--resize", "46"}, {"--resize", "46"});
}

// Reading comes first, so that what is refused here has reached it.
TEST_F(BadArgument, TheNumberOfThreadsReachesTheReader) {
  const std::vector<std::string> parts = {"threads must satisfy 0 <= threads <= 4096, got 5000"};
  succeed({"fit", "data.csv", "-k", "2", "-o", "known.npz", "--quiet"});
  refuse({"fit", "nosuch.csv", "-k", "2", "-o", "model.npz", "--threads", "5000"}, parts, 2);
  refuse({"convert", "nosuch.csv", "out.npy", "--threads", "5000"}, parts, 2);
  for (const std::string command : {"transform", "reconstruct", "outliers"})
    refuse({command, "known.npz", "nosuch.csv", "--threads", "5000"}, parts, 2);
  refuse({"experiment", "occlusion", "--data", "nosuch.npy", "-o", "out", "--threads", "5000"}, parts, 2);
}

TEST_F(BadArgument, OptionsGivenTwiceAreNotGuessedAt) {
  refuse_with({"-k", "3"}, {"--components"});
}

TEST_F(BadArgument, OptionsThatDoNotFitTogether) {
  refuse_with({"--method", "l21", "--center", "joint"}, {"joint", "r1"});
}

TEST_F(BadArgument, Kernels) {
  const std::vector<std::string> fit = {"fit", "data.csv", "-k", "2", "-o", "model.npz", "--kernel"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), fit.begin(), fit.end());
    return more;
  };
  refuse(with({"cubic"}), {"--kernel must be one of", "rbf", "'cubic'"}, 2);
  refuse(with({"rbf", "--gamma", "0"}), {"gamma must be finite and > 0, got 0"}, 2);
  refuse(with({"rbf", "--gamma", "wide"}), {"--gamma must be a number, got 'wide'"}, 2);
  refuse(with({"rbf", "--landmarks", "31"}), {"landmarks must satisfy 0 <= landmarks <= 30 (rows), got 31"}, 2);
  refuse(with({"polynomial", "--degree", "0"}), {"degree must satisfy 1 <= degree"}, 2);
  refuse(with({"precomputed"}), {"data.csv", "square, got 30 x 5"}, 1);
}

TEST_F(BadArgument, Weights) {
  std::string ones;
  for (int i = 0; i < 29; ++i) ones += "1\n";
  write("short.csv", ones);
  refuse_with({"--weights", "short.csv"}, {"weights", "29", "30"});
  write("negative.csv", ones + "-2\n");
  refuse_with({"--weights", "negative.csv"}, {"weights", "-2", "30"});
  std::string zeros;
  for (int i = 0; i < 30; ++i) zeros += "0\n";
  write("zero.csv", zeros);
  refuse_with({"--weights", "zero.csv"}, {"weights", "0"});
  write("wide.csv", "1,2\n3,4\n");
  refuse_with({"--weights", "wide.csv"}, {"wide.csv", "2 x 2"}, 1);
  refuse_with({"--weights", "nosuch.csv"}, {"nosuch.csv"}, 1);
}

TEST_F(BadArgument, CenterAndStartFiles) {
  write("short.csv", "1,2,3\n");
  refuse_with({"--center", "short.csv"}, {"center", "3", "5"});
  refuse_with({"--center", "nosuch.csv"}, {"nosuch.csv"}, 1);
  refuse_with({"--init", "nosuch.npz"}, {"nosuch.npz"}, 1);
  succeed({"fit", "data.csv", "-k", "3", "-o", "three.npz", "--quiet"});
  refuse_with({"--init", "three.npz"}, {"start", "3", "2"});
}

TEST_F(BadArgument, UnwritableOutput) {
  const auto refuse_output = [&](const std::string& file, const std::vector<std::string>& parts) {
    refuse({"fit", "data.csv", "-k", "2", "-o", file}, parts);
  };
  refuse_output("nosuch/model.npz", {"nosuch"});
  refuse_output("model.csv", {"-o", ".npz", "model.csv"});
  refuse_output("-", {"-o", ".npz"});
  std::filesystem::create_directory(path("folder.npz"));
  refuse_output("folder.npz", {"folder.npz"});
  refuse_with({"--trace", "nosuch/trace.csv"}, {"nosuch"});
  refuse_with({"--trace", "trace.doc"}, {"trace.doc"});
}

TEST_F(BadArgument, UnwritableTables) {
  succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz", "--quiet"});
  for (const std::string command : {"transform", "reconstruct", "outliers"}) {
    refuse({command, "model.npz", "data.csv", "-o", "nosuch/out.csv"}, {"nosuch"});
    refuse({command, "model.npz", "data.csv", "-o", "out.doc"}, {"out.doc"});
  }
  refuse({"convert", "data.csv", "out.doc"}, {"out.doc"});
}

TEST_F(BadArgument, AnOutputThatIsAnInputIsNotOverwritten) {
  succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz", "--quiet"});
  const auto model = read("model.npz"), data = read("data.csv");
  refuse({"transform", "model.npz", "data.csv", "-o", "data.csv"}, {"data.csv", "overwrite"}, 2);
  refuse({"transform", "model.npz", "data.csv", "-o", "./model.npz"}, {"model.npz", "overwrite"}, 2);
  refuse({"convert", "data.csv", "data.csv"}, {"data.csv", "overwrite"}, 2);
  refuse_with({"--trace", "data.csv"}, {"data.csv", "overwrite"});
  refuse_with({"--init", "model.npz"}, {"model.npz", "overwrite"});
  EXPECT_EQ(read("model.npz"), model);
  EXPECT_EQ(read("data.csv"), data);
}

}  // namespace
}  // namespace l21::internal::test
