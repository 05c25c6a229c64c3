#include "solver/free_center_problem.hpp"

#include "center/center.hpp"
#include "data/projections.hpp"

namespace l21::internal {
namespace {

// Rows at the median have no slope of their own: theirs balance those of the others. Where no row is there, the rest is
// what the search for the median left, spread over all.
void balance(const RowFacts& facts, Matrix<double>& A) {
  const Index n = A.rows();
  Vector<double> share = facts.each([&](Index i) { return A.row(i).isZero(0) ? facts.weight(i) : 0.0; });
  double weight = facts.sum([&](Index i) { return share(i); });
  if (!(weight > 0)) {
    share = facts.each([&](Index i) { return facts.weight(i); });
    weight = facts.total_weight;
  }
  const Matrix<double> sum = facts.products(Matrix<double>::Ones(n, 1), Vector<double>::Ones(n), A);
  A -= (share / weight) * sum;
}

}  // namespace

Vector<double> median_of_scores(const RowMatrix<double>& scores, const RowFacts& facts, const Vector<double>& start) {
  return geometric_median(rows_of(scores), Vector<double>::Ones(scores.cols()), facts.weights, start, facts.threads, {})
      .center;
}

template <class T>
FreeCenterProblem<T>::FreeCenterProblem(const PreparedRows<T>& rows, Index components)
    : rows_(rows), b_(Vector<double>::Zero(components)) {}

template <class T>
double FreeCenterProblem<T>::linearize(const Point& W, Surrogate& surrogate) {
  Matrix<double> scores = project_rows(rows_, W), A;
  b_ = median_of_scores(scores, rows_, b_);
  scores.rowwise() -= b_.transpose();
  const double objective = slopes_at(scores, {Method::l21, 1.0, rows_.cols()}, rows_, A);
  balance(rows_, A);
  surrogate.M = combine_rows(rows_, A.template cast<T>());
  counter_.add(static_cast<double>(W.cols()));
  counter_.add(static_cast<double>(W.cols()));
  return objective;
}

template <class T>
double FreeCenterProblem<T>::residual(const Point& W, const Surrogate& s) {
  const double scale = s.M.norm();
  return scale > 0 ? Stiefel().tangent(s.M, W) / scale : 0.0;
}

template class FreeCenterProblem<float>;
template class FreeCenterProblem<double>;

}  // namespace l21::internal
