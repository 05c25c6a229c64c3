// The rows as a solver sees them: scaled, centered, with weights and norms.
#pragma once

#include <memory>

#include "data/row_source.hpp"
#include "l21/options.hpp"
#include "l21/rows.hpp"

namespace l21::internal {

template <class T>
struct PreparedRows {
  std::unique_ptr<RowSource<T>> source;
  Vector<double> weights;     // n, or empty for 1
  Vector<double> norm;        // n: ||x_i|| as prepared; 0 for rows that count as zero
  Vector<double> row_factor;  // n, or empty for 1
  Vector<double> outside;     // n, or empty for 0: ||.||^2 of what the source leaves out of x_i
  double total_norm = 0;      // sum_i w_i ||x_i||
  double total_weight = 0;
  Index zero_rows = 0;
  int threads = 1;

  [[nodiscard]] Index rows() const { return source->rows(); }
  [[nodiscard]] Index cols() const { return source->cols(); }
  [[nodiscard]] double weight(Index i) const { return weights.size() > 0 ? weights(i) : 1.0; }
};

// Centers (`center` is already multiplied by `factor`) and scales. A row counts as zero when
// |x_j - c_j| <= 16 |c_j| max(sqrt(d) eps of double, eps of the storage type) in every column j: column by column,
// because one large column must not hide what the others say. One read.
template <class T>
[[nodiscard]] PreparedRows<T> prepare_rows(const Rows& stored, const Vector<double>& factor,
                                           const Vector<double>& center, const Vector<double>& weights,
                                           RowScaling scaling, int threads);

}  // namespace l21::internal
