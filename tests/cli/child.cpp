#include "child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace l21::internal::test {
namespace {

namespace fs = std::filesystem;

// A pipe or a terminal: we hold `ours`, the child `theirs`.
struct Channel {
  int ours = -1;
  int theirs = -1;
};

Channel make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  return {ends[0], ends[1]};
}

Channel make_terminal() {
  Channel channel;
  if (openpty(&channel.ours, &channel.theirs, nullptr, nullptr, nullptr) != 0) throw std::runtime_error("openpty");
  return channel;
}

// Input comes from a file beside the folder's contents, so that no deadlock is possible.
int open_input(const RunOptions& options) {
  if (options.input.empty()) return open("/dev/null", O_RDONLY | O_CLOEXEC);
  const fs::path path = fs::path(options.folder.string() + ".stdin");
  std::ofstream(path, std::ios::binary) << options.input;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  fs::remove(path);
  return file;
}

[[noreturn]] void become_program(const std::vector<std::string>& words, const RunOptions& options, int in, int out,
                                 int err) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  std::vector<char*> arguments = {const_cast<char*>(L21PCA_PROGRAM)};
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (chdir(options.folder.c_str()) == 0) execv(L21PCA_PROGRAM, arguments.data());
  _exit(127);
}

// Appends what can be read; false at the end (a terminal that nobody holds any more reads as an error).
bool drain(int file, std::string& text) {
  std::array<char, 4096> buffer;
  const auto count = read(file, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Trigger {
  std::string text;
  int signal = 0;
};

Outcome run(const std::vector<std::string>& words, const RunOptions& options, Channel err, Trigger trigger) {
  const Channel out = make_pipe();
  const int in = open_input(options);
  const pid_t child = fork();
  if (child == 0) become_program(words, options, in, out.theirs, err.theirs);
  for (const int file : {in, out.theirs, err.theirs}) close(file);

  Outcome outcome;
  std::array<pollfd, 2> files = {pollfd{out.ours, POLLIN, 0}, pollfd{err.ours, POLLIN, 0}};
  while (files[0].fd >= 0 || files[1].fd >= 0) {
    poll(files.data(), files.size(), -1);
    if (files[0].revents != 0 && !drain(files[0].fd, outcome.out)) files[0].fd = -1;
    if (files[1].revents != 0 && !drain(files[1].fd, outcome.err)) files[1].fd = -1;
    if (trigger.signal != 0 && outcome.err.find(trigger.text) != std::string::npos) {
      kill(child, std::exchange(trigger.signal, 0));
    }
  }
  close(out.ours);
  close(err.ours);
  outcome.exit_code = wait_for(child);
  return outcome;
}

}  // namespace

Outcome run_program(const std::vector<std::string>& words, const RunOptions& options) {
  return run(words, options, make_pipe(), {});
}

Outcome run_and_signal(const std::vector<std::string>& words, const RunOptions& options, const std::string& text,
                       int signal) {
  return run(words, options, make_terminal(), {text, signal});
}

}  // namespace l21::internal::test
