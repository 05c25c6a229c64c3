#include "output.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "l21/error.hpp"

namespace l21::internal::app {

void add_table_output(CLI::App& command, std::string& path) {
  command
      .add_option("-o,--output", path,
                  "where to write the table: .csv, .tsv (also .gz), .npy, .npz, .mat, .h5 or .mtx; - or nothing: CSV "
                  "to standard output")
      ->type_name("FILE");
}

void check_keeps_inputs(const std::string& path, const std::vector<std::string>& inputs) {
  for (const auto& input : inputs) {
    std::error_code ignored;
    if (std::filesystem::equivalent(path, input, ignored)) {
      throw InvalidArgument(fmt::format("the output '{}' would overwrite the input; give it another name", path));
    }
  }
}

void check_output(const std::string& path, const std::vector<std::string>& inputs) {
  if (path == "-") return;
  check_keeps_inputs(path, inputs);
  check_writable(path);
}

void check_apart(const std::string& folder, const std::vector<std::string>& inputs) {
  for (const auto& input : inputs) {
    std::error_code ignored;
    const std::filesystem::path file(input);
    const auto parent = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    const auto extension = file.extension();
    if ((extension == ".csv" || extension == ".html" || extension == ".svg") &&
        std::filesystem::is_regular_file(file, ignored) && std::filesystem::equivalent(parent, folder, ignored))
      throw InvalidArgument(
          fmt::format("'{}' lies where results go, which could overwrite it; give another -o", input));
  }
}

std::string page_files(const std::string& path) {
  const std::filesystem::path page(path);
  return (page.parent_path() / (page.stem().string() + "_files")).string();
}

void check_page_output(const std::string& path, const std::vector<std::string>& inputs) {
  if (!path.ends_with(".html"))
    throw InvalidArgument(fmt::format("-o takes a page to write that ends in .html, got '{}'", path));
  check_keeps_inputs(path, inputs);
  check_apart(page_files(path), inputs);
  if (std::filesystem::is_directory(path))
    throw InvalidArgument(fmt::format("cannot write '{}': it is a folder", path));
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw InvalidArgument(fmt::format("cannot write '{}': there is no folder '{}'", path, folder.string()));
}

Table borrowed_table(const RowMatrix<double>& values, const Table& source) {
  Table table;
  table.view = rows_of(values);
  table.id_name = source.id_name;
  table.row_ids = source.row_ids;
  return table;
}

}  // namespace l21::internal::app
