/// @file
/// Rows in memory that somebody else owns: what every fit and transform reads from.
#pragma once

#include <Eigen/SparseCore>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "l21/error.hpp"
#include "l21/export.hpp"
#include "l21/types.hpp"

namespace l21 {

/// How one number is stored. Computation is in float32 or float64 whatever the storage.
enum class Storage { float64, float32, uint8, int16 };

/// What one number takes.
[[nodiscard]] constexpr std::size_t bytes_per_value(Storage storage) {
  switch (storage) {
    case Storage::float64: return 8;
    case Storage::float32: return 4;
    case Storage::uint8: return 1;
    case Storage::int16: return 2;
  }
  return 0;
}

/// The types of numbers that a table may hold.
template <class T>
concept StoredScalar = std::is_same_v<T, double> || std::is_same_v<T, float> || std::is_same_v<T, std::uint8_t> ||
    std::is_same_v<T, std::int16_t>;

/// How a T is stored.
template <StoredScalar T>
[[nodiscard]] constexpr Storage storage_of() {
  if constexpr (std::is_same_v<T, double>) return Storage::float64;
  if constexpr (std::is_same_v<T, float>) return Storage::float32;
  if constexpr (std::is_same_v<T, std::uint8_t>) return Storage::uint8;
  if constexpr (std::is_same_v<T, std::int16_t>) return Storage::int16;
}

/// A borrowed rows x cols table. The value at (i, j) lies i * row_stride + j * col_stride values after `data`, so
/// row-major, column-major and transposed tables are all the same to us.
struct RowsView {
  const void* data = nullptr;          ///< the value at (0, 0)
  Storage storage = Storage::float64;  ///< what `data` points to
  Index rows = 0;                      ///< n
  Index cols = 0;                      ///< d
  Index row_stride = 0;                ///< values from one row to the next
  Index col_stride = 1;                ///< values from one column to the next

  /// The same table with points in columns (the MATLAB habit) read as points in rows.
  [[nodiscard]] RowsView transposed() const { return {data, storage, cols, rows, col_stride, row_stride}; }
  /// Rows [first, first + count), which must exist.
  [[nodiscard]] RowsView row_range(Index first, Index count) const {
    return {at(first * row_stride), storage, count, cols, row_stride, col_stride};
  }
  /// Columns [first, first + count), which must exist.
  [[nodiscard]] RowsView column_range(Index first, Index count) const {
    return {at(first * col_stride), storage, rows, count, row_stride, col_stride};
  }

 private:
  [[nodiscard]] const void* at(Index offset) const {
    return static_cast<const std::byte*>(data) + offset * static_cast<Index>(bytes_per_value(storage));
  }
};

/// Borrows any Eigen matrix or map with direct access. It must outlive the view.
///
///     const l21::RowMatrix<float> X = ...;
///     const l21::RowsView rows = l21::rows_of(X);
template <class Derived>
requires StoredScalar<typename Derived::Scalar>
[[nodiscard]] RowsView rows_of(const Eigen::DenseBase<Derived>& matrix) {
  const auto& m = matrix.derived();
  return {m.data(), storage_of<typename Derived::Scalar>(), m.rows(), m.cols(), m.rowStride(), m.colStride()};
}

/// A matrix that is gone at the end of the line cannot be borrowed: give it a name.
template <class Derived>
RowsView rows_of(Eigen::PlainObjectBase<Derived>&& temporary) = delete;

/// Borrows n x d numbers laid out row by row.
template <StoredScalar T>
[[nodiscard]] RowsView row_major(const T* data, Index rows, Index cols) {
  return {data, storage_of<T>(), rows, cols, cols, 1};
}

/// Borrowed compressed sparse rows: row i holds entries [start(i), start(i + 1)), their columns ascending. What is not
/// stored is 0. Values are float64 or float32.
struct SparseView {
  const void* values = nullptr;           ///< one for every entry
  Storage storage = Storage::float64;     ///< what `values` points to
  const std::int32_t* columns = nullptr;  ///< one for every entry, from 0
  const void* starts = nullptr;           ///< rows + 1 of them, std::int32_t or std::int64_t
  bool wide_starts = false;               ///< whether they are std::int64_t
  Index rows = 0;                         ///< n
  Index cols = 0;                         ///< d

  /// The first entry of a row, 0 <= row <= rows.
  [[nodiscard]] Index start(Index row) const {
    return wide_starts ? static_cast<Index>(static_cast<const std::int64_t*>(starts)[row])
                       : static_cast<Index>(static_cast<const std::int32_t*>(starts)[row]);
  }
  /// Entries of all rows together.
  [[nodiscard]] Index entries() const { return rows > 0 ? start(rows) - start(0) : 0; }
  /// The value of an entry.
  [[nodiscard]] double value(Index entry) const {
    return storage == Storage::float64 ? static_cast<const double*>(values)[entry]
                                       : static_cast<double>(static_cast<const float*>(values)[entry]);
  }
};

/// Throws InvalidArgument, with the place, unless starts ascend and the columns of every row ascend within the table,
/// each once. fit() checks its rows itself. Reads starts and columns once.
L21_EXPORT void validate(const SparseView& view);

/// Borrows a compressed row-major Eigen matrix. It must outlive the view. Throws InvalidArgument when it is not
/// compressed or its columns do not ascend: see validate.
template <class T>
requires(std::is_same_v<T, double> || std::is_same_v<T, float>) [[nodiscard]] SparseView
    sparse_rows_of(const Eigen::SparseMatrix<T, Eigen::RowMajor>& matrix) {
  if (!matrix.isCompressed()) throw InvalidArgument("sparse_rows_of: call makeCompressed() first");
  const SparseView view{matrix.valuePtr(), storage_of<T>(), matrix.innerIndexPtr(), matrix.outerIndexPtr(), false,
                        matrix.rows(),     matrix.cols()};
  validate(view);
  return view;
}

/// A matrix that is gone at the end of the line cannot be borrowed: give it a name.
template <class T>
SparseView sparse_rows_of(Eigen::SparseMatrix<T, Eigen::RowMajor>&& temporary) = delete;

/// Rows that live somewhere else (in files, in a database) and are loaded in chunks, used and dropped. A fit asks for
/// every row many times, mostly in order, from several threads at once, and never for all of them together unless the
/// table is small or a method needs a copy of it (pca where it is exact, kernels).
class RowLoader {
 public:
  virtual ~RowLoader() = default;
  /// How many rows there are.
  [[nodiscard]] virtual Index rows() const = 0;
  /// How many values a row has.
  [[nodiscard]] virtual Index cols() const = 0;
  /// How values are stored.
  [[nodiscard]] virtual Storage storage() const = 0;
  /// Fills `out` with rows [first, first + count), row by row, in storage(). The same values every time. What it throws
  /// ends the fit.
  virtual void load(Index first, Index count, void* out) const = 0;
};

/// Rows of any kind. A loader must outlive them.
class Rows {
 public:
  /// Dense rows.
  Rows(const RowsView& dense) : view_(dense) {}  // NOLINT: wherever rows are wanted
  /// Sparse rows.
  Rows(const SparseView& sparse) : view_(sparse) {}  // NOLINT
  /// Rows that are loaded in chunks.
  Rows(const RowLoader& loader) : view_(&loader) {}  // NOLINT

  /// What they are; null where they are something else.
  [[nodiscard]] const RowsView* dense() const { return std::get_if<RowsView>(&view_); }
  /// The sparse rows, or null.
  [[nodiscard]] const SparseView* sparse() const { return std::get_if<SparseView>(&view_); }
  /// The loader, or null.
  [[nodiscard]] const RowLoader* loader() const {
    const auto* found = std::get_if<const RowLoader*>(&view_);
    return found ? *found : nullptr;
  }
  /// How many rows there are.
  [[nodiscard]] Index rows() const { return loader() ? loader()->rows() : sparse() ? sparse()->rows : dense()->rows; }
  /// How many values a row has.
  [[nodiscard]] Index cols() const { return loader() ? loader()->cols() : sparse() ? sparse()->cols : dense()->cols; }
  /// How values are stored.
  [[nodiscard]] Storage storage() const {
    return loader() ? loader()->storage() : sparse() ? sparse()->storage : dense()->storage;
  }
  /// Numbers that are stored.
  [[nodiscard]] double values() const {
    return sparse() ? static_cast<double>(sparse()->entries())
                    : static_cast<double>(rows()) * static_cast<double>(cols());
  }

 private:
  std::variant<RowsView, SparseView, const RowLoader*> view_;
};

}  // namespace l21
