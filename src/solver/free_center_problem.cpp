#include "solver/free_center_problem.hpp"

#include <cmath>

#include "center/center.hpp"
#include "data/heaviest.hpp"
#include "data/projections.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// Rows at the median have no slope of their own: theirs balance those of the others. Where no row is there, the rest is
// what the search for the median left, spread over all. Returns the length of the slope that balances.
double balance(const RowFacts& facts, const std::vector<Index>& kinks, Matrix<double>& A) {
  const Index n = A.rows();
  Vector<double> share = Vector<double>::Zero(n);
  for (const Index i : kinks) share(i) = facts.weight(i);
  if (kinks.empty()) share = facts.each([&](Index i) { return facts.weight(i); });
  const double weight = facts.sum([&](Index i) { return share(i); });
  const Matrix<double> sum = facts.products(Matrix<double>::Ones(n, 1), Vector<double>::Ones(n), A);
  A -= (share / weight) * sum;
  return sum.norm() / weight;
}

}  // namespace

std::vector<Index> rows_at(const Matrix<double>& scores, const Vector<double>& b, const RowFacts& facts,
                           Index columns) {
  const double zero = rounding_of_sum<double>(columns);
  std::vector<Index> rows;
  for (Index i = 0; i < scores.rows(); ++i)
    if (facts.weight(i) > 0 && (scores.row(i) - b.transpose()).norm() <= zero * facts.norm(i)) rows.push_back(i);
  return rows;
}

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
  surrogate.kinks = rows_at(scores, b_, rows_, rows_.cols());
  scores.rowwise() -= b_.transpose();
  const double objective = slopes_at(scores, {Method::l21, 1.0, rows_.cols()}, rows_, A);
  surrogate.slack = 1 - balance(rows_, surrogate.kinks, A);
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

template <class T>
bool FreeCenterProblem<T>::escape(const Point& W, Surrogate& s) {
  constexpr double kNothingToFollow = 1e-12;  // of the total norm
  if (s.kinks.size() < 2 || !(s.slack > 0)) return false;
  Vector<double> mean = Vector<double>::Zero(rows_.cols());
  double total = 0;
  for (const Index i : s.kinks) {
    mean += rows_.weight(i) * rows_.row(i);
    total += rows_.weight(i);
  }
  mean /= total;
  Heaviest heaviest;
  for (const Index i : s.kinks) heaviest.offer(rows_.weight(i) * (rows_.row(i) - mean).norm(), i);
  if (heaviest.size <= kNothingToFollow * rows_.total_norm) return false;
  const Vector<double> along = rows_.row(heaviest.row) - mean;
  // V = sum_i w_i (sign_i - mean sign) (x_i - mean); all these rows have the same scores, so W^T V = 0.
  Vector<double> V = Vector<double>::Zero(rows_.cols());
  double signs = 0;
  for (const Index i : s.kinks) {
    const Vector<double> x = rows_.row(i) - mean;
    const double signed_weight = along.dot(x) < 0 ? -rows_.weight(i) : rows_.weight(i);
    V += signed_weight * x;
    signs += signed_weight;
  }
  const double longest = 1 + std::abs(signs) / total;  // |sign_i - mean sign| at most
  s.M += s.slack / longest * V * least_to_lose(W, s.M).transpose();
  return true;
}

template class FreeCenterProblem<float>;
template class FreeCenterProblem<double>;

}  // namespace l21::internal
