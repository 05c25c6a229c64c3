#include "l21/model.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "data/mode_rows.hpp"
#include "data/projections.hpp"
#include "data/scan.hpp"
#include "kernel/kernel_projection.hpp"
#include "l21/error.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/subspace.hpp"

namespace l21 {
using namespace internal;
namespace {

// Components that are not orthonormal: W = Q R with an orthonormal Q.
struct Basis {
  Matrix<double> Q, R;
};
Basis basis_of(const Model& model) {
  const Matrix<double> W = model.components.transpose();
  Matrix<double> Q = span_of(W);
  Matrix<double> R = product(Op::transpose, Q, Op::none, W);
  return {std::move(Q), std::move(R)};
}

// Distances from the span need Q; scores are R^T q.
void project_through_basis(const Model& model, const NewRows& rows, const RowVisitor& visit) {
  const auto [Q, R] = basis_of(model);
  visit_projections(rows, Q, Residuals::squared, [&, &to_scores = R](const ProjectedRow& row) {
    const Vector<double> t = to_scores.transpose() * row.t;
    visit({row.row, {t.data(), t.size()}, row.squared_residual});
  });
}

// The nearest point of the span that has these scores as well as may be: q with R^T q = t.
RowMatrix<double> from_sparse_scores(const Model& model, const RowMatrix<double>& scores) {
  const auto [Q, R] = basis_of(model);
  const Matrix<double> q = R.transpose().completeOrthogonalDecomposition().solve(scores.transpose());
  return product(Q, q).transpose();
}

ModeFactors factors_of(const std::vector<RowMatrix<double>>& modes) {
  ModeFactors factors;
  for (const auto& mode : modes) factors.push_back(mode.transpose());
  return factors;
}

// The way back from scores, n x m, to samples, n x d.
RowMatrix<double> expand(const std::vector<RowMatrix<double>>& modes, const RowMatrix<double>& scores) {
  std::vector<Index> inside;
  for (const auto& mode : modes) inside.push_back(mode.rows());
  std::vector<double> values(scores.data(), scores.data() + scores.size()), scratch;
  multiply_modes(factors_of(modes), Op::none, scores.rows(), inside, values, scratch);
  const Index d = scores.rows() > 0 ? static_cast<Index>(values.size()) / scores.rows() : 0;
  return Eigen::Map<const RowMatrix<double>>(values.data(), scores.rows(), d);
}

// Projects the rows with the model's own scaling; t and distances come in units of 2^scale_exponent. One read, and one
// to look for values that are not finite.
void project_rows(const Model& model, const Rows& rows, Residuals residuals, int requested_threads,
                  const RowVisitor& visit) {
  const Index d = model.columns();
  if (rows.cols() != d)
    throw InvalidArgument(fmt::format("rows must have {} columns, as the model was fitted to, got {}", d, rows.cols()));
  if (rows.rows() == 0) return;
  const SerialBlas serial;
  const int threads = resolve_threads(requested_threads);
  if (model.kernel) {
    (void)scan_rows(rows, {}, threads);
    return visit_kernel_projections(*model.kernel, rows, residuals, threads, visit);
  }
  NewRows fresh{rows, {Vector<double>::Constant(d, std::ldexp(1.0, -model.report.scale_exponent)), {}}, threads};
  if (model.feature_scale.size() > 0) fresh.scheme.factor.array() /= model.feature_scale.array();
  fresh.scheme.center = model.center.cwiseProduct(fresh.scheme.factor);
  if (!model.modes.empty()) return visit_cores(fresh, model.sample_shape, factors_of(model.modes), residuals, visit);
  if (has_sparse_components(model.options.method) && residuals == Residuals::squared)
    return project_through_basis(model, fresh, visit);
  visit_projections(fresh, model.components.transpose(), residuals, visit);
}

// What project_rows measures in; a kernel has no units.
double unit_of(const Model& model) {
  return model.kernel ? 1.0 : std::ldexp(1.0, model.report.scale_exponent);
}

}  // namespace

RowMatrix<double> Model::transform(const Rows& rows, int threads) const {
  RowMatrix<double> scores(rows.rows(), size());
  const double unit = unit_of(*this);
  project_rows(*this, rows, Residuals::ignore, threads,
               [&](const ProjectedRow& row) { scores.row(row.row) = row.t.transpose() * unit; });
  return scores;
}

RowMatrix<double> Model::inverse_transform(const RowMatrix<double>& scores) const {
  if (kernel) throw InvalidArgument("a kernel model cannot reconstruct rows: points of its space are no rows");
  if (scores.cols() != size())
    throw InvalidArgument(fmt::format("scores must have {} columns, one per component, got {}", size(), scores.cols()));
  const SerialBlas serial;
  const Index n = scores.rows(), d = columns(), m = size();
  RowMatrix<double> rows(n, d);
  // Row-major X = T C is column-major X^T = C^T T^T.
  if (!modes.empty())
    rows = expand(modes, scores);
  else if (has_sparse_components(options.method))
    rows = from_sparse_scores(*this, scores);
  else if (n > 0)
    gemm(Op::none, Op::none, d, n, m, 1.0, components.data(), d, scores.data(), m, 0.0, rows.data(), d);
  if (feature_scale.size() > 0) rows.array().rowwise() *= feature_scale.transpose().array();
  rows.rowwise() += center.transpose();
  return rows;
}

RowMatrix<double> Model::reconstruct(const Rows& rows, int threads) const {
  return inverse_transform(transform(rows, threads));
}

Distances Model::distances(const Rows& rows, int threads) const {
  Distances result{Vector<double>(rows.rows()), Vector<double>(rows.rows()),
                   std::vector<bool>(static_cast<std::size_t>(rows.rows()))};
  const double unit = unit_of(*this);
  const Vector<double> inverse_scale =
      score_scale.unaryExpr([&](double scale) { return scale > 0 ? unit / scale : 0.0; });
  const Vector<double> middle = score_median / unit;
  project_rows(*this, rows, Residuals::squared, threads, [&](const ProjectedRow& row) {
    result.score(row.row) = (row.t - middle).cwiseProduct(inverse_scale).norm();
    result.orthogonal(row.row) = std::sqrt(row.squared_residual) * unit;
  });
  for (Index i = 0; i < rows.rows(); ++i)
    result.outlier[static_cast<std::size_t>(i)] =
        result.score(i) > score_cutoff || result.orthogonal(i) > orthogonal_cutoff;
  return result;
}

}  // namespace l21
