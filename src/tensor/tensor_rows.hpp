// The vectors along one mode of every sample as rows, after the other modes were projected. Nothing is kept: samples
// are projected block by block, in cache, whenever rows are wanted.
#pragma once

#include <optional>

#include "rows/dense_rows.hpp"
#include "tensor/contraction.hpp"

namespace l21::internal {

class TensorRows final : public RowSource<double> {
 public:
  // Borrows the samples, rows of volume(shape) values. Without a mode a row is all of a projected sample.
  TensorRows(const RowSource<double>& samples, std::vector<Index> shape, ModeFactors factors,
             std::optional<std::size_t> mode);

  [[nodiscard]] Index rows() const override { return samples_.rows() * group(); }
  [[nodiscard]] Index cols() const override { return cols_; }
  // How many rows a sample has; blocks hold whole samples.
  [[nodiscard]] Index group() const { return group_; }
  [[nodiscard]] double values_before(Index row) const override {
    return static_cast<double>(row) * static_cast<double>(cols_);
  }
  [[nodiscard]] Index block_rows(Index components) const override;
  [[nodiscard]] std::unique_ptr<RowBlock<double>> make_block(Index most_rows) const override;
  [[nodiscard]] std::unique_ptr<Directions> make_directions() const override {
    return std::make_unique<DenseDirections<double>>();
  }
  void pack(const Matrix<double>& W, Directions& packed) const override {
    static_cast<DenseDirections<double>&>(packed).columns.assign(W);
  }
  void begin_moment(Index m, const Matrix<double>*, Matrix<double>& sum) const override { sum.setZero(cols_, m); }
  void finish_moment(Index, const Matrix<double>*, Matrix<double>& sum, Matrix<double>& M) const override { M = sum; }
  void copy_rows(Index first, Index count, double* out) const override;
  void copy_columns(Index first, Index count, Index first_col, Index cols, double* out) const override;

  [[nodiscard]] std::unique_ptr<RowSource<double>> chosen(const std::vector<Index>& rows) const override {
    return dense_copy(*this, rows);
  }

  struct Workspace {
    std::vector<double> values, scratch;
  };
  // The rows of samples [first, first + count).
  void project_samples(Index first, Index count, Workspace& workspace, double* out) const;

 private:
  const RowSource<double>& samples_;
  std::vector<Index> shape_, projected_;
  ModeFactors factors_;
  std::optional<std::size_t> mode_;
  Index cols_, group_;
};

// ||x - W W^T x||^2 of every sample, W the projection by all factors: formed explicitly. One read.
[[nodiscard]] Vector<double> squared_rest(const RowSource<double>& samples, const std::vector<Index>& shape,
                                          const ModeFactors& factors, int threads);

}  // namespace l21::internal
