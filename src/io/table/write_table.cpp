#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "io/bytes/atomic_file.hpp"
#include "io/bytes/output_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/matlab/mat.hpp"
#include "io/numpy/npy_file.hpp"
#include "io/numpy/npz.hpp"
#include "io/table/fail.hpp"
#include "io/table/format.hpp"
#include "io/text/csv.hpp"
#include "io/text/mtx.hpp"
#include "l21/io.hpp"

namespace l21 {
using namespace internal;
namespace {

using Put = std::function<void(std::string_view)>;

void write_standard_output(const Table& table) {
  const auto check = [](bool good) {
    if (!good) io::data_error("standard output: cannot be written: {}", std::strerror(errno));
  };
  io::format_csv(table, ',', [&](std::string_view text) {
    check(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
  });
  check(std::fflush(stdout) == 0);
}

void write_plain_text(const std::string& path, const std::string& file, const std::function<void(const Put&)>& format) {
  io::OutputFile output(path, file);
  format([&](std::string_view text) { output.write(std::as_bytes(std::span(text))); });
  output.close();
}

void write_gzip_text(const std::string& path, const std::string& file, const std::function<void(const Put&)>& format) {
  std::unique_ptr<gzFile_s, decltype(&gzclose)> output(gzopen(path.c_str(), "wb"), gzclose);
  const auto check = [&](bool good) {
    if (!good) io::data_error("{}: cannot be written: {}", file, std::strerror(errno));
  };
  check(output != nullptr);
  format([&](std::string_view text) {
    check(gzwrite(output.get(), text.data(), static_cast<unsigned>(text.size())) == static_cast<int>(text.size()));
  });
  check(gzclose(output.release()) == Z_OK);
}

void write_text(const io::Location& location, const std::string& path, const Table& table) {
  const char delimiter = location.extension == ".tsv" ? '\t' : ',';
  const auto format = [&](const Put& put) { io::format_csv(table, delimiter, put); };
  location.gzip ? write_gzip_text(path, location.file, format) : write_plain_text(path, location.file, format);
}

void write_format(const io::Location& location, const std::string& path, const Table& table) {
  if (table.sparse && location.format != io::Format::npz && location.format != io::Format::matrix_market)
    io::bad_request("{}: a sparse table is written as .npz or .mtx", location.file);
  switch (*location.format) {
    case io::Format::npy: return io::write_npy_file(path, location.file, table);
    case io::Format::npz: return io::write_npz_file(path, location.file, table);
    case io::Format::mat: return io::write_mat_file(path, location.file, table);
    case io::Format::hdf5: return io::write_hdf5_file(path, location.file, location.member, table);
    case io::Format::text: return write_text(location, path, table);
    case io::Format::svmlight: break;  // locate_output refuses it
    case io::Format::matrix_market:
      return write_plain_text(path, location.file, [&](const Put& put) { io::format_mtx(table, put); });
  }
}

}  // namespace

void write_table(const std::string& path, const Table& table) {
  if (path == io::kStandardStream) {
    if (table.sparse) io::bad_request("standard output: a sparse table is written as a .npz or .mtx file");
    return write_standard_output(table);
  }
  const io::Location location = io::locate_output(path);
  io::write_atomically(location.file, [&](const std::string& temporary) { write_format(location, temporary, table); });
}

void check_writable(const std::string& path) {
  if (path == io::kStandardStream) return;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    io::bad_request("{}: is a folder, name a file in it", path);
  }
  const std::string file = io::locate_output(path).file;
  const bool exists = ::stat(file.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) io::bad_request("{}: is a folder, name a file in it", file);
  if (exists && !S_ISREG(status.st_mode)) {
    if (::access(file.c_str(), W_OK) != 0) io::bad_request("{}: cannot be written: {}", file, std::strerror(errno));
    return;
  }
  const std::string parent = std::filesystem::path(file).parent_path().string();
  const std::string folder = parent.empty() ? "." : parent;
  if (::stat(folder.c_str(), &status) != 0)
    io::bad_request("{}: the folder {} does not exist; create it first", file, folder);
  if (!S_ISDIR(status.st_mode)) io::bad_request("{}: {} is not a folder", file, folder);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    io::bad_request("{}: the folder {} cannot be written to: {}", file, folder, std::strerror(errno));
  }
}

}  // namespace l21
