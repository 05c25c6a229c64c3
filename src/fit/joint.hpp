// One fit with the center fixed, and the alternation of fits with the center they imply.
#pragma once

#include <vector>

#include "data/prepared_rows.hpp"
#include "l21/model.hpp"
#include "l21/options.hpp"
#include "l21/report.hpp"
#include "methods/solve.hpp"
#include "methods/starts.hpp"

namespace l21::internal {

// The rows and everything decided about them before the solver starts.
struct FitData {
  Rows stored;
  const FitOptions& options;
  const Observer& observer;
  int threads;
  Vector<double> factor;    // prepared units = stored units times factor
  Vector<double> center;    // in prepared units; fit_joint moves it
  Vector<double> mean;      // of the rows, in prepared units
  double center_reads = 0;  // by fit_joint, to move it
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

template <class T>
struct MethodFit {
  PreparedRows<T> rows;  // as fitted
  MethodResult result;
  PassCounter start;
  Matrix<double> gram{};  // X X^T, where the engine had it
};

// Throws DataError unless some row differs from the center.
template <class T>
void require_spread(const PreparedRows<T>& rows, Center center);

template <class T>
[[nodiscard]] MethodFit<T> fit_centered(const FitData& data);

// The same from a W with orthonormal columns; from a random one of this seed.
template <class T>
[[nodiscard]] MethodFit<T> fit_from_given(const FitData& data, const Matrix<double>& W);
template <class T>
[[nodiscard]] MethodFit<T> fit_from_random(const FitData& data, std::uint64_t seed);

// What an earlier fit cost, and its trace, before those of a later one.
void add_earlier(const MethodResult& earlier, MethodResult& later);

// r1: alternates the fit with the Weiszfeld step of its own residuals, c <- sum_i (w_i / rho_i) x_i / sum_i w_i /
// rho_i, rho_i of the unscaled rows, until the center moves by less than the tolerance, at most 1e-6, of the median
// norm.
template <class T>
[[nodiscard]] MethodFit<T> fit_joint(FitData& data);

}  // namespace l21::internal
