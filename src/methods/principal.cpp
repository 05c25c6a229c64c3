#include "methods/principal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/gram.hpp"
#include "data/projections.hpp"
#include "l21/maximize.hpp"
#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

Index count_above(const Vector<double>& descending, double threshold) {
  return (descending.array() > threshold).count();
}

double longer_side(const PreparedRows<double>& rows) {
  return static_cast<double>(std::max(rows.rows(), rows.cols()));
}

// sqrt(w_i) x_i copied and decomposed: the most accurate, for small tables.
Principal by_svd(const PreparedRows<double>& rows, Index m) {
  const Vector<double> root = weight_roots(rows.weights, rows.rows());
  const Svd svd = thin_svd(root.asDiagonal() * rows.copy());
  Principal result{svd.V.leftCols(m), svd.values.head(m).cwiseAbs2(), 0, {}};
  result.rank = std::min(m, count_above(svd.values, longer_side(rows) * kEpsilon * svd.values(0)));
  result.counter.add(static_cast<double>(std::min(rows.rows(), rows.cols())));
  return result;
}

Principal by_scatter(const PreparedRows<double>& rows, Index m) {
  auto eigen = largest_eigenpairs(scatter_matrix(rows, rows.weights), m);
  Principal result{std::move(eigen.vectors), std::move(eigen.values), 0, {}};
  result.rank = count_above(result.values, longer_side(rows) * kEpsilon * result.values(0));
  result.counter.add(columns_of_gram(rows.cols()));
  return result;
}

// D^(1/2) G D^(1/2) = U L U^T, D the weights: W = X^T D^(1/2) U L^(-1/2).
Principal by_gram(const PreparedRows<double>& rows, Index m, const Matrix<double>* gram) {
  Principal result;
  Matrix<double> G = gram ? *gram : gram_matrix(rows);
  if (!gram) result.counter.add(columns_of_gram(rows.rows()));
  const Vector<double> root = weight_roots(rows.weights, rows.rows());
  G = root.asDiagonal() * G * root.asDiagonal();
  const auto eigen = largest_eigenpairs(std::move(G), m);
  result.values = eigen.values;
  result.rank = count_above(eigen.values, longer_side(rows) * kEpsilon * eigen.values(0));
  const Vector<double> scale = eigen.values.head(result.rank).cwiseSqrt().cwiseInverse();
  const RowMatrix<double> C = root.asDiagonal() * eigen.vectors.leftCols(result.rank) * scale.asDiagonal();
  result.W.setZero(rows.cols(), m);
  result.W.leftCols(result.rank) = polar_factor(combine_rows(rows, C));
  result.counter.add(static_cast<double>(m));
  return result;
}

// Subspace iteration with a few columns more than asked for, then the best m directions of what it spans.
Principal by_iteration(const PreparedRows<double>& rows, Index m, std::uint64_t seed) {
  const Index width = std::min({m + 10, rows.rows(), rows.cols()});
  const Stiefel stiefel;
  LinearProblem<double> problem(rows, {Method::pca, 2.0, rows.cols()}, stiefel, width);
  auto solution =
      maximize(problem, random_orthonormal(rows.cols(), width, seed), {.max_iterations = 12, .tolerance = 1e-4});
  LinearProblem<double>::Surrogate surrogate;
  problem.linearize(solution.x, surrogate);
  const Matrix<double> S = product(Op::transpose, solution.x, Op::none, surrogate.M);
  const auto eigen = largest_eigenpairs((S + S.transpose()) / 2, m);
  return {product(solution.x, eigen.vectors), eigen.values,
          count_above(eigen.values, longer_side(rows) * kEpsilon * eigen.values(0)), problem.counter()};
}

Principal by_shape(const PreparedRows<double>& rows, Index m, const Matrix<double>* gram, Exactness exactness,
                   std::uint64_t seed) {
  switch (principal_by(rows.rows(), rows.cols(), rows.values(), gram != nullptr, exactness)) {
    case PrincipalBy::svd: return by_svd(rows, m);
    case PrincipalBy::gram: return by_gram(rows, m, gram);
    case PrincipalBy::scatter: return by_scatter(rows, m);
    case PrincipalBy::iteration: break;
  }
  return by_iteration(rows, m, seed);
}

}  // namespace

Principal principal_directions(const PreparedRows<double>& rows, Index components, const Matrix<double>* gram,
                               Exactness exactness, std::uint64_t seed) {
  Principal result = by_shape(rows, components, gram, exactness, seed);
  complete_basis(result.W, result.rank);
  return result;
}

Vector<double> principal_values(const PreparedRows<double>& rows, Index least, std::uint64_t seed) {
  const Index count = values_to_ask_for(std::min(rows.rows(), rows.cols()), least);
  return by_shape(rows, count, nullptr, Exactness::as_start, seed).values;
}

}  // namespace l21::internal
