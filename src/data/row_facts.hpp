// What is known of every row besides its values, and what can be asked of all of them together.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal {

// Vectors with one value a row live where the rows live: their sums and maxima are asked for here, never formed
// elsewhere.
struct RowFacts {
  Vector<double> weights{};     // n, or empty for 1
  Vector<double> norm{};        // n: ||x_i|| as prepared; 0 for rows that count as zero
  Vector<double> row_factor{};  // n, or empty for 1: what rows were multiplied with after centering
  Vector<double> left_out{};    // n, or empty for 0: ||.||^2 of what the source leaves out of x_i
  Vector<double> filled{};      // n, or empty for 0: what filled holes add to ||W^T x_i||^2 at the W of the day
  double total_norm = 0;        // sum_i w_i ||x_i||
  double total_weight = 0;
  Index zero_rows = 0;
  int threads = 1;

  RowFacts() = default;
  RowFacts(Vector<double> row_weights, Vector<double> norms, int most_threads);

  [[nodiscard]] Index count() const { return norm.size(); }
  // Whether the weights are whole numbers, and so counts of rows.
  [[nodiscard]] bool weights_are_counts() const;
  // How many rows each stands for: its weight where weights are counts, else what it is worth beside the others. Empty
  // for 1.
  [[nodiscard]] Vector<double> counts() const;
  // How many rows all stand for.
  [[nodiscard]] Index counted() const;
  [[nodiscard]] double weight(Index i) const { return weights.size() > 0 ? weights(i) : 1.0; }

  using RowValue = std::function<double(Index row)>;
  // (f(0), ..., f(n - 1)); their sum; the largest of them, at least 0. f is called from several threads.
  [[nodiscard]] Vector<double> each(const RowValue& f) const;
  [[nodiscard]] double sum(const RowValue& f) const;
  [[nodiscard]] double largest(const RowValue& f) const;
  // A^T diag(v) B with one row of A and B for each of ours.
  [[nodiscard]] Matrix<double> products(const Matrix<double>& A, const Vector<double>& v,
                                        const Matrix<double>& B) const;

  // The weighted median of one value a row, and 1.4826 times the median of their distances from it.
  struct Middle {
    double median, spread;
  };
  [[nodiscard]] Middle middle_of(Vector<double> values) const;

  // Draws `count` rows, one from each of as many stretches of equal share of the sum of `values`, each row with a
  // probability in proportion to its own, which is at least 0. None where all are 0.
  [[nodiscard]] std::vector<Index> drawn_by(const Vector<double>& values, Index count, std::uint64_t seed) const;

  // max of ||x_i|| over rows with a weight.
  [[nodiscard]] double longest() const;
  // The first row (with a weight) of that norm; -1 where all are 0.
  [[nodiscard]] Index longest_row() const;
  // sum_i w_i ||x_i||^2.
  [[nodiscard]] double sum_of_squares() const;
  // The median of ||x_i|| before row_factor, or its mean where more than half of the rows are at the center.
  [[nodiscard]] double typical_distance() const;
  // sum_i w_i ||x_i|| over the `few` rows where it is largest, over that of all.
  [[nodiscard]] double share_of_longest(Index few) const;
};

}  // namespace l21::internal
