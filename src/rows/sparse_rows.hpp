// Compressed sparse rows, never densified: the center is subtracted from products, not from values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "l21/rows.hpp"
#include "rows/row_preparation.hpp"
#include "rows/row_source.hpp"

namespace l21::internal {

// x_i = r_i (F v_i - c), F = diag(factor), r_i = row_factor_i, v_i stored. All sums are in double:
//   W^T x_i          = r_i ((F W)^T v_i - W^T c)
//   ||x_i||^2        = r_i^2 (sum over entries of (f_j v_ij - c_j)^2 - c_j^2, + ||c||^2)
//   sum_i x_i a_i^T  = F sum_i v_i (r_i a_i)^T - c (sum_i r_i a_i)^T
// A product costs O(entries m), and O(d m) a pass.
template <class T>
class SparseRows final : public RowSource<T> {
 public:
  // Borrows the rows, keeps the preparation.
  SparseRows(const SparseView& view, RowPreparation preparation);
  SparseRows(const SparseRows&) = delete;
  SparseRows& operator=(const SparseRows&) = delete;

  [[nodiscard]] Index rows() const override { return view_.rows; }
  [[nodiscard]] Index cols() const override { return view_.cols; }
  [[nodiscard]] double values_before(Index row) const override;
  [[nodiscard]] Index block_rows(Index components) const override;
  [[nodiscard]] std::unique_ptr<RowBlock<T>> make_block(Index most_rows) const override;
  [[nodiscard]] std::unique_ptr<Directions> make_directions() const override;
  void pack(const Matrix<double>& W, Directions& packed) const override;
  void begin_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum) const override;
  void finish_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum, Matrix<double>& M) const override;
  void copy_rows(Index first, Index count, T* out) const override;
  void copy_columns(Index first, Index count, Index first_col, Index cols, T* out) const override;
  [[nodiscard]] std::unique_ptr<RowSource<T>> chosen(const std::vector<Index>& rows) const override;

  [[nodiscard]] const SparseView& view() const { return view_; }
  [[nodiscard]] double row_factor(Index row) const {
    return preparation_.row_factor.size() > 0 ? preparation_.row_factor(row) : 1.0;
  }
  [[nodiscard]] double squared_norm(Index row) const;

 private:
  struct Arrays {
    std::vector<std::byte> values;
    std::vector<std::int32_t> columns;
    std::vector<std::int64_t> starts;
  };

  Arrays owned_;  // or nothing
  SparseView view_;
  RowPreparation preparation_;
  double squared_center_;
};

}  // namespace l21::internal
