// Every failure is one line on standard error and an exit code.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "exit_code.hpp"
#include "l21/error.hpp"

namespace l21::internal::app {

// "l21pca: <sentence>" on standard error; what would break the line is replaced.
void say(std::string_view sentence);
void warn(std::string_view sentence);

// Runs `work`; whatever it throws is said and becomes its exit code.
[[nodiscard]] ExitCode guarded(const std::function<ExitCode()>& work);

// Throws std::system_error unless everything printed so far reached standard output.
void flush_output();

// `path` as errors name it.
[[nodiscard]] std::string display_name(const std::string& path);

// Runs `work` on rows in memory; its DataErrors get the name of the file that they came from in front.
template <class Work>
[[nodiscard]] auto in_file(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const DataError& error) {
    throw DataError({display_name(path), ": ", error.message()});
  }
}

}  // namespace l21::internal::app
