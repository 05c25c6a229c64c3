#include "certificate/tangent.hpp"

#include <algorithm>
#include <cmath>

#include "certificate/spectrum.hpp"
#include "data/gram.hpp"
#include "data/projections.hpp"
#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// x^exponent; the powers of p = 1 and 2 are roots, and a power takes as long as twenty of them.
double raised(double x, double exponent) {
  if (exponent == 1) return x;
  if (exponent == 0.5) return std::sqrt(x);
  if (exponent == -0.5) return 1 / std::sqrt(x);
  return std::pow(x, exponent);
}

// ||x_i|| where its square does not vanish; else what its square can be at most.
double longest(const RowFacts& rows, Index row) {
  constexpr double kVanishing = 1e-153;
  return std::max(rows.norm(row), kVanishing);
}

// The rows that are left out add what they can at most.
double left_out(const RowFacts& rows, const Vector<double>& q, double p) {
  if (p == 2) return 0;
  return rows.sum([&](Index i) { return q(i) == 0 ? rows.weight(i) * raised(longest(rows, i), p) : 0.0; });
}

// The sum of the m largest eigenvalues of G from those inside W, what couples them to the rest, and a bound on the
// rest.
double leading_sum(const InsideSums& inside, const OutsideBound& outside) {
  const Vector<double>& s = inside.s;
  const auto m = static_cast<double>(s.size());
  // Eigenvalues move by no more than the coupling's singular values, of which m add up to at most sqrt(m) ||E||_F.
  const double moved = std::sqrt(m) * inside.off;
  double sum = s.cwiseMax(outside.largest).sum() + std::sqrt(m * inside.coupling.sum()) + moved;
  // Where the two parts are apart: by squares over distances; (a + b)^2 <= 1.1 a^2 + 11 b^2.
  if (const double apart = s.minCoeff() - outside.largest; apart > 0) {
    const double coupled = (inside.coupling.array() / (s.array() - outside.largest)).sum();
    const double rounded = inside.off > 0 ? std::min(0.1 * coupled + 11 * inside.off * inside.off / apart, moved) : 0.0;
    sum = std::min(sum, s.sum() + coupled + rounded);
  }
  return outside.leading_sum ? std::min(sum, *outside.leading_sum) : sum;
}

// Eigenvalues outside may even be larger than those inside, by so much that the bound grows by no more than that.
double enough_for_gap(const InsideSums& inside, double gap, double p) {
  const double smallest = inside.s.minCoeff();
  const auto sum_at = [&](double outside) {
    OutsideBound bound;
    bound.largest = outside;
    return leading_sum(inside, bound);
  };
  double enough = 0.999 * smallest, beyond = inside.s.maxCoeff();
  // The bound is a power p / 2 of the sum.
  const double most = (1 + gap * 2 / p) * sum_at(enough);
  for (int step = 0; gap > 0 && step < 20; ++step) {
    const double between = 0.5 * (enough + beyond);
    (sum_at(between) <= most ? enough : beyond) = between;
  }
  return enough;
}

// min over c > 0 of the tangent at c q:  c^(p/2) a + c^(p/2 - 1) K,  a = (1 - p/2) sum_i w_i q_i^(p/2).
double best_scaled(double objective, double K, double p) {
  const double half = p / 2, a = (1 - half) * objective;
  if (!(a > 0) || !(K > 0) || !std::isfinite(K)) return K;
  const double c = (1 - half) * K / (half * a);
  return std::pow(c, half) * a + std::pow(c, half - 1) * K;
}

// 0 where it is rounding.
double squared_length(Index terms, double norm, const double* t, Index components) {
  const double square = Eigen::Map<const Vector<double>>(t, components).squaredNorm();
  const double rounding = rounding_of_sum<double>(terms) * norm;
  return square > rounding * rounding ? square : 0.0;
}

double tangent_weight(double weight, double q, double p) {
  return q > 0 || p == 2 ? weight * (p / 2) * raised(q, p / 2 - 1) : 0.0;
}

// S = W^T G W as A^T B, symmetric but for rounding, and its eigenpairs.
struct Inside {
  Inside(const Matrix<double>& A, const Matrix<double>& B) : S(product(Op::transpose, A, Op::none, B)) {
    S = (0.5 * (S + S.transpose())).eval();
    eigen = largest_eigenpairs(Matrix<double>(S), S.rows());
  }
  Matrix<double> S;
  SymmetricEigen eigen;
};

InsideSums sums_of(const Inside& inside, const Matrix<double>& W, const Matrix<double>& GW, double unit, Index terms) {
  const Matrix<double> E = product(GW - product(W, inside.S), inside.eigen.vectors);
  return {inside.eigen.values, E.colwise().squaredNorm(), unit, terms};
}

// G W, and G times random columns beside it where more products will follow.
struct Multiplied {
  Matrix<double> GW;
  Matrix<double> T;  // X W, where it is wanted
  std::optional<RandomBlock> block;
  PassCounter counter;
};

Multiplied multiply(const PreparedRows<double>& rows, const RowWeight<double>& weight, const Matrix<double>& W,
                    const TangentOptions& options) {
  Multiplied result;
  Matrix<double> columns = W, product;
  // Products that may be in float32 do not begin in double.
  if (W.cols() < rows.cols() && !options.single &&
      spectrum_route(spectrum_problem(rows.rows(), rows.cols(), rows.values(), options), options.proof_worth).by ==
          SpectrumBy::row_products) {
    result.block.emplace(RandomBlock{random_outside(W, options.seed), {}});
    columns.conservativeResize(Eigen::NoChange, W.cols() + result.block->Q.cols());
    columns.rightCols(result.block->Q.cols()) = result.block->Q;
  }
  const bool wanted = wants_projections(rows.rows(), rows.cols(), rows.values(), options);
  if (wanted) result.T.resize(rows.rows(), W.cols());
  const RowWeight<double> weight_and_keep = [&](Index i, const double* t) {
    if (wanted) result.T.row(i) = Eigen::Map<const Vector<double>>(t, W.cols()).transpose();
    return weight(i, t);
  };
  ScatterProduct(rows, columns.cols()).multiply(weight_and_keep, columns, product);
  result.counter.add(2.0 * static_cast<double>(columns.cols()));
  result.GW = product.leftCols(W.cols());
  if (result.block) result.block->GQ = product.rightCols(result.block->Q.cols());
  return result;
}

// What the eigenvalues of G say.
TangentBound bound_from(const PreparedRows<double>& rows, const Vector<double>& q, const Matrix<double>& W,
                        const Multiplied& known, double unit, const TangentOptions& options) {
  const Vector<double> v = tangent_weights(rows, q, options.p) / unit;
  const Inside found(W, known.GW);
  const InsideSums inside = sums_of(found, W, known.GW, unit, rows.rows() + rows.cols());
  const OutsideBound outside = bound_outside(rows, v, {W, known.GW, found.S, known.T}, wanted_outside(inside, options),
                                             options, known.block ? &*known.block : nullptr);
  TangentBound bound = combine_bounds(rows, q, inside, outside, options.p);
  bound.counter += known.counter;
  return bound;
}

}  // namespace

Vector<double> squared_projections(const PreparedRows<double>& rows, const Matrix<double>& W, PassCounter& counter) {
  Vector<double> q(rows.rows());
  visit_projections(rows, W, [&](const ProjectedRow& row) {
    q(row.row) = squared_length(rows.cols(), rows.norm(row.row), row.t.data(), row.t.size());
  });
  counter.add(static_cast<double>(W.cols()));
  return q;
}

double relaxed_objective(const RowFacts& rows, const Vector<double>& q, double p) {
  return rows.sum([&](Index i) { return q(i) > 0 ? rows.weight(i) * raised(q(i), p / 2) : 0.0; });
}

Vector<double> tangent_weights(const RowFacts& rows, const Vector<double>& q, double p) {
  return rows.each([&](Index i) { return tangent_weight(rows.weight(i), q(i), p); });
}

InsideSums sums_inside(const Matrix<double>& W, const Matrix<double>& GW, double unit, Index terms) {
  return sums_of(Inside(W, GW), W, GW, unit, terms);
}

double unit_of_scatter(const RowFacts& rows, double p) {
  return power_of_two_near(rows.largest([&](Index i) { return rows.weight(i) * raised(rows.norm(i), p); }));
}

Wanted wanted_outside(const InsideSums& inside, const TangentOptions& options) {
  constexpr double kNothing = 1e-10;  // of the sum
  Wanted wanted{0.999 * inside.s.minCoeff(), 0.9 * inside.s.minCoeff(),
                enough_for_gap(inside, options.gap_enough, options.p)};
  const auto costs = [&](double outside) { return (inside.coupling.array() / (inside.s.array() - outside)).sum(); };
  for (int step = 0; step < 8; ++step) {
    const double between = 0.5 * (wanted.ideal + wanted.enough);
    if (costs(between) > kNothing * inside.s.sum()) break;
    wanted.ideal = between;
  }
  return wanted;
}

TangentBound combine_bounds(const RowFacts& rows, const Vector<double>& q, const InsideSums& inside,
                            const OutsideBound& outside, double p) {
  TangentBound bound;
  bound.counter = outside.counter;
  bound.factored = outside.factored;
  bound.out_of_reach = outside.out_of_reach;
  bound.smallest_inside = inside.unit * inside.s.minCoeff();
  bound.largest_outside = inside.unit * outside.largest;
  const double K = inside.unit * leading_sum(inside, outside);
  bound.objective = relaxed_objective(rows, q, p);
  bound.value = best_scaled(bound.objective, K, p) + left_out(rows, q, p);
  // Nothing is longer than the rows themselves.
  const double all = rows.sum([&](Index i) { return rows.weight(i) * raised(longest(rows, i), p); });
  // Sums over n rows of d products each are off by no more than this, relatively.
  bound.value = std::min(bound.value, all) * (1 + rounding_of_sum<double>(inside.terms));
  return bound;
}

TangentBound tangent_bound_at(const PreparedRows<double>& rows, const Matrix<double>& W, const TangentOptions& options,
                              Vector<double>& q) {
  q.resize(rows.rows());
  const double unit = unit_of_scatter(rows, options.p);
  const RowWeight<double> weight = [&](Index i, const double* t) {
    q(i) = squared_length(rows.cols(), rows.norm(i), t, W.cols());
    return tangent_weight(rows.weight(i), q(i), options.p) / unit;
  };
  const Multiplied known = multiply(rows, weight, W, options);
  return bound_from(rows, q, W, known, unit, options);
}

TangentBound tangent_bound(const PreparedRows<double>& rows, const Vector<double>& q, const Matrix<double>& W,
                           const TangentOptions& options) {
  const double unit = unit_of_scatter(rows, options.p);
  const RowWeight<double> weight = [&](Index i, const double*) {
    return tangent_weight(rows.weight(i), q(i), options.p) / unit;
  };
  return bound_from(rows, q, W, multiply(rows, weight, W, options), unit, options);
}

TangentBound tangent_bound_on_gram(const RowFacts& rows, const Matrix<double>& K, const Matrix<double>& T,
                                   const Matrix<double>& C, double error, const TangentOptions& options) {
  const Index n = K.rows();
  const Vector<double> q = rows.each([&](Index i) {
    const Vector<double> t = T.row(i);
    return squared_length(n, rows.norm(i), t.data(), t.size());
  });
  const double unit = unit_of_scatter(rows, options.p);
  const Vector<double> v = tangent_weights(rows, q, options.p) / unit;
  const Matrix<double> VT = v.asDiagonal() * T;
  const auto [S, eigen] = Inside(T, VT);
  // (G W - W S) U = X^T Y with the eigenvectors U of S.
  const Matrix<double> Y = product(VT - product(C, S), eigen.vectors);
  Matrix<double> KY;
  multiply_symmetric(K, Y, KY, rows.threads);
  InsideSums inside{eigen.values, Y.cwiseProduct(KY).colwise().sum().cwiseMax(0.0), unit, 2 * n};
  const Wanted wanted = wanted_outside(inside, options);
  const bool factor =
      spectrum_route(spectrum_problem(n, n + 1, 0, options), options.proof_worth).by == SpectrumBy::rows;
  // V^(1/2) E V^(1/2) moves every eigenvalue by no more than its norm.
  const double moved = v.maxCoeff() * error;
  OutsideBound outside = factor ? bound_dense(dense_by_rows({K, T}, v), T.cols(), wanted, options.seed)
                                : bound_by_gram_products({K, T}, v, wanted.enough, options, rows.threads);
  outside.largest += moved;
  if (outside.leading_sum) *outside.leading_sum += static_cast<double>(T.cols()) * moved;
  inside.s.array() += moved;
  return combine_bounds(rows, q, inside, outside, options.p);
}

}  // namespace l21::internal
