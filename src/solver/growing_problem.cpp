#include "solver/growing_problem.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "linalg/blas.hpp"
#include "linalg/large_pages.hpp"
#include "linalg/polar.hpp"
#include "linalg/subspace.hpp"
#include "solver/anderson.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

// Relative to ||M||, which of its directions are taken for rounding: none that the residual still needs.
template <class T>
double direction_floor(double residual) {
  constexpr bool kSingle = std::is_same_v<T, float>;
  return std::clamp(0.01 * residual, kSingle ? 1e-7 : 1e-14, kSingle ? 1e-5 : 1e-10);
}

}  // namespace

template <class T>
GrowingProblem<T>::GrowingProblem(const PreparedRows<T>& rows, const LinkSpec& link, LinearProblem<T>& problem,
                                  Coordinates<T> coordinates, Index components, const PassCounter& spent)
    : rows_(rows),
      link_(link),
      problem_(problem),
      components_(components),
      coordinates_(std::move(coordinates)),
      counter_(spent) {}

template <class T>
void GrowingProblem<T>::append(const Matrix<double>& D) {
  coordinates_.append(D);
  counter_.add(static_cast<double>(D.cols()));
}

// Keeps span(W, last steps).
template <class T>
void GrowingProblem<T>::restart(const Matrix<double>& W) {
  constexpr double kSameDirection = 1e-8;
  const auto Q = coordinates_.Q();
  const Matrix<double> C = polar_factor(product(Op::transpose, Q, Op::none, W));
  Matrix<double> steps(Q.cols(), 0);
  for (const auto& step : steps_) {
    steps.conservativeResize(Eigen::NoChange, steps.cols() + components_);
    steps.rightCols(components_) = product(Op::transpose, Q, Op::none, step);
  }
  const Matrix<double> S = new_directions(steps, C, kSameDirection);
  Matrix<double> K(Q.cols(), C.cols() + S.cols());
  K << C, S;
  coordinates_.rotate(K);
}

template <class T>
typename GrowingProblem<T>::Point GrowingProblem<T>::polish(const Point& W, double tolerance) {
  constexpr int kMostIterations = 200;
  const PreparedRows<T> inner = coordinates_.as_rows(link_.method);
  const Stiefel stiefel;
  LinearProblem<T> small(inner, link_, stiefel, components_);
  Anderson<LinearProblem<T>> accelerated(small, kMixingDepth, steps_of(link_));
  auto solution = maximize(accelerated, polar_factor(product(Op::transpose, coordinates_.Q(), Op::none, W)),
                           solve_options<T>(link_.method, kMostIterations, tolerance));
  objective_before_ = solution.report.objective_start;
  C_ = std::move(solution.x);
  W_ = product(coordinates_.Q(), C_);
  return W_;
}

template <class T>
double GrowingProblem<T>::linearize(const Point& W, Surrogate& surrogate) {
  if (!is_last_found(W) || uses_residuals(link_.method)) return problem_.linearize(W, surrogate);
  return problem_.linearize_known(W, coordinates_, C_, surrogate);
}

// The last two, of norm 1, but only one where two would leave no room to grow.
template <class T>
void GrowingProblem<T>::keep_step(const Matrix<double>& step) {
  const auto most = static_cast<std::size_t>(coordinates_.most() >= 4 * components_ ? 2 : 1);
  const double size = norm_of(step);
  if (!(size > 0)) return;
  steps_.push_back(step / size);
  if (steps_.size() > most) steps_.pop_front();
}

template <class T>
bool GrowingProblem<T>::advance(const Surrogate& surrogate, const Point& W, Point& next) {
  constexpr double kInnerShare = 0.05;
  const double residual = problem_.residual(W, surrogate);
  if (coordinates_.size() + components_ > coordinates_.most() && !steps_.empty()) restart(W);
  const bool known = is_last_found(W);
  Matrix<double> wanted(W.rows(), known ? components_ : 2 * components_);
  prefer_large_pages(wanted);
  assign_columns(surrogate.M, wanted.rightCols(components_));
  // A W from outside comes first: it must be in the basis.
  if (!known) wanted.leftCols(components_) = W * norm_of(surrogate.M);
  const Matrix<double> D = new_directions(wanted, coordinates_.Q(), direction_floor<T>(residual));
  const Index room = std::min({coordinates_.most(), rows_.rows(), rows_.cols()}) - coordinates_.size();
  const Index added = std::min(room, D.cols());
  // Where the basis has been solved and does not grow, the plain step goes on.
  if (added == 0 && std::exchange(solved_, true)) return false;
  solved_ = added == 0;
  if (added > 0) append(D.leftCols(added));
  next = polish(W, kInnerShare * residual);
  keep_step(sum_with_product(next, -1, Op::none, W, Op::none, product(Op::transpose, W, Op::none, next)));
  return true;
}

template <class T>
bool GrowingProblem<T>::shorten(const Point& W, Point& next, double share) const {
  return shorten_step(problem_, W, next, share);
}

template class GrowingProblem<float>;
template class GrowingProblem<double>;

}  // namespace l21::internal
