// The rows and everything decided about them before a solver starts: units, column scales, center.
#pragma once

#include <vector>

#include "data/prepared_rows.hpp"
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

  // In the units of the data.
  [[nodiscard]] Vector<double> stored_center() const { return center.cwiseQuotient(factor); }
  // What columns are divided by; empty: 1.
  [[nodiscard]] Vector<double> feature_scale() const {
    return options.column_scaling != ColumnScaling::none ? Vector<double>(factor.cwiseInverse()) : Vector<double>();
  }
  [[nodiscard]] double mean_square() const { return (mean - center).squaredNorm(); }
  template <class T>
  [[nodiscard]] PreparedRows<T> prepare(RowScaling scaling) const {
    return prepare_rows<T>(stored, {factor, center, scaling}, options.weights, threads);
  }
};

// Borrows options and observer for as long as it lives. Throws DataError for values that are not finite. One read, and
// those of the center.
[[nodiscard]] FitData make_data(const Rows& stored, const FitOptions& options, const Observer& observer);

// The power of the length unit that the objective is measured in.
[[nodiscard]] double objective_degree(const FitOptions& options);

// Throws DataError unless some row differs from the center.
template <class T>
void require_spread(const PreparedRows<T>& rows, Center center);

}  // namespace l21::internal
