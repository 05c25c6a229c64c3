// Sparse tables beside their dense twins.
#pragma once

#include <cstdint>
#include <vector>

#include "l21/rows.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {

struct SparseTable {
  RowMatrix<double> dense;
  std::vector<double> values;
  std::vector<float> values32;
  std::vector<std::int32_t> columns;
  std::vector<std::int64_t> starts;

  [[nodiscard]] SparseView view() const {
    return {values.data(), Storage::float64, columns.data(), starts.data(), true, dense.rows(), dense.cols()};
  }
  [[nodiscard]] SparseView view32() const {
    return {values32.data(), Storage::float32, columns.data(), starts.data(), true, dense.rows(), dense.cols()};
  }
};

// Everything that is not 0, rounded to float so that both storages hold the same numbers.
[[nodiscard]] inline SparseTable sparse_copy(const RowMatrix<double>& X) {
  SparseTable table{X.cast<float>().cast<double>(), {}, {}, {}, {0}};
  for (Index i = 0; i < X.rows(); ++i) {
    for (Index j = 0; j < X.cols(); ++j)
      if (const double value = table.dense(i, j); value != 0) {
        table.values.push_back(value);
        table.values32.push_back(static_cast<float>(value));
        table.columns.push_back(static_cast<std::int32_t>(j));
      }
    table.starts.push_back(static_cast<std::int64_t>(table.values.size()));
  }
  return table;
}

// About `share` of the entries of X are kept; every 7th row is empty, and every 11th has four times as many.
[[nodiscard]] inline SparseTable thinned(RowMatrix<double> X, double share, std::uint64_t seed) {
  NormalGenerator normal(seed);
  for (Index i = 0; i < X.rows(); ++i) {
    const double kept = i % 7 == 6 ? 0 : i % 11 == 10 ? 4 * share : share;
    for (Index j = 0; j < X.cols(); ++j)
      if (std::erfc(std::abs(normal()) / std::sqrt(2.0)) > kept) X(i, j) = 0;
  }
  return sparse_copy(X);
}

}  // namespace l21::internal::test
