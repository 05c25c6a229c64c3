#include "errors.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <system_error>

namespace l21::internal::app {
namespace {

// File names may hold line breaks and terminal escapes; an error stays one harmless line.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\r' || c == '\t')
      c = ' ';
    else if (code < 0x20 || code == 0x7f)
      c = '?';
  }
  return line;
}

ExitCode fail(ExitCode code, std::string_view sentence) {
  say(sentence);
  return code;
}

}  // namespace

void say(std::string_view sentence) {
  fmt::print(stderr, "l21pca: {}\n", one_line(sentence));
}

void warn(std::string_view sentence) {
  say(fmt::format("warning: {}", sentence));
}

ExitCode guarded(const std::function<ExitCode()>& work) {
  try {
    return work();
  } catch (const InvalidArgument& error) {
    return fail(ExitCode::usage, error.message().text(Vocabulary::flag));
  } catch (const DataError& error) {
    return fail(ExitCode::data, error.message().text(Vocabulary::flag));
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::data, "not enough memory for these data");
  } catch (const std::length_error&) {
    return fail(ExitCode::data, "not enough memory for these data");
  } catch (const std::system_error& error) {
    // Where SIGPIPE is ignored a reader such as `head` that has enough shows as this.
    return error.code() == std::errc::broken_pipe ? ExitCode::data : fail(ExitCode::data, error.what());
  } catch (const std::exception& error) {
    return fail(ExitCode::data, fmt::format("unexpected error: {}", error.what()));
  }
}

void flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw std::system_error(errno, std::generic_category(), "standard output: cannot write");
}

std::string display_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

}  // namespace l21::internal::app
