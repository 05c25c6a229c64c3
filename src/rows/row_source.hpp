// Where rows live. A source knows how to bring a block of its rows into cache and multiply with it; nothing else.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal {

// W as a source wants it. Every source packs into a type of its own, which its blocks know.
class Directions {
 public:
  virtual ~Directions() = default;
};

// A block of rows X_b (count x d), prepared (scaled and centered) and in cache.
template <class T>
class RowBlock {
 public:
  virtual ~RowBlock() = default;
  // The rows need not arrive before somebody multiplies with them.
  virtual void load(Index first, Index count) = 0;
  // P <- X_b W; P is row-major, count x m. Best called first: it can hide the reading of the rows.
  virtual void project(const Directions& W, T* P) = 0;
  // X_b <- X_b - P W^T, after project: what the subspace leaves over. W has orthonormal columns.
  virtual void subtract_projection(const Directions& W, const T* P) = 0;
  // sum <- sum + X_b^T A in double, in a form of the source's own (RowSource::begin_moment); A is row-major, count x m.
  virtual void accumulate(const T* A, Index m, Matrix<double>& sum) = 0;
  // out_i <- ||x_i||^2.
  virtual void squared_norms(double* out) = 0;
  // max |x_ij| of the stored values; NaN when any is not finite.
  virtual double max_abs() = 0;
};

template <class T>
class RowSource {
 public:
  virtual ~RowSource() = default;
  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index cols() const = 0;
  // How many values are stored in rows [0, row).
  [[nodiscard]] virtual double values_before(Index row) const = 0;
  [[nodiscard]] double values() const { return values_before(rows()); }
  // How many rows a block should hold that is multiplied with so many columns; depends on the shape only, never on
  // threads. At most 256, the most that are summed in float.
  [[nodiscard]] virtual Index block_rows(Index components) const = 0;
  [[nodiscard]] virtual std::unique_ptr<RowBlock<T>> make_block(Index most_rows) const = 0;
  // Whether a block is the work of all threads, which share its columns in products with the team of the caller
  // (ProductTeam), because there are too few rows to share. Depends on the shape only.
  [[nodiscard]] virtual bool shares_columns() const { return false; }
  // Room for directions, and W put there; W must live as long as it is used.
  [[nodiscard]] virtual std::unique_ptr<Directions> make_directions() const = 0;
  virtual void pack(const Matrix<double>& W, Directions& packed) const = 0;
  // A sum of zeros for m columns, of rows from which `subtracted` (null: nothing) will have been projected off.
  virtual void begin_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum) const = 0;
  // M (d x m) from what was summed.
  virtual void finish_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum,
                             Matrix<double>& M) const = 0;
  // The prepared rows themselves, row-major.
  virtual void copy_rows(Index first, Index count, T* out) const = 0;
  // The same of columns [first_col, first_col + cols) alone.
  virtual void copy_columns(Index first, Index count, Index first_col, Index cols, T* out) const = 0;
  // A copy of these rows, which lives by itself.
  [[nodiscard]] virtual std::unique_ptr<RowSource<T>> chosen(const std::vector<Index>& rows) const = 0;
};

// Columns [first_col, first_col + cols) of all rows. Rows that are loaded come in whole: some at a time.
template <class T>
[[nodiscard]] RowMatrix<T> copy_columns(const RowSource<T>& source, Index first_col, Index cols) {
  constexpr Index kStretch = 4096;
  RowMatrix<T> out(source.rows(), cols);
  for (Index first = 0; first < out.rows(); first += kStretch)
    source.copy_columns(first, std::min(kStretch, out.rows() - first), first_col, cols, out.row(first).data());
  return out;
}

}  // namespace l21::internal
