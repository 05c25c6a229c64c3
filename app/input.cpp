#include "input.hpp"

#include "linalg/parallel.hpp"
#include "sizes.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kDataHelp =
    "the table to read: .csv, .tsv, .txt (also .gz), .npy, .npz, .mat[:variable], .h5[:/path], .mtx, .svm, .svmlight, "
    ".libsvm, a folder of images, or - for CSV on standard input; sparse: .mtx coordinate, scipy's .npz, .svm";

ImageSize parse_size(const std::string& text) {
  const auto [width, height] = parse_sides(text, "--resize takes WIDTHxHEIGHT in pixels, such as 46x56");
  return {.width = width, .height = height};
}

// "a,b" given once or "a" and "b" given in turn; every use of the option takes one word.
void add_list(CLI::App& command, const std::string& flag, std::vector<std::string>& values, const std::string& help) {
  command.add_option(flag, values, help)->delimiter(',')->allow_extra_args(false)->type_name("LIST")->group("Input");
}

}  // namespace

InputArguments::InputArguments(CLI::App& command, const std::string& name) {
  command.add_option(name, path_, kDataHelp)->required();
  add_list(command, "--columns", options_.columns,
           "columns to use: names, numbers from 1, ranges such as 2-7; separated by commas or given repeatedly");
  add_list(command, "--exclude", options_.exclude, "columns to leave out, written as for --columns");
  command
      .add_option("--id-column", id_column_, "the column that names the rows; it is no data and goes to the outputs")
      ->type_name("NAME")
      ->group("Input");
  command.add_flag("--transpose", options_.transpose, "points lie in columns (the MATLAB habit)")->group("Input");
  command.add_option("--resize", resize_, "bring the images of a folder to one size, such as 46x56")
      ->type_name("WxH")
      ->group("Input");
}

Table InputArguments::read(int threads, MissingCells missing) const {
  ReadOptions options = options_;
  options.threads = resolve_threads(threads);
  options.missing_cells = missing;
  if (!id_column_.empty()) options.id_column = id_column_;
  if (!resize_.empty()) options.resize = parse_size(resize_);
  return read_table(path_, options);
}

}  // namespace l21::internal::app
