#include "vector_file.hpp"

#include <fmt/core.h>

#include "errors.hpp"
#include "l21/io.hpp"

namespace l21::internal::app {
namespace {

template <class T>
Vector<double> values_of(const RowsView& view) {
  const Index stride = view.rows == 1 ? view.col_stride : view.row_stride;
  const Eigen::Map<const Vector<T>, 0, Eigen::InnerStride<>> values(
      static_cast<const T*>(view.data), view.rows * view.cols, Eigen::InnerStride<>(stride));
  return values.template cast<double>();
}

}  // namespace

Vector<double> read_vector(const std::string& path, int threads) {
  ReadOptions options;
  options.threads = threads;
  const Table table = read_table(path, options);
  const RowsView& view = table.view;
  if (table.sparse) throw DataError(fmt::format("{}: is sparse; weights and centers are dense", display_name(path)));
  if (view.rows != 1 && view.cols != 1) {
    throw DataError(fmt::format("{}: one row or one column of numbers is needed, got {} x {}", display_name(path),
                                view.rows, view.cols));
  }
  switch (view.storage) {
    case Storage::float64: return values_of<double>(view);
    case Storage::float32: return values_of<float>(view);
    case Storage::uint8: return values_of<std::uint8_t>(view);
    case Storage::int16: return values_of<std::int16_t>(view);
  }
  return {};
}

}  // namespace l21::internal::app
