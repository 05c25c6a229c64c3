#include "solver/filled_problem.hpp"

namespace l21::internal {

template <class T>
FilledProblem<T>::FilledProblem(const PreparedRows<T>& rows, const LinkSpec& link, const Oracle& oracle,
                                Index components)
    : rows_(rows), residuals_(uses_residuals(link.method)), problem_(rows_, link, oracle, components) {}

template <class T>
double FilledProblem<T>::linearize(const Point& W, Surrogate& surrogate) {
  rows_.filled = rows_.holes->template fill<T>(rows_.scheme, W, rows_.threads);
  // What the holes are off by, all but hole_weight() of them being filled, belongs to the residual too.
  rows_.left_out = rows_.holes->hole_weight() * rows_.filled;
  filling_.add(static_cast<double>(W.cols()));
  return residuals_ ? problem_.linearize(W, surrogate) : problem_.linearize_known(W, rows_.holes->scores(), surrogate);
}

template <class T>
PassCounter FilledProblem<T>::counter() const {
  PassCounter sum = problem_.counter();
  sum += filling_;
  return sum;
}

template class FilledProblem<float>;
template class FilledProblem<double>;

}  // namespace l21::internal
