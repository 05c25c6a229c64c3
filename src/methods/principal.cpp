#include "methods/principal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "data/gram.hpp"
#include "data/projections.hpp"
#include "l21/maximize.hpp"
#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// How many of these, descending, are more than rounding beside the first. Sums in float have at most 1024 terms, whose
// rounding grows with the root of that; a direction that is half rounding is a better start than any other.
template <class T>
Index rank_of(const PreparedRows<T>& rows, const Vector<double>& descending) {
  constexpr double kRootOfTerms = 32;
  const double terms =
      std::is_same_v<T, double> ? static_cast<double>(std::max(rows.rows(), rows.cols())) : kRootOfTerms;
  return (descending.array() > terms * std::numeric_limits<T>::epsilon() * descending(0)).count();
}

// sqrt(w_i) x_i copied and decomposed: the most accurate, for small tables.
template <class T>
Principal by_svd(const PreparedRows<T>& rows, Index m) {
  const Vector<double> root = weight_roots(rows.weights, rows.rows());
  const Svd svd = thin_svd(root.asDiagonal() * rows.copy().template cast<double>());
  Principal result{svd.V.leftCols(m), svd.values.head(m).cwiseAbs2(), 0, {}};
  result.rank = std::min(m, rank_of(rows, svd.values));
  result.counter.add(static_cast<double>(std::min(rows.rows(), rows.cols())));
  return result;
}

template <class T>
Principal by_scatter(const PreparedRows<T>& rows, Index m) {
  auto eigen = largest_eigenpairs(scatter_matrix(rows, rows.weights), m);
  Principal result{std::move(eigen.vectors), std::move(eigen.values), 0, {}};
  result.rank = rank_of(rows, result.values);
  result.counter.add(columns_of_gram(rows.cols()));
  return result;
}

// D^(1/2) G D^(1/2) = U L U^T, D the weights: W = X^T D^(1/2) U L^(-1/2).
template <class T>
Principal by_gram(const PreparedRows<T>& rows, Index m, const Matrix<double>* gram) {
  Principal result;
  Matrix<double> G = gram ? *gram : gram_matrix(rows);
  if (!gram) result.counter.add(columns_of_gram(rows.rows()));
  const Vector<double> root = weight_roots(rows.weights, rows.rows());
  G = root.asDiagonal() * G * root.asDiagonal();
  const auto eigen = largest_eigenpairs(std::move(G), m);
  result.values = eigen.values;
  result.rank = rank_of(rows, eigen.values);
  const Vector<double> scale = eigen.values.head(result.rank).cwiseSqrt().cwiseInverse();
  const Matrix<double> C = root.asDiagonal() * eigen.vectors.leftCols(result.rank) * scale.asDiagonal();
  result.W.setZero(rows.cols(), m);
  result.W.leftCols(result.rank) = polar_factor(combine_rows(rows, RowMatrix<T>(C.cast<T>())));
  result.counter.add(static_cast<double>(m));
  return result;
}

// Subspace iteration with a few columns more than asked for, then the best m directions of what it spans.
template <class T>
Principal by_iteration(const PreparedRows<T>& rows, Index m, std::uint64_t seed) {
  const Index width = std::min({m + 10, rows.rows(), rows.cols()});
  const Stiefel stiefel;
  LinearProblem<T> problem(rows, {Method::pca, 2.0, rows.cols()}, stiefel, width);
  auto solution =
      maximize(problem, random_orthonormal(rows.cols(), width, seed), {.max_iterations = 12, .tolerance = 1e-4});
  typename LinearProblem<T>::Surrogate surrogate;
  problem.linearize(solution.x, surrogate);
  const Matrix<double> S = product(Op::transpose, solution.x, Op::none, surrogate.M);
  const auto eigen = largest_eigenpairs((S + S.transpose()) / 2, m);
  return {product(solution.x, eigen.vectors), eigen.values, rank_of(rows, eigen.values), problem.counter()};
}

template <class T>
Principal by_shape(const PreparedRows<T>& rows, Index m, const Matrix<double>* gram, Exactness exactness,
                   std::uint64_t seed) {
  const TableShape shape{.rows = rows.rows(),
                         .cols = rows.cols(),
                         .values = rows.values(),
                         .bytes = sizeof(T) * rows.values(),
                         .single = std::is_same_v<T, float>};
  switch (principal_by(shape, gram != nullptr, exactness)) {
    case PrincipalBy::svd: return by_svd(rows, m);
    case PrincipalBy::gram: return by_gram(rows, m, gram);
    case PrincipalBy::scatter: return by_scatter(rows, m);
    case PrincipalBy::iteration: break;
  }
  return by_iteration(rows, m, seed);
}

}  // namespace

template <class T>
Principal principal_directions(const PreparedRows<T>& rows, Index components, const Matrix<double>* gram,
                               Exactness exactness, std::uint64_t seed) {
  Principal result = by_shape(rows, components, gram, exactness, seed);
  complete_basis(result.W, result.rank);
  return result;
}

Vector<double> principal_values(const PreparedRows<double>& rows, Index least, std::uint64_t seed) {
  const Index count = values_to_ask_for(std::min(rows.rows(), rows.cols()), least);
  return by_shape(rows, count, nullptr, Exactness::as_start, seed).values;
}

template Principal principal_directions<float>(const PreparedRows<float>&, Index, const Matrix<double>*, Exactness,
                                               std::uint64_t);
template Principal principal_directions<double>(const PreparedRows<double>&, Index, const Matrix<double>*, Exactness,
                                                std::uint64_t);

}  // namespace l21::internal
