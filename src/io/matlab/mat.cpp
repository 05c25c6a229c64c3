#include "io/matlab/mat.hpp"

#include <fmt/ranges.h>
#include <matio.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "io/bytes/input_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/hdf5_handle.hpp"
#include "io/table/element.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"

namespace l21::internal::io {
namespace {

using MatFile = std::unique_ptr<mat_t, decltype(&Mat_Close)>;
using MatVariable = std::unique_ptr<matvar_t, decltype(&Mat_VarFree)>;

std::optional<Element> element_of(const matvar_t& variable) {
  switch (variable.class_type) {
    case MAT_C_DOUBLE: return Element::float64;
    case MAT_C_SINGLE: return Element::float32;
    case MAT_C_INT8: return Element::int8;
    case MAT_C_UINT8: return Element::uint8;
    case MAT_C_INT16: return Element::int16;
    case MAT_C_UINT16: return Element::uint16;
    case MAT_C_INT32: return Element::int32;
    case MAT_C_UINT32: return Element::uint32;
    case MAT_C_INT64: return Element::int64;
    case MAT_C_UINT64: return Element::uint64;
    default: return std::nullopt;
  }
}

const char* kind_of(const matvar_t& variable) {
  switch (variable.class_type) {
    case MAT_C_CELL: return "a cell array";
    case MAT_C_STRUCT: return "a struct";
    case MAT_C_OBJECT:
    case MAT_C_OPAQUE: return "an object";
    case MAT_C_CHAR: return "text";
    case MAT_C_SPARSE: return "sparse; convert it with full()";
    case MAT_C_FUNCTION: return "a function";
    case MAT_C_EMPTY: return "empty";
    default: return variable.isComplex != 0 ? "complex; save its real part" : "no matrix";
  }
}

std::vector<Index> shape_of(const matvar_t& variable) {
  std::vector<Index> shape;
  for (int axis = 0; axis < variable.rank && variable.dims != nullptr; ++axis) {
    shape.push_back(static_cast<Index>(std::min<std::size_t>(variable.dims[axis], std::numeric_limits<Index>::max())));
  }
  return shape;
}

// matio calls a version 7.3 variable empty when it does not understand the attribute that names its class, as in files
// not written by MATLAB itself. HDF5 knows better what it holds.
bool is_real_numeric(const matvar_t& variable) {
  return (element_of(variable) || variable.class_type == MAT_C_EMPTY) && variable.isComplex == 0;
}

// Two or more axes longer than one; MATLAB has no other way to tell a matrix from a vector.
bool is_matrix(const matvar_t& variable) {
  const auto shape = shape_of(variable);
  return is_real_numeric(variable) && std::count_if(shape.begin(), shape.end(), [](Index n) { return n > 1; }) >= 2;
}

struct Contents {
  std::vector<std::string> numeric;
  std::vector<std::string> matrices;
  std::string list;  // "X (400 x 64), labels (400 x 1)"
};

Contents list_variables(mat_t* file) {
  Contents contents;
  Mat_Rewind(file);
  for (;;) {
    const MatVariable variable(Mat_VarReadNextInfo(file), Mat_VarFree);
    if (!variable) return contents;
    if (variable->name == nullptr) continue;
    const std::string name = variable->name;
    if (is_real_numeric(*variable)) contents.numeric.push_back(name);
    if (is_matrix(*variable)) contents.matrices.push_back(name);
    const std::string note = is_real_numeric(*variable) ? "" : fmt::format(": {}", kind_of(*variable));
    contents.list += fmt::format("{}{} ({}{})", contents.list.empty() ? "" : ", ", shown(name),
                                 fmt::join(shape_of(*variable), " x "), note);
  }
}

std::string choose_variable(mat_t* file, const std::string& path, const std::optional<std::string>& name) {
  if (name) return *name;
  const Contents contents = list_variables(file);
  if (contents.matrices.size() == 1) return contents.matrices.front();
  if (contents.matrices.empty() && contents.numeric.size() == 1) return contents.numeric.front();
  if (contents.list.empty()) data_error("{}: holds no variables that can be read", path);
  if (contents.numeric.empty()) data_error("{}: holds no real numeric matrix; it has {}", path, contents.list);
  data_error("{}: holds several matrices: {}; name one as {}:VARIABLE", path, contents.list, path);
}

// Reads into `target`, in the type of the variable's class. Versions before 7.3 hold less than 2^31 values.
bool read_values(mat_t* file, matvar_t* variable, std::size_t count, std::byte* target) {
  return count <= std::numeric_limits<int>::max() &&
         Mat_VarReadDataLinear(file, variable, target, 0, 1, static_cast<int>(count)) == 0;
}

[[noreturn]] void refuse(const matvar_t& variable, const std::string& where) {
  data_error("{}: is {}; a real numeric matrix is needed", where, kind_of(variable));
}

// matio takes what a file that was cut off lacks for zeros. Version 5 is a header of 128 bytes and elements that begin
// with a 4-byte type and a 4-byte length; all of them must lie inside the file.
void check_not_cut(const InputFile& file) {
  constexpr std::size_t kHeader = 128;
  std::array<std::byte, 8> tag{};
  file.read_at(kHeader - 2, std::span(tag).first(2));
  const bool big_endian = tag[0] == std::byte{'M'};
  for (std::size_t at = kHeader; at < file.size();) {
    const std::size_t rest = file.size() - at;
    std::size_t length = rest;
    if (rest >= tag.size()) {
      file.read_at(at, tag);
      length = 0;
      for (std::size_t i = 4; i < 8; ++i)
        length = length << 8 | std::to_integer<std::size_t>(tag[big_endian ? i : 11 - i]);
    }
    if (rest < tag.size() || length > rest - tag.size())
      data_error("{}: is cut off after {} bytes", file.path(), file.size());
    at += tag.size() + length;
  }
}

Table read_variable(mat_t* file, matvar_t* variable, std::size_t file_size, const std::string& where) {
  const auto element = element_of(*variable);
  if (!element || variable->isComplex != 0) refuse(*variable, where);
  // A value takes at least a byte, which deflate expands by no more than 1032.
  const std::size_t most = variable->compression == MAT_COMPRESSION_NONE ? file_size : 1032 * file_size;
  const auto shape = shape_of(*variable);
  const auto count = value_count(shape);
  if (!count || *count > most) {
    data_error("{}: claims {} values in a file of {} bytes; it is damaged", where, fmt::join(shape, " x "), file_size);
  }
  // Zeros: matio may leave what a damaged file does not have.
  auto bytes = std::make_unique<std::byte[]>(*count * element_size(*element));
  if (*count > 0 && !read_values(file, variable, *count, bytes.get())) {
    data_error("{}: cannot be read; the file is damaged or truncated", where);
  }
  const auto native = native_storage(*element);
  if (!native) {
    auto widened = std::make_unique_for_overwrite<std::byte[]>(*count * sizeof(double));
    widen(bytes.get(), *element, *count, reinterpret_cast<double*>(widened.get()));
    bytes = std::move(widened);
  }
  return shaped_table(std::move(bytes), native.value_or(Storage::float64), shape, Order::column_major);
}

// Version 7.3 is HDF5 with the axes in reverse order. We read the values ourselves: matio counts them in 32 bits.
Table read_version73(const std::string& path, const std::string& variable) {
  Hdf5Array array = read_hdf5_array(path, "/" + variable);
  std::reverse(array.shape.begin(), array.shape.end());
  return shaped_table(std::move(array.bytes), array.storage, array.shape, Order::column_major);
}

}  // namespace

Table read_mat_file(const std::string& path, const std::optional<std::string>& name) {
  const InputFile probe(path);
  const std::size_t size = probe.size();
  if (size == 0) data_error("{}: the file is empty", path);
  std::string wanted;
  {
    const Hdf5Session session;
    const MatFile file(Mat_Open(path.c_str(), MAT_ACC_RDONLY), Mat_Close);
    if (!file) data_error("{}: is not a MATLAB file, or is damaged", path);
    if (Mat_GetVersion(file.get()) == MAT_FT_MAT5) check_not_cut(probe);
    wanted = choose_variable(file.get(), path, name);
    Mat_Rewind(file.get());
    const MatVariable variable(Mat_VarReadInfo(file.get(), wanted.c_str()), Mat_VarFree);
    if (!variable) {
      data_error("{}: has no variable '{}'; it has {}", path, shown(wanted), list_variables(file.get()).list);
    }
    const std::string where = fmt::format("{}:{}", path, shown(wanted));
    if (Mat_GetVersion(file.get()) != MAT_FT_MAT73) return read_variable(file.get(), variable.get(), size, where);
    if (!is_real_numeric(*variable)) refuse(*variable, where);
  }
  return read_version73(path, wanted);
}

}  // namespace l21::internal::io
