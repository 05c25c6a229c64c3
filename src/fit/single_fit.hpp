// One fit with the center fixed.
#pragma once

#include <cstdint>
#include <optional>

#include "fit/fit_data.hpp"
#include "methods/solve.hpp"

namespace l21::internal {

// What a method found on the prepared rows, and what it used for that.
template <class T>
struct SingleFit {
  PreparedRows<T> rows;  // as fitted
  MethodResult result;
  PassCounter start;                            // what the start took
  Matrix<double> gram{};                        // X X^T, where the engine had it
  std::optional<Coordinates<T>> coordinates{};  // where the engine had them and a certificate may want them
};

// From the start that options.init asks for; `options` may differ from those of the data in init, seed and limits.
template <class T>
[[nodiscard]] SingleFit<T> fit_once(const FitData& data, const FitOptions& options);

// From a W with orthonormal columns.
template <class T>
[[nodiscard]] SingleFit<T> fit_from(const FitData& data, const FitOptions& options, const Matrix<double>& W);

// Puts what an earlier fit took, and its trace, before those of a later one.
void add_earlier(const MethodResult& earlier, MethodResult& later);

}  // namespace l21::internal
