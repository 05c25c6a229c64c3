// Some rows of a table, as coordinates of at most as many dimensions.
#pragma once

#include <cstdint>
#include <vector>

#include "l21/rows.hpp"
#include "robust/candidate.hpp"

namespace l21::internal {

// So many rows, one from each of as many stretches of equal weight; all of them where there are no more. Rows that
// stand for several may come several times. Ascending.
[[nodiscard]] std::vector<Index> rows_of_sample(const Vector<double>& counts, Index rows, Index draws,
                                                std::uint64_t seed);

// How many rows of a table a search for so many components draws, at least. Long rows are fewer: their products with
// each other cost about as much as a fit.
[[nodiscard]] Index search_rows(Index rows, Index columns, Index components);
// `most` of these rows at equal distances, or all of them.
[[nodiscard]] std::vector<Index> evenly_among(const std::vector<Index>& rows, std::size_t most);
// The indices of values in the order of the values; of equal ones in their own.
[[nodiscard]] std::vector<Index> ascending(const Vector<double>& values);

class Sample {
 public:
  // Rows times `factor`, in double. Their origin is near the middle of most of them, so that far rows cost the others
  // no digits.
  Sample(const Rows& stored, const Vector<double>& factor, const std::vector<Index>& rows, int threads);

  // n x q, q <= min(n, d), in the order of their lengths: the distances between rows are those of the table.
  [[nodiscard]] const RowMatrix<double>& coordinates() const { return Y_; }
  // Of the table.
  [[nodiscard]] Index columns() const { return rows_.cols(); }
  // Some of them in the columns of the table, about an origin.
  [[nodiscard]] Matrix<double> in_columns(const std::vector<Index>& rows) const;
  // A subspace of the coordinates as one of the table (with `factor`).
  [[nodiscard]] Candidate in_table(const Candidate& candidate) const;
  // The other way, as well as the rows of the sample can tell.
  [[nodiscard]] Candidate in_sample(const Candidate& candidate) const;

 private:
  void choose_coordinates();

  Vector<double> origin_;
  PreparedRows<double> rows_;  // about it
  std::vector<Index> order_;   // of them by their lengths: what is found does not depend on their order in the table
  RowMatrix<double> Y_;
  // Where coordinates are not columns: unit rows `pivots` of rows_ are L Q^T, and Q is the basis that Y has coordinates
  // in.
  std::vector<Index> pivots_;
  Matrix<double> L_;
};

}  // namespace l21::internal
