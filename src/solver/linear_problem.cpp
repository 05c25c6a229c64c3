#include "solver/linear_problem.hpp"

#include <algorithm>
#include <utility>

#include "linalg/blas.hpp"

namespace l21::internal {

template <class T>
LinearProblem<T>::LinearProblem(const PreparedRows<T>& rows, const LinkSpec& link, const Oracle& oracle,
                                Index components)
    : rows_(rows),
      oracle_(oracle),
      components_(components),
      residuals_(uses_residuals(link.method)),
      linearizer_(rows, link, components) {}

template <class T>
double LinearProblem<T>::linearize(const Point& W, Surrogate& surrogate) {
  borrow_memory(surrogate);
  linearizer_.at(oracle_.deflated(W, deflated_), at_);
  counter_.add((residuals_ ? 3.0 : 2.0) * static_cast<double>(components_));
  return finish(W, at_, surrogate);
}

template <class T>
double LinearProblem<T>::linearize_known(const Point& W, const Coordinates<T>& coordinates, const Matrix<double>& C,
                                         Surrogate& surrogate) {
  borrow_memory(surrogate);
  linearizer_.at_known(coordinates, C, at_);
  counter_.add(static_cast<double>(components_));
  return finish(W, at_, surrogate);
}

template <class T>
double LinearProblem<T>::linearize_known(const Point& W, const RowMatrix<double>& projections, Surrogate& surrogate) {
  borrow_memory(surrogate);
  linearizer_.at_known(projections, at_);
  counter_.add(static_cast<double>(components_));
  return finish(W, at_, surrogate);
}

template <class T>
double LinearProblem<T>::finish(const Point& W, Linearization& at, Surrogate& surrogate) {
  std::swap(at.M, surrogate.M);
  std::swap(at.squares, surrogate.squares);
  surrogate.kinks = at.kinks;
  if (residuals_)
    measure_by_residuals(W, at.S, surrogate);
  else
    measure(W, surrogate);
  return at.objective;
}

template <class T>
void LinearProblem<T>::measure(const Point& W, Surrogate& surrogate) const {
  oracle_.restrict(surrogate.M);
  surrogate.tangent = oracle_.tangent(surrogate.M, W);
  surrogate.scale = norm_of(surrogate.M);
}

// M = N + W S with N = sum_i w_i (x_i - W t_i) alpha_i^T and S = sum_i w_i t_i alpha_i^T, which is symmetric because
// alpha_i is a multiple of t_i: so N is the tangent part, free of the cancellation that huge slopes would cause in M -
// W S.
template <class T>
void LinearProblem<T>::measure_by_residuals(const Point& W, const Matrix<double>& S, Surrogate& surrogate) const {
  Matrix<double>& M = surrogate.M;
  remove_projection(W, M);
  surrogate.tangent = norm_of(M);
  surrogate.scale = rows_.total_norm;
  add_product(1, Op::none, W, Op::none, (S + S.transpose()) / 2, M);
  oracle_.restrict(M);
}

template <class T>
double LinearProblem<T>::surrogate_value(const Surrogate& surrogate, const Point& W) const {
  return inner_product(surrogate.M, W);
}

template <class T>
void LinearProblem<T>::argmax(const Surrogate& surrogate, const Point& W, Point& next) const {
  oracle_.argmax(surrogate.M, W, next);
}

template <class T>
double LinearProblem<T>::residual(const Point&, const Surrogate& surrogate) const {
  return surrogate.scale > 0 ? surrogate.tangent / surrogate.scale : 0.0;
}

template <class T>
bool LinearProblem<T>::escape(const Point& W, Surrogate& surrogate) {
  constexpr double kNothingToFollow = 1e-12;  // of the total norm
  const bool any =
      std::any_of(surrogate.kinks.begin(), surrogate.kinks.end(), [](const auto& k) { return k.size > 0; });
  if (!any) return false;
  Matrix<double> V = linearizer_.kink_moment(oracle_.deflated(W, deflated_), surrogate.kinks);
  counter_.add(2.0 * static_cast<double>(components_ + V.cols()));
  oracle_.restrict(V);
  // Nothing feasible to follow: the rows on the kink lie in directions that are taken already.
  if (V.norm() <= kNothingToFollow * rows_.total_norm) return false;
  if (V.cols() == components_) {
    surrogate.M += V;
    return true;
  }
  surrogate.M += V * least_to_lose(W, surrogate.M).transpose();
  return true;
}

Vector<double> least_to_lose(const Matrix<double>& W, const Matrix<double>& M) {
  const Matrix<double> S = product(Op::transpose, W, Op::none, M);
  return largest_eigenpairs((S + S.transpose()) / 2, W.cols()).vectors.rightCols(1);
}

template class LinearProblem<float>;
template class LinearProblem<double>;

}  // namespace l21::internal
