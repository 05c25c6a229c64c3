#include <filesystem>

#include "io/bytes/input_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/images/images.hpp"
#include "io/matlab/mat.hpp"
#include "io/numpy/npy_file.hpp"
#include "io/numpy/npz.hpp"
#include "io/table/fail.hpp"
#include "io/table/format.hpp"
#include "io/table/selection.hpp"
#include "io/text/csv.hpp"
#include "io/text/mtx.hpp"
#include "io/text/svmlight.hpp"
#include "io/text/text_input.hpp"
#include "l21/io.hpp"

namespace l21 {
using namespace internal;
namespace {

// Every format but text, whose columns are chosen while it is parsed.
Table read_whole(const io::Location& location, MissingCells missing_cells) {
  switch (*location.format) {
    case io::Format::npy: return io::read_npy_file(location.file);
    case io::Format::npz: return io::read_npz(io::ZipReader(location.file), location.member);
    case io::Format::mat: return io::read_mat_file(location.file, location.member);
    case io::Format::hdf5: return io::read_hdf5_file(location.file, location.member);
    case io::Format::matrix_market:
      return io::parse_mtx(io::TextInput(location.file).text(), location.file, missing_cells);
    case io::Format::svmlight:
      return io::parse_svmlight(io::TextInput(location.file).text(), location.file, missing_cells);
    case io::Format::text: break;
  }
  throw std::logic_error("text is read by parse_csv");
}

Table checked_not_empty(Table table, const std::string& path) {
  if (table.view.rows == 0 || table.view.cols == 0) {
    io::data_error("{}: holds no values, its size is {} x {}", path, table.view.rows, table.view.cols);
  }
  return table;
}

// The same bounds and words as those of a fit.
void check_threads(int threads) {
  if (threads < 0 || threads > 4096) io::bad_request("threads must satisfy 0 <= threads <= 4096, got {}", threads);
}

}  // namespace

Table read_table(const std::string& path, const ReadOptions& options) {
  check_threads(options.threads);
  if (path == io::kStandardStream) {
    const auto input = io::TextInput::standard_input();
    return io::parse_csv(input.text(), "standard input", options);
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return io::apply_options(io::read_image_folder(path, options), options, path);
  }
  const io::Location location = io::locate(path);
  if (!location.format) {
    const io::InputFile must_exist(location.file);
    io::data_error(
        "{}: its extension '{}' is none of .npy, .npz, .csv, .tsv, .txt, .mat, .h5, .hdf5, .mtx, .svm, .svmlight, "
        ".libsvm (text also with .gz); rename or convert it",
        path, io::shown(location.extension));
  }
  if (location.format == io::Format::text) {
    const io::TextInput input(location.file);
    return io::parse_csv(input.text(), location.file, options);
  }
  return io::apply_options(checked_not_empty(read_whole(location, options.missing_cells), path), options, path);
}

}  // namespace l21
