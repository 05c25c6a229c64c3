#include "certificate/tangent.hpp"

#include <algorithm>
#include <cmath>

#include "certificate/spectrum.hpp"
#include "data/pass.hpp"
#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"

namespace l21 {
namespace {

// The rows that are left out add what they can at most.
double left_out(const PreparedRows<double>& rows, const Vector<double>& q, double p) {
  double sum = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    if (q(i) == 0 && p < 2) sum += rows.weight(i) * std::pow(rows.norm(i), p);
  return sum;
}

// The sum of the m largest eigenvalues of G from s = eig(W^T G W), E = G W - W S, and a bound on those outside W.
double leading_sum(const Vector<double>& s, double coupling, const OutsideBound& outside) {
  const auto m = static_cast<double>(s.size());
  // Eigenvalues move by no more than the coupling's singular values, of which m add up to at most sqrt(m) ||E||_F.
  double sum = s.cwiseMax(outside.largest).sum() + std::sqrt(m) * coupling;
  // Where the two parts are apart: by its square over the distance.
  const double distance = s.minCoeff() - outside.largest;
  if (distance > 0) sum = std::min(sum, s.sum() + coupling * coupling / distance);
  return outside.leading_sum ? std::min(sum, *outside.leading_sum) : sum;
}

// min over c > 0 of the tangent at c q:  c^(p/2) a + c^(p/2 - 1) K,  a = (1 - p/2) sum_i w_i q_i^(p/2).
double best_scaled(double objective, double K, double p) {
  const double half = p / 2, a = (1 - half) * objective;
  if (!(a > 0) || !(K > 0)) return K;
  const double c = (1 - half) * K / (half * a);
  return std::pow(c, half) * a + std::pow(c, half - 1) * K;
}

}  // namespace

Vector<double> squared_projections(const PreparedRows<double>& rows, const Matrix<double>& W, PassCounter& counter) {
  Vector<double> q(rows.rows());
  const double zero = rounding_of_sum<double>(rows.cols());
  Pass<double> pass(*rows.source, W.cols(), rows.threads);
  pass.project(W, Rest::ignore, [&](const ProjectedBlock<double>& block) {
    const Eigen::Map<const RowMatrix<double>> t(block.t, block.count, block.components);
    for (Index i = 0; i < block.count; ++i) {
      const double square = t.row(i).squaredNorm(), rounding = zero * rows.norm(block.first + i);
      q(block.first + i) = square > rounding * rounding ? square : 0.0;
    }
  });
  counter.add(static_cast<double>(W.cols()));
  return q;
}

double relaxed_objective(const PreparedRows<double>& rows, const Vector<double>& q, double p) {
  double sum = 0;
  for (Index i = 0; i < rows.rows(); ++i)
    if (q(i) > 0) sum += rows.weight(i) * std::pow(q(i), p / 2);
  return sum;
}

Vector<double> tangent_weights(const PreparedRows<double>& rows, const Vector<double>& q, double p) {
  Vector<double> v(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i)
    v(i) = q(i) > 0 || p == 2 ? rows.weight(i) * (p / 2) * std::pow(q(i), p / 2 - 1) : 0.0;
  return v;
}

TangentBound tangent_bound(const PreparedRows<double>& rows, const Vector<double>& q, const Matrix<double>& W,
                           const TangentOptions& options) {
  const Vector<double> v = tangent_weights(rows, q, options.p);
  Pass<double> pass(*rows.source, W.cols(), rows.threads);
  Matrix<double> GW;
  multiply_scatter(pass, v, W, GW);
  Matrix<double> S = product(Op::transpose, W, Op::none, GW);
  S = (0.5 * (S + S.transpose())).eval();
  const double coupling = (GW - product(W, S)).norm();
  const Vector<double> s = largest_eigenpairs(Matrix<double>(S), S.rows()).values;
  TangentBound bound;
  bound.counter.add(2.0 * static_cast<double>(W.cols()));
  const OutsideBound outside = bound_outside(rows, v, {W, GW, S}, 0.999 * s.minCoeff(), options);
  bound.counter += outside.counter;
  bound.factored = outside.factored;
  bound.inside = s.minCoeff();
  bound.outside = outside.largest;
  const double K = leading_sum(s, coupling, outside);
  // Sums over n rows of d products each are off by no more than this, relatively.
  const double rounding = rounding_of_sum<double>(rows.rows() + rows.cols());
  // Nothing is longer than the rows themselves.
  double all = 0;
  for (Index i = 0; i < rows.rows(); ++i) all += rows.weight(i) * std::pow(rows.norm(i), options.p);
  bound.value = (best_scaled(relaxed_objective(rows, q, options.p), K, options.p) + left_out(rows, q, options.p));
  bound.value = std::min(bound.value, all) * (1 + rounding);
  return bound;
}

}  // namespace l21
