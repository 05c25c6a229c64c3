// The eigenvalues of G = sum_i v_i x_i x_i^T outside a subspace, bounded from above.
#pragma once

#include <functional>
#include <optional>

#include "certificate/largest.hpp"
#include "certificate/tangent.hpp"
#include "data/pass.hpp"

namespace l21 {

// Where the eigenvalues of G are looked for, and what that costs in flops of large products.
struct Form {
  enum Kind { columns, rows, products } kind;  // a d x d matrix, an n x n one, or none at all
  double cost;
};
[[nodiscard]] Form cheapest_form(Index rows, Index cols, double values, bool has_gram, int products);

struct OutsideBound {
  double largest = 0;     // of (I - W W^T) G (I - W W^T)
  bool factored = false;  // largest I minus that matrix has a Cholesky factor
  // The sum of the m largest eigenvalues of G itself, where they were computed.
  std::optional<double> leading_sum;
  PassCounter counter;
};

// What is known of G and W.
struct InsideOf {
  const Matrix<double>& W;   // d x m, orthonormal columns
  const Matrix<double>& GW;  // G W
  const Matrix<double>& S;   // W^T G W
};

// GW <- G W with a pass that has room for its columns. One read.
void multiply_scatter(Pass<double>& pass, const Vector<double>& v, const Matrix<double>& W, Matrix<double>& GW);

// Guesses the largest eigenvalue of a matrix in memory; a factorization then confirms or refutes it. Tests put in one
// that lies.
using Estimator = std::function<LargestBound(const Matrix<double>& D, double enough, std::uint64_t seed)>;
[[nodiscard]] LargestBound estimate_largest(const Matrix<double>& D, double enough, std::uint64_t seed);

// Nobody needs to know more than that all of them are below `enough`.
[[nodiscard]] OutsideBound bound_outside(const PreparedRows<double>& rows, const Vector<double>& v,
                                         const InsideOf& inside, double enough, const TangentOptions& options,
                                         const Estimator& estimate = estimate_largest);

}  // namespace l21
