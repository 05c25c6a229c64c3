// The rows as a solver sees them: scaled, centered, with weights and norms. What lies above this folder asks them for
// whole operations only (here and in the other headers of this folder); where the rows live and how they are cut into
// blocks is known below it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "data/group_link.hpp"
#include "data/row_facts.hpp"
#include "l21/options.hpp"
#include "l21/rows.hpp"

namespace l21::internal {

template <class T>
class RowSource;  // src/rows

class FilledRows;

// How stored rows become prepared ones: x_j factor_j - center_j, divided by the norm where `scaling` says so.
struct RowScheme {
  Vector<double> factor;
  Vector<double> center;  // already multiplied by factor
  RowScaling scaling = RowScaling::none;
};

template <class T>
class PreparedRows : public RowFacts {
 public:
  // The facts have one value for each row of the source, which several sets of rows may share.
  PreparedRows(std::shared_ptr<const RowSource<T>> source, RowFacts facts);
  // Dense rows that are prepared already.
  PreparedRows(RowMatrix<T> rows, RowFacts facts);

  [[nodiscard]] Index rows() const;
  [[nodiscard]] Index cols() const;
  // How many values are stored.
  [[nodiscard]] double values() const;

  // The same rows with other weights, n of them.
  [[nodiscard]] PreparedRows with_weights(Vector<double> other) const;
  // A copy of `count` rows, one from each of as many stretches of equal length, with their weights.
  [[nodiscard]] PreparedRows drawn(Index count, std::uint64_t seed) const;
  // A copy of these rows, which may repeat, with their weights.
  [[nodiscard]] PreparedRows chosen(const std::vector<Index>& which) const;
  // One row; all of them, where the table is small.
  [[nodiscard]] Vector<double> row(Index i) const;
  [[nodiscard]] RowMatrix<T> copy() const;

  // Rows that belong together and are seen by a link as one; of ordinary rows each by itself.
  RowGroups groups{};

  // Where holes were filled to make these rows whole, and how the rows were then prepared; null: there were none.
  FilledRows* holes = nullptr;
  RowScheme scheme{};

  // For the operations of this folder.
  [[nodiscard]] const std::shared_ptr<const RowSource<T>>& source() const { return source_; }

 private:
  std::shared_ptr<const RowSource<T>> source_;
};

// Centers and scales. A row counts as zero when |x_j - c_j| <= 16 |c_j| max(sqrt(d) eps of double, eps of the storage
// type) in every column j: column by column, because one large column must not hide what the others say. One read.
template <class T>
[[nodiscard]] PreparedRows<T> prepare_rows(const Rows& stored, const RowScheme& scheme, const Vector<double>& weights,
                                           int threads);

// Values as they are stored, of all rows or of these.
[[nodiscard]] RowMatrix<double> stored_values(const Rows& rows);
[[nodiscard]] RowMatrix<double> stored_values(const Rows& rows, const std::vector<Index>& which);

// Some of the rows (which may repeat), copied and prepared without scaling; the others are not read.
[[nodiscard]] PreparedRows<double> prepare_some(const Rows& stored, const RowScheme& scheme,
                                                const std::vector<Index>& rows, int threads);

}  // namespace l21::internal
