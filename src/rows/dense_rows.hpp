// Rows in memory, or loaded in chunks, centered explicitly while they are copied into cache.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "l21/rows.hpp"
#include "rows/padded_vectors.hpp"
#include "rows/row_preparation.hpp"
#include "rows/row_source.hpp"
#include "simd/simd.hpp"

namespace l21::internal {

// The columns of W.
template <class T>
struct DenseDirections final : Directions {
  PaddedVectors<T> columns;
};

template <class T>
class DenseRows final : public RowSource<T> {
 public:
  // Borrows the rows, keeps the preparation.
  DenseRows(const RowsView& view, RowPreparation preparation);
  DenseRows(const RowLoader& loader, RowPreparation preparation);
  // Owns rows that are prepared already.
  explicit DenseRows(RowMatrix<T> rows);
  DenseRows(const DenseRows&) = delete;
  DenseRows& operator=(const DenseRows&) = delete;

  [[nodiscard]] Index rows() const override { return view_.rows; }
  [[nodiscard]] Index cols() const override { return view_.cols; }
  [[nodiscard]] double values_before(Index row) const override {
    return static_cast<double>(row) * static_cast<double>(cols());
  }
  [[nodiscard]] Index block_rows(Index components) const override;
  [[nodiscard]] std::unique_ptr<RowBlock<T>> make_block(Index most_rows) const override;
  [[nodiscard]] bool shares_columns() const override;
  [[nodiscard]] std::unique_ptr<Directions> make_directions() const override;
  void pack(const Matrix<double>& W, Directions& packed) const override;
  void begin_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum) const override;
  void finish_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum, Matrix<double>& M) const override;
  void copy_rows(Index first, Index count, T* out) const override;
  void copy_columns(Index first, Index count, Index first_col, Index cols, T* out) const override;
  [[nodiscard]] std::unique_ptr<RowSource<T>> chosen(const std::vector<Index>& rows) const override;

  // The rows as they are stored: where they lie, or in `chunk`, into which they are then loaded.
  [[nodiscard]] RowsView bring(Index first, Index count, std::vector<std::byte>& chunk) const;
  // What happens to them on the way to rows that lie out_stride apart.
  [[nodiscard]] Affine affine(Index first, Index out_stride) const;
  // Whether rows can be used where they are stored: in T, one factor for all, and long enough to be worth it.
  [[nodiscard]] bool is_shifted() const { return shift_.size() > 0; }
  [[nodiscard]] ShiftedRows<T> shifted(Index first, Index count) const;

 private:
  RowMatrix<T> owned_;  // or nothing
  RowsView view_;       // of loaded rows their size alone
  const RowLoader* loader_ = nullptr;
  RowPreparation preparation_;
  Vector<T> shift_;  // d values of the center and d of what rounding left over; empty unless is_shifted()
};

// Rows of any source, prepared and dense.
template <class T>
[[nodiscard]] std::unique_ptr<RowSource<T>> dense_copy(const RowSource<T>& source, const std::vector<Index>& rows);

}  // namespace l21::internal
