// From a start to a solution: all directions at once (through the Gram matrix where that is cheaper), or greedily.
#pragma once

#include "data/prepared_rows.hpp"
#include "l21/maximize.hpp"
#include "l21/options.hpp"
#include "solver/linear_problem.hpp"

namespace l21 {

struct MethodResult {
  Matrix<double> W;
  SolveReport report;
  PassCounter counter;
  bool used_gram = false;
};

// `gram` (X X^T of the same rows in double, or null) lets the iteration run on it; what it reaches is always checked,
// and where necessary improved, on X itself. `exact_rows` are the same rows in double; they may be `rows`.
template <class T>
[[nodiscard]] MethodResult solve(const PreparedRows<T>& rows, const PreparedRows<double>& exact_rows,
                                 const Matrix<double>* gram, const FitOptions& options, Matrix<double> start,
                                 const Observer& observer);

// Whether the Gram matrix of these rows is worth having for this method.
[[nodiscard]] bool gram_pays(Index rows, Index cols, Storage storage, Method method);

}  // namespace l21
