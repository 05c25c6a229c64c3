// Where results go. Nothing is written before everything else has succeeded.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "l21/io.hpp"
#include "l21/types.hpp"

namespace l21::internal::app {

// Adds -o/--output for a table; without it the table goes to standard output.
void add_table_output(CLI::App& command, std::string& path);

// Throws InvalidArgument when `path` is one of `inputs`, which it would destroy.
void check_keeps_inputs(const std::string& path, const std::vector<std::string>& inputs);
// The same, and when no table or model can be written to `path`.
void check_output(const std::string& path, const std::vector<std::string>& inputs);
// Throws InvalidArgument when one of `inputs` lies in `folder` under a name that pages, tables or figures may have.
void check_apart(const std::string& folder, const std::vector<std::string>& inputs);
// Where tables and figures of a page go: "out/report_files" beside "out/report.html".
[[nodiscard]] std::string page_files(const std::string& path);
// The same for a page, which must end in .html, and its folder.
void check_page_output(const std::string& path, const std::vector<std::string>& inputs);

// `values` with the row names of `source`, as a table that borrows `values`.
[[nodiscard]] Table borrowed_table(const RowMatrix<double>& values, const Table& source);

}  // namespace l21::internal::app
