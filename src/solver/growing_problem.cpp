#include "solver/growing_problem.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "data/dense_rows.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/polar.hpp"
#include "linalg/subspace.hpp"
#include "solver/anderson.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

// Rows of Z at a time: they stay in cache, and nothing depends on threads.
constexpr Index kRows = 256;

template <class Body>
void for_row_blocks(Index rows, int threads, Body&& body) {
  parallel_for(threads, (rows + kRows - 1) / kRows,
               [&](Index block, int) { body(block * kRows, std::min(kRows, rows - block * kRows)); });
}

// Relative to ||M||, which of its directions are taken for rounding: none that the residual still needs.
template <class T>
double direction_floor(double residual) {
  constexpr bool kSingle = std::is_same_v<T, float>;
  return std::clamp(0.01 * residual, kSingle ? 1e-7 : 1e-14, kSingle ? 1e-5 : 1e-10);
}

}  // namespace

template <class T>
GrowingProblem<T>::GrowingProblem(const PreparedRows<T>& rows, const Link<T>& link, LinearProblem<T>& problem,
                                  Basis<T> basis, Index components, Index limit)
    : rows_(rows), link_(link), problem_(problem), components_(components), limit_(limit) {
  basis_.Q.resize(rows.cols(), limit);
  basis_.Z.resize(rows.rows(), limit);
  if (basis.Z.cols() == basis.Q.cols()) {
    size_ = basis.Q.cols();
    basis_.Q.leftCols(size_) = basis.Q;
    basis_.Z.leftCols(size_) = basis.Z;
  } else {
    append(basis.Q);
  }
}

// Q <- [Q D], Z <- [Z X D]. One read.
template <class T>
void GrowingProblem<T>::append(const Matrix<double>& D) {
  const Index k = D.cols();
  project_rows(*rows_.source, D, rows_.threads, basis_.Z.middleCols(size_, k));
  counter_.add(static_cast<double>(k));
  basis_.Q.middleCols(size_, k) = D;
  size_ += k;
}

// Q <- Q K, Z <- Z K with K orthonormal, q x fewer.
template <class T>
void GrowingProblem<T>::multiply_rows(const Matrix<double>& K) {
  const Index k = K.cols(), q = size_;
  const Matrix<T> factor = K.template cast<T>();
  for_row_blocks(rows_.rows(), rows_.threads, [&](Index first, Index count) {
    RowMatrix<T> product(count, k);
    gemm(Op::transpose, Op::none, k, count, q, T(1), factor.data(), q, basis_.Z.row(first).data(), limit_, T(0),
         product.data(), k);
    basis_.Z.block(first, 0, count, k) = product;
  });
  basis_.Q.leftCols(k) = product(Q(), K);
  size_ = k;
}

// Keeps span(W, last steps).
template <class T>
void GrowingProblem<T>::restart(const Matrix<double>& W) {
  constexpr double kRounding = 1e-8;
  const Matrix<double> C = polar_factor(product(Op::transpose, Q(), Op::none, W));
  Matrix<double> steps(size_, 0);
  for (const auto& step : steps_) {
    steps.conservativeResize(Eigen::NoChange, steps.cols() + components_);
    steps.rightCols(components_) = product(Op::transpose, Q(), Op::none, step);
  }
  const Matrix<double> S = outside(steps, C, kRounding);
  Matrix<double> K(size_, C.cols() + S.cols());
  K << C, S;
  multiply_rows(K);
}

// The rows in coordinates of Q. What Q leaves out is the difference of two squares: its error, eps ||x||^2, is what
// links that use residuals smooth away.
template <class T>
PreparedRows<T> GrowingProblem<T>::inner_rows() const {
  RowsView view = rows_of(basis_.Z);
  view.cols = size_;
  PreparedRows<T> inner;
  inner.source = std::make_unique<DenseRows<T>>(view, RowPreparation::identity(size_));
  inner.weights = rows_.weights;
  inner.norm = rows_.norm;
  inner.total_norm = rows_.total_norm;
  inner.total_weight = rows_.total_weight;
  inner.threads = rows_.threads;
  if (link_.uses_residuals()) {
    inner.outside.resize(rows_.rows());
    for_row_blocks(rows_.rows(), rows_.threads, [&](Index first, Index count) {
      for (Index i = first; i < first + count; ++i)
        inner.outside(i) = std::max(
            0.0, rows_.norm(i) * rows_.norm(i) - basis_.Z.row(i).head(size_).template cast<double>().squaredNorm());
    });
  }
  return inner;
}

template <class T>
typename GrowingProblem<T>::Point GrowingProblem<T>::polish(const Point& W, double tolerance) {
  constexpr int kMostIterations = 200;
  const PreparedRows<T> inner = inner_rows();
  const Stiefel stiefel;
  LinearProblem<T> small(inner, link_, stiefel, components_);
  Anderson<LinearProblem<T>> accelerated(small, kMixingDepth);
  auto solution = maximize(accelerated, polar_factor(product(Op::transpose, Q(), Op::none, W)),
                           solve_options<T>(kMostIterations, tolerance));
  objective_before_ = solution.report.objective_start;
  C_ = std::move(solution.x);
  W_ = product(Q(), C_);
  return W_;
}

template <class T>
double GrowingProblem<T>::linearize(const Point& W, Surrogate& surrogate) {
  if (!is_last_found(W) || link_.uses_residuals()) return problem_.linearize(W, surrogate);
  const Matrix<T> C = C_.cast<T>();
  const auto projections = [&](const ProjectedBlock<T>& block) {
    gemm(Op::transpose, Op::none, components_, block.count, size_, T(1), C.data(), size_,
         basis_.Z.row(block.first).data(), limit_, T(0), block.t, components_);
  };
  return problem_.linearize_known(W, projections, surrogate);
}

// The last two, of norm 1, but only one where two would leave no room to grow.
template <class T>
void GrowingProblem<T>::keep_step(Matrix<double> step) {
  const auto most = static_cast<std::size_t>(limit_ >= 4 * components_ ? 2 : 1);
  const double size = step.norm();
  if (!(size > 0)) return;
  steps_.push_back(step / size);
  if (steps_.size() > most) steps_.pop_front();
}

template <class T>
void GrowingProblem<T>::advance(const Surrogate& surrogate, const Point& W, Point& next) {
  constexpr double kInnerShare = 0.05;
  const double residual = problem_.residual(W, surrogate);
  if (size_ + components_ > limit_ && !steps_.empty()) restart(W);
  const bool known = is_last_found(W);
  Matrix<double> wanted(W.rows(), known ? components_ : 2 * components_);
  // A W from outside comes first: it must be in the basis.
  if (known)
    wanted = surrogate.M;
  else
    wanted << W * surrogate.M.norm(), surrogate.M;
  const Matrix<double> D = outside(wanted, Q(), direction_floor<T>(residual));
  const Index room = std::min({limit_, rows_.rows(), rows_.cols()}) - size_;
  const Index added = std::min(room, D.cols());
  // Where the basis has been solved and does not grow, the plain step goes on.
  if (added == 0 && std::exchange(solved_, true)) return;
  solved_ = added == 0;
  if (added > 0) append(D.leftCols(added));
  next = polish(W, kInnerShare * residual);
  keep_step(next - product(W, product(Op::transpose, W, Op::none, next)));
}

template class GrowingProblem<float>;
template class GrowingProblem<double>;

}  // namespace l21::internal
