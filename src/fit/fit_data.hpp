// The rows and everything decided about them before a solver starts: units, column scales, center.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "data/filled_rows.hpp"
#include "l21/options.hpp"
#include "l21/report.hpp"

namespace l21::internal {

struct FitData {
  Rows stored;
  const FitOptions& options;
  Observer observer;  // sees objectives in the units of the data
  int threads;
  int scale_exponent = 0;   // one power of two that all columns were divided by
  Vector<double> factor{};  // prepared units = stored units times factor
  Vector<double> center{};  // in prepared units; the joint center moves it
  Vector<double> mean{};    // of the rows, in prepared units
  double center_reads = 0;
  std::vector<Message> warnings{};
  std::shared_ptr<FilledRows> holes{};  // where cells are missing: `stored` is then the filled table

  // The table as it was given.
  [[nodiscard]] const Rows& given() const { return holes ? holes->stored() : stored; }

  // In the units of the data.
  [[nodiscard]] Vector<double> stored_center() const { return center.cwiseQuotient(factor); }
  // What columns are divided by; empty: 1.
  [[nodiscard]] Vector<double> feature_scale() const {
    return options.column_scaling != ColumnScaling::none ? Vector<double>(factor.cwiseInverse()) : Vector<double>();
  }
  [[nodiscard]] double mean_square() const { return (mean - center).squaredNorm(); }
  template <class T>
  [[nodiscard]] PreparedRows<T> prepare(RowScaling scaling) const {
    PreparedRows<T> rows = prepare_rows<T>(stored, {factor, center, scaling}, options.weights, threads);
    rows.holes = holes.get();
    if (holes) rows.scheme = {factor, center, scaling};
    return rows;
  }
  // Fills the holes by the subspace; nothing where there are none. One read.
  template <class T>
  void fill_holes(const Matrix<double>& W) const {
    if (holes) (void)holes->template fill<T>({factor, center}, W, threads);
  }
};

// Borrows options and observer for as long as it lives. Throws DataError for values that are not finite; those that are
// missing are filled by columns, where they may be. One read, and those of the center.
[[nodiscard]] FitData make_data(const Rows& stored, const FitOptions& options, const Observer& observer);

// The power of the length unit that the objective is measured in.
[[nodiscard]] double objective_degree(const FitOptions& options);

// Of the longest row, in prepared units: of the largest value in the table, which is about 1. Squares of less vanish in
// sums.
template <class T>
inline constexpr double kLeastLength = std::is_same_v<T, float> ? 1e-28 : 1e-60;

// Throws DataError unless some row differs from the center.
template <class T>
void require_spread(const PreparedRows<T>& rows, Center center);

}  // namespace l21::internal
