// Ctrl-C during a long fit, and the progress line it is pressed at.
#include <pty.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

class Interrupt : public Workspace {
 protected:
  // A bare container may have no pseudo terminals.
  void SetUp() override {
    Workspace::SetUp();
    int ours = -1, theirs = -1;
    if (openpty(&ours, &theirs, nullptr, nullptr, nullptr) != 0) GTEST_SKIP() << "there are no pseudo terminals here";
    close(ours);
    close(theirs);
  }

  // Noise without any structure: the iteration creeps.
  void write_noise() const {
    std::mt19937 generator(5);
    std::string text;
    for (int i = 0; i < 600; ++i) {
      for (int j = 0; j < 80; ++j) {
        if (j > 0) text += ',';
        text += std::to_string(static_cast<double>(generator()) / 4294967296.0 - 0.5);
      }
      text += '\n';
    }
    write("noise.csv", text);
  }
  const std::vector<std::string> endless_ = {"fit",   "noise.csv", "-k",         "30",         "--init", "random",
                                             "--tol", "0",         "--max-iter", "1000000000", "-o",     "model.npz"};
};

TEST_F(Interrupt, CtrlCWritesTheModelSoFar) {
  write_noise();
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove(path("model.npz"));
    const Outcome outcome = run_and_signal(endless_, {.folder = folder_, .input = {}}, "iteration", signal);
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    expect_contains(outcome.err, "l21pca: interrupted after");
    ASSERT_TRUE(exists("model.npz"));
    const auto info = succeed({"info", "model.npz"});
    expect_contains(info, "not converged");
    expect_contains(succeed({"info", "model.npz", "--json"}), "\"interrupted\"");
    EXPECT_EQ(parse_csv(succeed({"transform", "model.npz", "noise.csv"})).rows.size(), 600U);
  }
}

TEST_F(Interrupt, TheProgressLineIsClearedAtTheEnd) {
  write_noise();
  const Outcome outcome = run_and_signal(endless_, {.folder = folder_, .input = {}}, "iteration", SIGINT);
  expect_contains(outcome.err, "residual");
  expect_contains(outcome.err, "\r\x1b[Kl21pca: interrupted");
}

TEST_F(Interrupt, QuietAndJsonShowNoProgressEvenOnATerminal) {
  write("data.csv", plane_csv());
  for (const std::string flag : {"--quiet", "--json"}) {
    const Outcome outcome = run_and_signal({"fit", "data.csv", "-k", "2", "-o", "model.npz", flag},
                                           {.folder = folder_, .input = {}}, "never", 0);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
  }
}

}  // namespace
}  // namespace l21::internal::test
