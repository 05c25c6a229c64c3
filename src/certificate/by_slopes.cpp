#include "certificate/by_slopes.hpp"

#include <algorithm>
#include <type_traits>

#include "certificate/sampled.hpp"
#include "certificate/spectrum.hpp"
#include "data/gram.hpp"
#include "data/projections.hpp"
#include "linalg/polar.hpp"

namespace l21::internal {
namespace {

// Where X X^T is known, in double: N = V^(1/2) X X^T V^(1/2) has the eigenvalues of G, and V^(1/2) X W spans nearly
// what W does there.
template <class T>
TangentBound bound_by_gram(const FitAtSolution<T>& fit, const Vector<double>& v, double unit,
                           const TangentOptions& options) {
  const Index n = fit.rows.rows();
  const Vector<double> root = v.cwiseSqrt();
  const SymmetricProduct multiply = weighted_gram(*options.gram, root, fit.rows.threads);
  const Matrix<double> U = polar_factor(root.asDiagonal() * project_rows(fit.rows, fit.W));
  Matrix<double> NU;
  multiply(U, NU);
  const InsideSums inside = sums_inside(U, NU, unit, n + fit.rows.cols());
  const Wanted wanted = wanted_outside(inside, options);
  OutsideBound outside = bound_by_products_outside(multiply, U, std::max(wanted.enough, wanted.passable), options);
  outside.counter.add(static_cast<double>(fit.W.cols()));
  return combine_bounds(fit.rows, fit.q, inside, outside, options.p);
}

// By a factorization. In float32 the sums of the matrix are off by what its rounding is counted as.
template <class T>
OutsideBound bound_by_matrix(const FitAtSolution<T>& fit, const WeightsAtFit& weights, double inside,
                             const Wanted& wanted, SpectrumBy by, const TangentOptions& options) {
  const double off = std::is_same_v<T, float> ? weights.rounding.of_sums() : 0.0;
  const Wanted before{wanted.ideal - off, wanted.enough - off, wanted.passable - off};
  const DenseScatter dense = dense_scatter(fit.rows, weights.v, fit.W, by);
  OutsideBound bound = bound_dense(dense, fit.W.cols(), before, options.seed);
  bound.largest += off;
  // W is one of those whose sum is bounded.
  if (bound.leading_sum)
    bound.leading_sum = std::max(*bound.leading_sum + off * static_cast<double>(fit.W.cols()), inside);
  bound.factored = std::is_same_v<T, double>;
  bound.out_of_reach = true;  // where this is not near enough, nothing from this tangent is
  bound.counter.add(columns_of_gram(std::min(fit.rows.rows(), fit.rows.cols())));
  return bound;
}

template <class T>
OutsideBound bound_outside_of(const FitAtSolution<T>& fit, const WeightsAtFit& weights, double inside,
                              const Wanted& wanted, const OutsidePlan& plan, const TangentOptions& options) {
  if (fit.W.cols() >= fit.rows.cols()) return OutsideBound::of_nothing();
  if (plan.matrix) return bound_by_matrix(fit, weights, inside, wanted, *plan.matrix, options);
  return bound_by_samples(fit, weights, plan.sample, std::max(wanted.enough, wanted.passable), options);
}

}  // namespace

template <class T>
TangentBound tangent_bound_by_slopes(const FitAtSolution<T>& fit, const OutsidePlan& plan,
                                     const TangentOptions& options) {
  const double unit = unit_of_scatter(fit.rows, options.p);
  const Vector<double> v = tangent_weights(fit.rows, fit.q, options.p) / unit;
  if (options.gram) return bound_by_gram(fit, v, unit, options);
  const WeightsAtFit weights{v, Rounding::of(fit.rows, v)};
  InsideSums inside = sums_inside(fit.W, fit.GW / unit, unit, fit.rows.rows() + fit.rows.cols());
  // Tr S is sum_i v_i q_i, whose sum is in double, but for what projections are off by.
  const double sum = inside.s.sum(), exact = fit.rows.sum([&](Index i) { return v(i) * fit.q(i); });
  const double off = weights.rounding.of_scatter(std::max(sum, exact));
  inside.s.array() += (std::max(exact - sum, 0.0) + 2 * off) / static_cast<double>(inside.s.size());
  inside.off = off;
  const Wanted wanted = wanted_outside(inside, options);
  const OutsideBound outside = bound_outside_of(fit, weights, inside.s.sum(), wanted, plan, options);
  return combine_bounds(fit.rows, fit.q, inside, outside, options.p);
}

template TangentBound tangent_bound_by_slopes<float>(const FitAtSolution<float>&, const OutsidePlan&,
                                                     const TangentOptions&);
template TangentBound tangent_bound_by_slopes<double>(const FitAtSolution<double>&, const OutsidePlan&,
                                                      const TangentOptions&);

}  // namespace l21::internal
