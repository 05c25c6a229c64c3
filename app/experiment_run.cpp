#include "experiment_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "errors.hpp"
#include "output.hpp"
#include "report/markup.hpp"

namespace l21::app {

void prepare_folder(const std::string& folder, const std::vector<std::string>& inputs) {
  check_apart(folder, inputs);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw InvalidArgument(
        fmt::format("cannot make the folder '{}'{}{}", folder, error ? ": " : "", error ? error.message() : ""));
  if (!report::can_write_to(folder))
    throw InvalidArgument(fmt::format("nothing can be written to the folder '{}'", folder));
}

std::string write_results(const report::Page& page, const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "report.html").string();
  report::write_page(page, path, folder);
  return path;
}

void print_results(const report::DataTable& table, const std::string& page) {
  fmt::print("{}\n{}\nreport: {}\n", table.caption, report::text_of(table), report::printable(page));
}

ExitCode interrupted(const std::string& page) {
  say(fmt::format("interrupted; what was finished is in {}", page));
  return ExitCode::interrupted;
}

std::string with_hyphens(std::string text) {
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

}  // namespace l21::app
