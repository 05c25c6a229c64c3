#include "methods/sketch.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "data/dense_rows.hpp"
#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/polar.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "linalg/subspace.hpp"

namespace l21::internal {
template <class T>
Matrix<double> coordinates_in(const PreparedRows<T>& rows, Basis<T>& basis) {
  const Index q = basis.Q.cols();
  Pass<T> pass(*rows.source, q, rows.threads);
  basis.Z.resize(rows.rows(), q);
  std::vector<Matrix<double>> scatter(static_cast<std::size_t>(pass.slots()), Matrix<double>::Zero(q, q));
  pass.project(basis.Q, Rest::ignore, [&](const ProjectedBlock<T>& block) {
    const Eigen::Map<const RowMatrix<T>> z(block.t, block.count, q);
    basis.Z.middleRows(block.first, block.count) = z;
    Matrix<T> weighted = z;
    for (Index i = 0; i < block.count; ++i) weighted.row(i) *= static_cast<T>(rows.weight(block.first + i));
    Matrix<T> part(q, q);
    gemm(Op::none, Op::none, q, q, block.count, T(1), block.t, q, weighted.data(), block.count, T(0), part.data(), q);
    scatter[static_cast<std::size_t>(block.slot)] += part.template cast<double>();
  });
  return in_order(scatter);
}

template <class T>
Sketch<T> range_finder(const PreparedRows<T>& rows, Index components, Index width, Keep keep, std::uint64_t seed) {
  constexpr double kRounding = 1e-12;
  width = std::min({width, rows.rows(), rows.cols()});
  const auto link = make_link<T>(Method::pca, 2.0, rows.cols());
  const Stiefel stiefel;
  LinearProblem<T> problem(rows, *link, stiefel, width);
  typename LinearProblem<T>::Surrogate surrogate;
  problem.linearize(random_signs(rows.cols(), width, seed), surrogate);
  Sketch<T> sketch;
  Matrix<double>& Q = sketch.basis.Q;
  Q = outside(surrogate.M, Matrix<double>(rows.cols(), 0), kRounding);
  Matrix<double> found;
  if (Q.cols() == 0) {
    found.resize(rows.cols(), 0);  // rows that are all 0
  } else if (keep == Keep::basis) {
    found = product(Q, largest_eigenpairs(coordinates_in(rows, sketch.basis), components).vectors);
    sketch.counter.add(static_cast<double>(Q.cols()));
  } else {
    // Q^T X^T X Q tells which directions lead, X^T X Q is nearer to them than Q.
    problem.linearize(Q, surrogate);
    Matrix<double> S = product(Op::transpose, Q, Op::none, surrogate.M);
    S = ((S + S.transpose()) / 2).eval();
    found = polar_factor(product(surrogate.M, largest_eigenpairs(std::move(S), components).vectors));
    sketch.basis = {};
  }
  sketch.counter += problem.counter();
  sketch.W.setZero(rows.cols(), components);
  sketch.W.leftCols(found.cols()) = found;
  complete_basis(sketch.W, found.cols());
  return sketch;
}

// One row from each of `count` stretches of equal length.
template <class T>
PreparedRows<T> draw_rows(const PreparedRows<T>& rows, Index count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<Index> chosen;
  PreparedRows<T> drawn;
  drawn.norm.resize(count);
  if (rows.weights.size() > 0) drawn.weights.resize(count);
  for (Index k = 0; k < count; ++k) {
    const Index begin = k * rows.rows() / count, end = (k + 1) * rows.rows() / count;
    const Index row = begin + static_cast<Index>(engine() % static_cast<std::uint64_t>(end - begin));
    chosen.push_back(row);
    drawn.norm(k) = rows.norm(row);
    if (rows.weights.size() > 0) drawn.weights(k) = rows.weights(row);
    drawn.total_norm += rows.weight(row) * rows.norm(row);
    drawn.total_weight += rows.weight(row);
  }
  drawn.threads = rows.threads;
  drawn.source = rows.source->chosen(chosen);
  return drawn;
}

// D^(1/2) G D^(1/2) = U L U^T on the subspace found, D the weights: C = D^(1/2) U L^(-1/2).
GramSketch gram_range_finder(const Matrix<double>& G, const Vector<double>& weights, Index components,
                             std::uint64_t seed) {
  constexpr double kRounding = 1e-12;
  constexpr int kPowers = 3;
  const Index n = G.rows(), width = std::min(n, components + 10);
  const Vector<double> root = weight_roots(weights, n);
  Matrix<double> U = random_signs(n, width, seed), Y;
  for (int power = 0; power < kPowers; ++power) {
    if (power > 0) U = outside(Y, Matrix<double>(n, 0), kRounding);
    multiply_symmetric(G, root.asDiagonal() * U, Y, ProductTeam::size());
    Y = root.asDiagonal() * Y;
  }
  const auto eigen = largest_eigenpairs(product(Op::transpose, U, Op::none, Y), components);
  GramSketch sketch;
  sketch.rank = (eigen.values.array() > kRounding * eigen.values(0)).count();
  const Vector<double> scale = eigen.values.head(sketch.rank).cwiseSqrt().cwiseInverse();
  sketch.C = root.asDiagonal() * product(U, eigen.vectors.leftCols(sketch.rank)) * scale.asDiagonal();
  return sketch;
}

template Matrix<double> coordinates_in<float>(const PreparedRows<float>&, Basis<float>&);
template Matrix<double> coordinates_in<double>(const PreparedRows<double>&, Basis<double>&);
template PreparedRows<float> draw_rows<float>(const PreparedRows<float>&, Index, std::uint64_t);
template PreparedRows<double> draw_rows<double>(const PreparedRows<double>&, Index, std::uint64_t);
template Sketch<float> range_finder<float>(const PreparedRows<float>&, Index, Index, Keep, std::uint64_t);
template Sketch<double> range_finder<double>(const PreparedRows<double>&, Index, Index, Keep, std::uint64_t);

}  // namespace l21::internal
