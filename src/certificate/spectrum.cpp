#include "certificate/spectrum.hpp"

#include <algorithm>
#include <cmath>

#include "certificate/largest.hpp"
#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"

namespace l21 {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// G on its smaller side, and what is left of it outside W.
struct Dense {
  Matrix<double> G;  // sum_i v_i x_i x_i^T, or the n x n matrix with the same eigenvalues besides 0
  Matrix<double> D;  // the same for (I - W W^T) G (I - W W^T)
};

// (I - P) G (I - P) = G - W (G W)^T - (G W) W^T + W S W^T
Dense by_columns(const PreparedRows<double>& rows, const Vector<double>& v, const InsideOf& inside) {
  Dense dense{scatter_matrix(*rows.source, v, rows.threads), {}};
  const Matrix<double> half = inside.GW - 0.5 * product(inside.W, inside.S);
  const Matrix<double> outer = product(Op::none, inside.W, Op::transpose, half);
  dense.D = dense.G - outer - outer.transpose();
  return dense;
}

// V^(1/2) X X^T V^(1/2), and the same of X - X W W^T.
Dense by_rows(const PreparedRows<double>& rows, const Vector<double>& v, const InsideOf& inside,
              const Matrix<double>* gram) {
  Dense dense{gram ? *gram : gram_matrix(*rows.source, rows.threads), {}};
  const Vector<double> root = v.cwiseSqrt();
  Matrix<double> T(rows.rows(), inside.W.cols());
  project_rows(*rows.source, inside.W, rows.threads, T);
  dense.G = root.asDiagonal() * dense.G * root.asDiagonal();
  T = root.asDiagonal() * T;
  dense.D = dense.G - product(Op::none, T, Op::transpose, T);
  return dense;
}

// The eigenvalues of D by an estimate that a factorization has to confirm.
OutsideBound bound_dense(const Dense& dense, Index components, double enough, std::uint64_t seed,
                         const Estimator& estimate) {
  constexpr Index kFewEnough = 1500;  // for all leading eigenvalues in a moment
  OutsideBound bound;
  bound.factored = true;
  const Index size = dense.D.rows();
  // What D may be off by.
  const double rounding =
      16 * kEpsilon * static_cast<double>(size) * dense.G.diagonal().maxCoeff() + kEpsilon * dense.G.trace();
  const double guess = estimate(dense.D, enough, seed).estimate;
  const double largest = 1.001 * guess + rounding;
  const bool confirmed = is_positive_definite(largest * Matrix<double>::Identity(size, size) - dense.D);
  if (confirmed && (largest < enough || size > kFewEnough)) {
    bound.largest = largest;
    return bound;
  }
  const Vector<double> leading = largest_eigenpairs(Matrix<double>(dense.G), std::min(components, size)).values;
  bound.leading_sum = leading.cwiseMax(0).sum() + static_cast<double>(components) * rounding;
  bound.largest = confirmed ? largest : largest_eigenpairs(Matrix<double>(dense.D), 1).values(0) + rounding;
  return bound;
}

OutsideBound bound_by_products(const PreparedRows<double>& rows, const Vector<double>& v, const InsideOf& inside,
                               double enough, const TangentOptions& options) {
  OutsideBound bound;
  Pass<double> pass(*rows.source, 1, rows.threads);
  Matrix<double> column(rows.cols(), 1), moment;
  const auto multiply = [&](const Vector<double>& x, Vector<double>& y) {
    column.col(0) = x;
    multiply_scatter(pass, v, column, moment);
    bound.counter.add(2);
    y = moment.col(0);
  };
  const auto restrict = [&](Vector<double>& x) {
    for (int twice = 0; twice < 2; ++twice) x -= inside.W * (inside.W.transpose() * x);
  };
  const Index size = rows.cols() - inside.W.cols();
  const LargestBound found = bound_largest(multiply, rows.cols(), size, restrict,
                                           {.enough = enough,
                                            .precision = 0.02,
                                            .most_products = options.most_products,
                                            .failure = options.failure,
                                            .seed = options.seed});
  bound.largest = found.bound;
  return bound;
}

}  // namespace

Form cheapest_form(Index rows, Index cols, double values, bool has_gram, int products) {
  constexpr double kMostBytes = 512e6;
  const double n = static_cast<double>(rows), d = static_cast<double>(cols);
  const auto fits = [&](double side) { return 3 * 8 * side * side <= kMostBytes; };
  // A product with one column waits for memory: it costs what eight would. Estimating takes some thirty of D.
  const double by_products = 16.0 * 2 * values * products;
  const double by_columns = n * d * d + d * d * d / 3 + 60 * 8 * d * d;
  const double by_rows = (has_gram ? 0.0 : n * n * d) + n * n * n / 3 + 60 * 8 * n * n;
  Form form{Form::products, by_products};
  if (fits(d) && by_columns < form.cost) form = {Form::columns, by_columns};
  if (fits(n) && n < d && by_rows < form.cost) form = {Form::rows, by_rows};
  return form;
}

void multiply_scatter(Pass<double>& pass, const Vector<double>& v, const Matrix<double>& W, Matrix<double>& GW) {
  pass.moment(
      W, Rest::ignore,
      [&](const ProjectedBlock<double>& block) {
        Eigen::Map<RowMatrix<double>> t(block.t, block.count, block.components);
        t.array().colwise() *= v.segment(block.first, block.count).array();
      },
      GW);
}

LargestBound estimate_largest(const Matrix<double>& D, double enough, std::uint64_t seed) {
  const auto multiply = [&](const Vector<double>& x, Vector<double>& y) {
    y.noalias() = D.selfadjointView<Eigen::Upper>() * x;
  };
  return bound_largest(multiply, D.rows(), D.rows(), [](Vector<double>&) {},
                       {.enough = 0.5 * enough, .precision = 1e-3, .most_products = 60, .seed = seed});
}

OutsideBound bound_outside(const PreparedRows<double>& rows, const Vector<double>& v, const InsideOf& inside,
                           double enough, const TangentOptions& options, const Estimator& estimate) {
  if (inside.W.cols() >= rows.cols()) return {.largest = 0, .factored = true, .leading_sum = {}, .counter = {}};
  const Form form =
      cheapest_form(rows.rows(), rows.cols(), rows.source->values(), options.gram != nullptr, options.most_products);
  if (form.kind == Form::products) return bound_by_products(rows, v, inside, enough, options);
  const Dense dense = form.kind == Form::columns ? by_columns(rows, v, inside) : by_rows(rows, v, inside, options.gram);
  OutsideBound bound = bound_dense(dense, inside.W.cols(), enough, options.seed, estimate);
  bound.counter.add(static_cast<double>(std::min(rows.rows(), rows.cols())));
  return bound;
}

}  // namespace l21
