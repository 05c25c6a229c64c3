// Rows in memory, centered explicitly while they are copied into cache.
#pragma once

#include <memory>

#include "data/kernels.hpp"
#include "data/row_source.hpp"
#include "l21/rows.hpp"

namespace l21 {

// What happens to a stored row before anybody computes with it: (x_j factor_j - center_j) row_factor_i.
struct RowPreparation {
  Vector<double> factor;      // d: 2^-scale_exponent / feature_scale
  Vector<double> center;      // d, already multiplied by factor
  Vector<double> row_factor;  // n, or empty for 1: 1 / norm (sphere), 0 for rows that count as zero

  // Rows as they are stored.
  [[nodiscard]] static RowPreparation identity(Index cols) {
    return {Vector<double>::Ones(cols), Vector<double>::Zero(cols), {}};
  }
};

template <class T>
class DenseRows final : public RowSource<T> {
 public:
  // Borrows the rows, keeps the preparation.
  DenseRows(const RowsView& view, RowPreparation preparation);

  [[nodiscard]] Index rows() const override { return view_.rows; }
  [[nodiscard]] Index cols() const override { return view_.cols; }
  [[nodiscard]] Index block_rows(Index components) const override;
  [[nodiscard]] std::unique_ptr<RowBlock<T>> make_block(Index most_rows) const override;
  void copy_rows(Index first, Index count, T* out) const override;
  void copy_columns(Index first, Index count, Index first_col, Index cols, T* out) const override;

  [[nodiscard]] StoredRows stored(Index first, Index count) const;
  // What happens to them on the way to rows that lie out_stride apart.
  [[nodiscard]] Affine affine(Index first, Index out_stride) const;
  // Whether rows can be used where they are stored: in T, one factor for all, and long enough to be worth it.
  [[nodiscard]] bool is_shifted() const { return shift_.size() > 0; }
  [[nodiscard]] ShiftedRows<T> shifted(Index first, Index count) const;

 private:
  RowsView view_;
  RowPreparation preparation_;
  Vector<T> shift_;  // d values of the center and d of what rounding left over; empty unless is_shifted()
};

}  // namespace l21
