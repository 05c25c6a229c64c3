// Where rows live. A source knows how to bring a block of its rows into cache and multiply with it; nothing else.
#pragma once

#include <memory>

#include "data/padded_vectors.hpp"

namespace l21 {

// A block of rows X_b (count x d), prepared (scaled and centered) and in cache.
template <class T>
class RowBlock {
 public:
  virtual ~RowBlock() = default;
  // The rows need not arrive before somebody multiplies with them.
  virtual void load(Index first, Index count) = 0;
  // P <- X_b W; P is row-major, count x m. 2 count d m flops. Best called first: it can hide the reading of the rows.
  virtual void project(const PaddedVectors<T>& W, T* P) = 0;
  // X_b <- X_b - P W^T, after project: what the subspace leaves over.
  virtual void subtract_projection(const PaddedVectors<T>& W, const T* P) = 0;
  // M <- M + X_b^T A in double; A is row-major, count x M.cols().
  virtual void accumulate(const T* A, Matrix<double>& M) = 0;
  // out_i <- ||x_i||^2.
  virtual void squared_norms(double* out) = 0;
  // max |x_ij|; NaN when any value is not finite.
  virtual double max_abs() = 0;
};

template <class T>
class RowSource {
 public:
  virtual ~RowSource() = default;
  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index cols() const = 0;
  // How many rows a block should hold that is multiplied with so many columns; depends on the shape only, never on
  // threads. At most 256, the most that are summed in float.
  [[nodiscard]] virtual Index block_rows(Index components) const = 0;
  [[nodiscard]] virtual std::unique_ptr<RowBlock<T>> make_block(Index most_rows) const = 0;
  // The prepared rows themselves, row-major.
  virtual void copy_rows(Index first, Index count, T* out) const = 0;
  // The same of columns [first_col, first_col + cols) alone.
  virtual void copy_columns(Index first, Index count, Index first_col, Index cols, T* out) const = 0;
};

}  // namespace l21
