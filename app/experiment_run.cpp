#include "experiment_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "errors.hpp"
#include "output.hpp"
#include "pages/markup.hpp"

namespace l21::internal::app {

void prepare_folder(const std::string& folder, const std::vector<std::string>& inputs) {
  check_apart(folder, inputs);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw InvalidArgument(
        fmt::format("cannot make the folder '{}'{}{}", folder, error ? ": " : "", error ? error.message() : ""));
  if (!pages::can_write_to(folder))
    throw InvalidArgument(fmt::format("nothing can be written to the folder '{}'", folder));
}

std::string write_results(const pages::Page& page, const std::string& folder) {
  std::string path = (std::filesystem::path(folder) / "report.html").string();
  pages::write_page(page, path, folder);
  return path;
}

void print_results(const pages::DataTable& table, const std::string& page) {
  fmt::print("{}\n{}\nreport: {}\n", table.caption, pages::text_of(table), pages::printable(page));
}

ExitCode interrupted(const std::string& page) {
  say(fmt::format("interrupted; what was finished is in {}", page));
  return ExitCode::interrupted;
}

std::string with_hyphens(std::string text) {
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

}  // namespace l21::internal::app
