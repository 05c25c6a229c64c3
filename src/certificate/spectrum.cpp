#include "certificate/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "certificate/largest.hpp"
#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"
#include "methods/sketch.hpp"

namespace l21::internal {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr Index kFewEnough = 1500;        // columns: all leading eigenvalues take less than a second
constexpr double kShareOfRounding = 0.1;  // of what eigenvalues should be below

// (I - P) G (I - P) = G - W (G W)^T - (G W) W^T + W S W^T
DenseScatter by_columns(const PreparedRows<double>& rows, const Vector<double>& v, const InsideOf& inside) {
  DenseScatter dense{scatter_matrix(rows, v), {}};
  const Matrix<double> half = inside.GW - 0.5 * product(inside.W, inside.S);
  const Matrix<double> outer = product(Op::none, inside.W, Op::transpose, half);
  dense.D = dense.G - outer - outer.transpose();
  return dense;
}

Restriction outside_of(const Matrix<double>& W) {
  return [&W](Matrix<double>& X) {
    for (int twice = 0; twice < 2; ++twice) remove_projection(W, X);
  };
}

LargestOptions limits(double enough, const TangentOptions& options) {
  return {.enough = enough,
          .precision = 0.02,
          .most_products = options.most_products,
          .failure = options.failure,
          .stopped = options.stopped};
}

OutsideBound bound_by_products(const PreparedRows<double>& rows, const Vector<double>& v, const InsideOf& inside,
                               double enough, const TangentOptions& options, const RandomBlock* block) {
  OutsideBound bound;
  const Matrix<double> start = block ? block->Q : random_outside(inside.W, options.seed);
  // The norm of what products in float32 are off by.
  double rounding =
      rounding_of_sum<float>(rows.cols()) * rows.sum([&](Index i) { return v(i) * rows.norm(i) * rows.norm(i); });
  const bool rough_will_do = options.single != nullptr && rounding < kShareOfRounding * enough;
  std::optional<ScatterProduct<float>> rough;
  std::optional<ScatterProduct<double>> exact;
  if (rough_will_do)
    rough.emplace(*options.single, start.cols());
  else
    exact.emplace(rows, start.cols()), rounding = 0;
  bool multiplied = block != nullptr;
  const auto multiply = [&](const Matrix<double>& X, Matrix<double>& Y) {
    if (std::exchange(multiplied, false)) {
      Y = block->GQ;
      return;
    }
    if (rough)
      rough->multiply([&](Index i, const float*) { return v(i); }, X, Y);
    else
      exact->multiply([&](Index i, const double*) { return v(i); }, X, Y);
    bound.counter.add(2 * static_cast<double>(X.cols()));
  };
  const Index size = rows.cols() - inside.W.cols();
  bound.largest =
      bound_largest(multiply, start, size, outside_of(inside.W), limits(enough - rounding, options)).bound + rounding;
  return bound;
}

}  // namespace

SpectrumProblem spectrum_problem(Index rows, Index cols, double values, const TangentOptions& options) {
  return {rows, cols, values, options.gram != nullptr, options.bytes, options.most_products, options.single != nullptr};
}

bool wants_projections(Index rows, Index cols, double values, const TangentOptions& options) {
  const SpectrumProblem problem = spectrum_problem(rows, cols, values, options);
  const auto matrix = matrix_route(problem);
  return spectrum_route(problem, options.proof_worth).by == SpectrumBy::gram_products ||
         (matrix && matrix->by == SpectrumBy::rows);
}

Matrix<double> random_outside(const Matrix<double>& W, std::uint64_t seed) {
  return random_block(W.rows(), kBlockColumns, W.rows() - W.cols(), outside_of(W), seed);
}

DenseScatter dense_by_rows(const GramInside& gram, const Vector<double>& v) {
  const Vector<double> root = v.cwiseSqrt();
  DenseScatter dense{root.asDiagonal() * gram.K * root.asDiagonal(), {}};
  const Matrix<double> T = root.asDiagonal() * gram.T;
  dense.D = dense.G - product(Op::none, T, Op::transpose, T);
  return dense;
}

template <class T>
DenseScatter dense_scatter(const PreparedRows<T>& rows, const Vector<double>& v, const Matrix<double>& W,
                           SpectrumBy by) {
  if (by == SpectrumBy::rows) return dense_by_rows({gram_matrix(rows), project_rows(rows, W)}, v);
  DenseScatter dense{scatter_matrix(rows, v), {}};
  dense.D = dense.G;
  remove_projection(W, dense.D);
  dense.D.transposeInPlace();
  remove_projection(W, dense.D);
  dense.D = (0.5 * (dense.D + dense.D.transpose())).eval();
  return dense;
}
template DenseScatter dense_scatter<float>(const PreparedRows<float>&, const Vector<double>&, const Matrix<double>&,
                                           SpectrumBy);
template DenseScatter dense_scatter<double>(const PreparedRows<double>&, const Vector<double>&, const Matrix<double>&,
                                            SpectrumBy);

OutsideBound bound_by_gram_products(const GramInside& gram, const Vector<double>& v, double enough,
                                    const TangentOptions& options, int threads) {
  const Index n = gram.K.rows();
  const Vector<double> root = v.cwiseSqrt();
  const Matrix<double> T = root.asDiagonal() * gram.T;
  const SymmetricProduct whole = weighted_gram(gram.K, root, threads);
  const auto multiply = [&](const Matrix<double>& X, Matrix<double>& Y) {
    whole(X, Y);
    add_product(-1, Op::none, T, Op::none, product(Op::transpose, T, Op::none, X), Y);
  };
  const Restriction everywhere = [](Matrix<double>&) {};
  const Matrix<double> start = random_block(n, kBlockColumns, n, everywhere, options.seed);
  OutsideBound bound;
  bound.largest = bound_largest(multiply, start, n, everywhere, limits(enough, options)).bound;
  return bound;
}

OutsideBound bound_by_products_outside(const SymmetricProduct& N, const Matrix<double>& U, double enough,
                                       const TangentOptions& options) {
  OutsideBound bound;
  bound.largest =
      bound_largest(N, random_outside(U, options.seed), U.rows() - U.cols(), outside_of(U), limits(enough, options))
          .bound;
  return bound;
}

double estimate_largest(const Matrix<double>& D, std::uint64_t seed) {
  const auto multiply = [&](const Matrix<double>& X, Matrix<double>& Y) { Y = product(D, X); };
  if (D.rows() <= kFewEnough) {
    const Vector<double> found = rough_eigenpairs(multiply, D.rows(), 1, seed).values;
    return found.size() > 0 ? 1.05 * found(0) : 0.0;
  }
  const Restriction everywhere = [](Matrix<double>&) {};
  const Matrix<double> start = random_block(D.rows(), kBlockColumns, D.rows(), everywhere, seed);
  return 1.001 * bound_largest(multiply, start, D.rows(), everywhere, {.most_products = 15}).estimate;
}

OutsideBound bound_dense(const DenseScatter& dense, Index components, const Wanted& wanted, std::uint64_t seed,
                         const Estimator& estimate) {
  OutsideBound bound;
  bound.factored = true;
  const Index size = dense.D.rows();
  // What D may be off by.
  const double rounding =
      16 * kEpsilon * static_cast<double>(size) * dense.G.diagonal().maxCoeff() + kEpsilon * dense.G.trace();
  const auto all_below = [&](double value) {
    bound.largest = value;
    return is_positive_definite((value - rounding) * Matrix<double>::Identity(size, size) - dense.D);
  };
  // Factorizations are cheaper than guesses.
  for (const double step : {0.0, 0.7, 0.9, 1.0})
    if (all_below(wanted.ideal + step * (wanted.enough - wanted.ideal))) return bound;
  const bool confirmed = all_below(estimate(dense.D, seed) + rounding);
  if (confirmed && size > kFewEnough) return bound;
  const Vector<double> leading = largest_eigenpairs(Matrix<double>(dense.G), std::min(components, size)).values;
  bound.leading_sum = leading.cwiseMax(0).sum() + static_cast<double>(components) * rounding;
  if (!confirmed) bound.largest = largest_eigenpairs(Matrix<double>(dense.D), 1).values(0) + rounding;
  return bound;
}

OutsideBound bound_outside(const PreparedRows<double>& rows, const Vector<double>& v, const InsideOf& inside,
                           const Wanted& wanted, const TangentOptions& options, const RandomBlock* block,
                           const Estimator& estimate) {
  if (inside.W.cols() >= rows.cols()) return OutsideBound::of_nothing();
  const SpectrumProblem problem = spectrum_problem(rows.rows(), rows.cols(), rows.values(), options);
  const auto matrix = matrix_route(problem);
  const SpectrumRoute form = spectrum_route(problem, options.proof_worth);
  PassCounter counter;
  const double passable = std::max(wanted.enough, wanted.passable);
  if (form.by == SpectrumBy::row_products || form.by == SpectrumBy::gram_products) {
    OutsideBound bound =
        form.by == SpectrumBy::row_products
            ? bound_by_products(rows, v, inside, passable, options, block)
            : bound_by_gram_products({*options.gram, inside.T}, v, wanted.enough, options, rows.threads);
    bound.counter += counter;
    // Products do not tell eigenvalues apart that lie close together; a factorization does.
    if (bound.largest <= passable || !matrix || !options.matrix_if_unclear || options.stopped()) return bound;
    counter = bound.counter;
  }
  OutsideBound bound;
  if (matrix->by == SpectrumBy::columns) {
    bound = bound_dense(by_columns(rows, v, inside), inside.W.cols(), wanted, options.seed, estimate);
  } else {
    const Matrix<double> formed = options.gram ? Matrix<double>() : gram_matrix(rows);
    bound = bound_dense(dense_by_rows({options.gram ? *options.gram : formed, inside.T}, v), inside.W.cols(), wanted,
                        options.seed, estimate);
  }
  bound.counter += counter;
  if (matrix->by == SpectrumBy::columns || !options.gram)
    bound.counter.add(columns_of_gram(std::min(rows.rows(), rows.cols())));
  return bound;
}

}  // namespace l21::internal
