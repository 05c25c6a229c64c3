// Cells of all rows beside a subspace: their scales, and which of them are damaged.
#pragma once

#include "data/cell_judge.hpp"
#include "data/filled_rows.hpp"

namespace l21::internal {

// The rows that cells are judged in.
struct CellTable {
  Rows known;              // as given, NaN where a cell is missing
  Vector<double> weights;  // n, or empty for 1: of the rows, where scales are taken
  int threads;
};

// Weighted median of |x_ij - <t_i, w_j>| over the known cells of every column, times 1.4826, and a little more where m
// components were fitted to few rows or columns. In images at least half of the median column's; at least what the
// model says. T is n x m, W of the model d x m; both may have no columns. Holds an n x d table of float.
[[nodiscard]] Vector<double> cell_scales(const CellTable& table, const RowScheme& scheme, const CellModel& about,
                                         const RowMatrix<double>& T);

// Of prepared columns, d values each.
struct ColumnExtents {
  Vector<double> range;  // max - min of the known cells, at least the median column's
  // Where most of a column is one value (zeros among counts, flags), that of the four fifths that are nearest to it:
  // the others are no damage if they are many. 0 elsewhere, and in images.
  Vector<double> least_scale;
};
// `shape` as in CellModel.
[[nodiscard]] ColumnExtents column_extents(const CellTable& table, const RowScheme& scheme,
                                           const std::vector<Index>& shape);

// Scores of every row without its damaged cells, n x m. One read, and about 4 d m^2 flops a row.
[[nodiscard]] RowMatrix<double> scores_of_good_cells(const CellTable& table, const RowScheme& scheme,
                                                     const CellModel& model);

// Where cells are missing or, given the scores, more likely damaged than not. One read. Not for sparse rows.
[[nodiscard]] Holes damaged_cells(const CellTable& table, const RowScheme& scheme, const CellModel& model,
                                  const RowMatrix<double>& T);

// n x d: the probability that a cell is good; 0 where it is missing.
[[nodiscard]] RowMatrix<double> goodness_of_cells(const CellTable& table, const RowScheme& scheme,
                                                  const CellModel& model, const RowMatrix<double>& T);

// Degrees of freedom, 3, 5, 7 or 9, of the residuals over their scales in the cleaner half of (some of) the rows: by
// how much farther out than the median the 95 % quantile lies.
[[nodiscard]] double cell_tails(const CellTable& table, const RowScheme& scheme, const CellModel& model,
                                const RowMatrix<double>& T);

}  // namespace l21::internal
