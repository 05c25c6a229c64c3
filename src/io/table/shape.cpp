#include "io/table/shape.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "io/table/element.hpp"

namespace l21::internal::io {
namespace {

// For each column of the table, its place in column-major order of the trailing axes.
std::vector<Index> column_major_places(const std::vector<Index>& shape) {
  const Index columns = column_count(shape);
  std::vector<Index> places(static_cast<std::size_t>(columns));
  for (Index c = 0; c < columns; ++c) {
    Index rest = c;
    Index place = 0;
    // Digits of c in C order, last axis first; place = sum digit_k * (product of earlier trailing extents).
    for (std::size_t axis = shape.size() - 1; axis >= 1; --axis) {
      place = place * shape[axis] + rest % shape[axis];
      rest /= shape[axis];
    }
    places[static_cast<std::size_t>(c)] = place;
  }
  return places;
}

}  // namespace

std::optional<std::size_t> value_count(const std::vector<Index>& shape) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<Index>::max()) / 8;
  std::size_t product = 1;
  bool empty = false;
  for (const Index extent : shape) {
    if (extent < 0) return std::nullopt;
    if (extent == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(product, static_cast<std::size_t>(extent), &product) || product > kMost) {
      return std::nullopt;
    }
  }
  return empty ? 0 : product;
}

Index row_count(const std::vector<Index>& shape) {
  return shape.empty() ? 1 : shape[0];
}

Index column_count(const std::vector<Index>& shape) {
  Index columns = 1;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) columns *= shape[axis];
  return columns;
}

Table shaped_table(std::unique_ptr<std::byte[]> bytes, Storage storage, const std::vector<Index>& shape, Order order) {
  const Index rows = row_count(shape);
  const Index cols = column_count(shape);
  Table table;
  table.bytes = std::move(bytes);
  table.view = {table.bytes.get(), storage, rows, cols, cols, 1};
  if (order == Order::column_major) {
    table.view.row_stride = 1;
    table.view.col_stride = rows;
  }
  if (shape.size() < 3) return table;
  if (order == Order::column_major && rows > 0 && cols > 0) {
    Table copy = Table::row_major(storage, rows, cols);
    const auto places = column_major_places(shape);
    with_scalar(storage, [&]<class T>(T) {
      const T* from = table.values<T>();
      T* to = copy.values<T>();
      for (Index i = 0; i < rows; ++i) {
        for (Index c = 0; c < cols; ++c) to[i * cols + c] = from[i + rows * places[static_cast<std::size_t>(c)]];
      }
    });
    table = std::move(copy);
  }
  table.sample_shape.assign(shape.begin() + 1, shape.end());
  return table;
}

std::vector<Index> array_shape(const Table& table) {
  std::vector<Index> shape{table.view.rows};
  if (table.sample_shape.empty()) {
    shape.push_back(table.view.cols);
  } else {
    shape.insert(shape.end(), table.sample_shape.begin(), table.sample_shape.end());
  }
  return shape;
}

void copy_row_major(const RowsView& view, std::byte* target) {
  if (view.cols == 0) return;  // any number of rows without values
  with_scalar(view.storage, [&]<class T>(T) {
    const T* from = static_cast<const T*>(view.data);
    T* to = reinterpret_cast<T*>(target);
    for (Index i = 0; i < view.rows; ++i) {
      const T* row = from + i * view.row_stride;
      for (Index j = 0; j < view.cols; ++j) *to++ = row[j * view.col_stride];
    }
  });
}

void copy_column_major(const RowsView& view, const std::vector<Index>& shape, std::byte* target) {
  if (view.rows == 0 || view.cols == 0) return;
  const auto places = column_major_places(shape);
  with_scalar(view.storage, [&]<class T>(T) {
    const T* from = static_cast<const T*>(view.data);
    T* to = reinterpret_cast<T*>(target);
    for (Index c = 0; c < view.cols; ++c) {
      T* column = to + view.rows * places[static_cast<std::size_t>(c)];
      for (Index i = 0; i < view.rows; ++i) column[i] = from[i * view.row_stride + c * view.col_stride];
    }
  });
}

}  // namespace l21::internal::io
