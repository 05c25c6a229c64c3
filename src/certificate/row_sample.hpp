// What rows that are drawn at random say of all rows. docs/certificate.md proves it.
#pragma once

#include <cstdint>
#include <vector>

#include "data/prepared_rows.hpp"
#include "linalg/blas.hpp"

namespace l21::internal {

// The largest mean that a sum of independent numbers from [0, 1] may have, if it came out as `seen`, but for a
// probability of `failure` (Chernoff).
[[nodiscard]] double largest_mean(double seen, double failure);

inline constexpr double kNothing = 1e-8;   // of directions: rounding
inline constexpr double kWellBelow = 0.6;  // of what bounds should be below, what a sample should say beside a guard

// Rows and their weights in G, and what some directions leave of them.
template <class T>
struct RowsOutside {
  const PreparedRows<T>& rows;
  const Vector<double>& v;
  Vector<double> left;  // at least ||.||^2 of what is left, whatever rounding has done
  double of_product;    // what a product of two rows may be off by, over their lengths
};

// Rows outside some directions, each drawn with a probability in proportion to v_i ||y_i||^2, y_i what these leave of
// it; sum_k (y_k / ||y_k||) (y_k / ||y_k||)^T then has the mean (rows / trace) (I - P) G (I - P).
template <class T>
class RowSample {
 public:
  // Borrows the directions, orthonormal columns.
  RowSample(const RowsOutside<T>& outside, const Matrix<double>& known, Index count, std::uint64_t seed);

  // No eigenvalue outside the known directions is larger, but for a probability of `failure`.
  [[nodiscard]] double largest(double failure) const;
  // The leading eigenvalues there, roughly, and the directions that belong to such eigenvectors.
  [[nodiscard]] SymmetricEigen leading(Index count, std::uint64_t seed) const;
  [[nodiscard]] Matrix<double> directions(const Matrix<double>& vectors) const;

 private:
  RowSample(const RowsOutside<T>& outside, const Matrix<double>& known, const std::vector<Index>& which);
  [[nodiscard]] SymmetricProduct times_sample() const;
  // What an eigenvalue of the sample counts for.
  [[nodiscard]] double unit() const { return trace_ / static_cast<double>(rows_.rows()); }

  const Matrix<double>& known_;
  double trace_;  // of all rows outside
  PreparedRows<T> rows_;
  Vector<double> factor_;  // 1 / ||y_k||
  bool by_columns_;
  Matrix<double> K_;  // the sum above, or the matrix of the rows with the same eigenvalues
  double rounding_;   // the norm of what K is off by
};

}  // namespace l21::internal
