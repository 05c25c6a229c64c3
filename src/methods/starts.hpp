// Where the iteration begins.
#pragma once

#include <functional>
#include <optional>

#include "data/coordinates.hpp"
#include "data/prepared_rows.hpp"
#include "l21/options.hpp"
#include "methods/route.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

template <class T>
struct Start {
  Matrix<double> W{};  // d x m, orthonormal
  Matrix<double> C{};  // gram: W = X^T C, n x m, or nothing
  // growing: where the subspace begins, or nothing: as a basis, or with the rows in its coordinates already.
  Matrix<double> basis{};
  std::optional<Coordinates<T>> coordinates{};
  PassCounter counter{};
};

// The rows in the forms that starts are found from; each is made when it is asked for.
template <class T>
struct StartRows {
  const PreparedRows<T>& fitted;
  std::function<const PreparedRows<double>&()> exact;  // the same in double
  std::function<PreparedRows<T>()> sphere;             // divided by their norms
  const Matrix<double>* gram = nullptr;                // X X^T of the fitted rows, where the route has it
};

template <class T>
[[nodiscard]] Start<T> make_start(const StartRows<T>& rows, const Route& route, const FitOptions& options);

}  // namespace l21::internal
