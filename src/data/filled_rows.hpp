// Rows with holes, cells that nobody knows (NaN), filled by what a subspace says of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "data/prepared_rows.hpp"
#include "l21/rows.hpp"

namespace l21::internal {

// Where they are.
struct Holes {
  std::vector<Index> start{0};         // of every row, and the end
  std::vector<std::int32_t> column{};  // ascending within a row
  std::vector<Index> entry{};          // of sparse rows: where the value is stored

  [[nodiscard]] Index count() const { return static_cast<Index>(column.size()); }
  [[nodiscard]] std::span<const std::int32_t> of_row(Index row) const {
    const auto i = static_cast<std::size_t>(row);
    return {column.data() + start[i], static_cast<std::size_t>(start[i + 1] - start[i])};
  }
};

// One read. Throws DataError with row and column of the first value that is infinite.
[[nodiscard]] Holes find_holes(const Rows& rows, int threads);

// A hole counts as this much of a cell that lies at the center. Scores that the cells of a row leave open, or nearly
// so, stay near 0 instead of anywhere; those that they settle move by a thousandth.
inline constexpr double kHoleWeight = 1e-3;
// The same of a cell that was taken for damaged. The rows that a search leaves out of a column are often those that
// alone say anything about it (every image of one person, in one corner): without this much, what is filled in there
// would run away. From 0.01 to 0.1 images come out alike; at 0.001 undamaged ones lost a tenth.
inline constexpr double kDamagedWeight = 0.03;

// A table without holes: its values are those of the stored rows, and in the holes what fill() put there, worked out
// when rows are loaded. Nothing of n x d is kept (of sparse rows their values). Whole numbers become float32, because
// what is filled in is none.
class FilledRows final : public RowLoader {
 public:
  // Borrows the rows.
  FilledRows(const Rows& stored, Holes holes, double hole_weight = kHoleWeight);
  FilledRows(const FilledRows&) = delete;
  FilledRows& operator=(const FilledRows&) = delete;

  [[nodiscard]] const Rows& stored() const { return stored_; }
  [[nodiscard]] const Holes& holes() const { return holes_; }
  [[nodiscard]] double hole_weight() const { return hole_weight_; }
  // The filled table, as long as this lives; what it holds changes with fill().
  [[nodiscard]] Rows filled() const;

  // Every hole by the value of its column, in stored units.
  void fill(const Vector<double>& value);
  // By the subspace: with the scores t_i that are best over the cells of the row,
  //   t_i = argmin over t of sum_{j known} (x_ij - <t, w_j>)^2 + e sum_{j hole} <t, w_j>^2, e = hole_weight(),
  // a hole becomes (1 - e) <t_i, w_j>, so that W^T of the filled row is t_i. Returns n values, what the holes add to
  // ||t_i||^2: (1 - e) sum_{j hole} <t_i, w_j>^2. W is orthonormal. One read in T, 2 n d m flops, and
  // m^2 for every hole.
  // `prior` (m values, or empty for 0): t^T diag(prior) t is added to the sum of rows with holes, whose scores then
  // stay where those of other rows are.
  template <class T>
  [[nodiscard]] Vector<double> fill(const RowScheme& scheme, const Matrix<double>& W, int threads,
                                    const Vector<double>& prior = {});

  // n x m: W^T of the filled rows, as the last fill() by a subspace found them.
  [[nodiscard]] const RowMatrix<double>& scores() const { return T_; }
  // What the subspace that the holes were filled by says of a cell, in stored units.
  [[nodiscard]] double predicted(Index row, Index column) const;

  [[nodiscard]] Index rows() const override { return stored_.rows(); }
  [[nodiscard]] Index cols() const override { return stored_.cols(); }
  [[nodiscard]] Storage storage() const override {
    return stored_.storage() == Storage::float64 ? Storage::float64 : Storage::float32;
  }
  void load(Index first, Index count, void* out) const override;

 private:
  template <class S>
  void load_as(Index first, Index count, S* out) const;
  [[nodiscard]] double value(Index row, Index column) const;
  void fill_sparse();

  Rows stored_;
  Holes holes_;
  double hole_weight_;
  Vector<double> base_;      // d: where there are no scores, in stored units
  RowMatrix<double> slope_;  // d x m, or empty: what a score adds to it
  RowMatrix<double> T_;      // n x m
  std::vector<double> sparse_f64_;
  std::vector<float> sparse_f32_;
};

// Calls body(row, column, the value that is stored there, what the subspace says) for every hole.
void visit_holes(const FilledRows& rows, const std::function<void(Index, Index, double, double)>& body);

}  // namespace l21::internal
