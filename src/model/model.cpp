#include "l21/model.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "data/make_source.hpp"
#include "data/pass.hpp"
#include "data/raw_statistics.hpp"
#include "l21/error.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/subspace.hpp"
#include "model/kernel_model.hpp"
#include "model/tensor_model.hpp"

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
void project_through_basis(const Model& model, const RowSource<double>& source, int threads, const BlockBody& body) {
  const auto [Q, R] = basis_of(model);
  Pass<double> pass(source, Q.cols(), threads);
  pass.project(Q, Rest::residuals, [&, &to_scores = R](const ProjectedBlock<double>& block) {
    RowMatrix<double> t = Eigen::Map<const RowMatrix<double>>(block.t, block.count, block.components) * to_scores;
    ProjectedBlock<double> scores = block;
    scores.components = t.cols(), scores.t = t.data();
    body(scores);
  });
}

// The nearest point of the span that has these scores as well as may be: q with R^T q = t.
RowMatrix<double> from_sparse_scores(const Model& model, const RowMatrix<double>& scores) {
  const auto [Q, R] = basis_of(model);
  const Matrix<double> q = R.transpose().completeOrthogonalDecomposition().solve(scores.transpose());
  return product(Q, q).transpose();
}

// Projects the rows with the model's own scaling; t and distances come in units of 2^scale_exponent. One read, and one
// to look for values that are not finite.
void project_rows(const Model& model, const Rows& rows, Rest rest, int requested_threads, const BlockBody& body) {
  const Index d = model.columns();
  if (rows.cols() != d)
    throw InvalidArgument(fmt::format("rows must have {} columns, as the model was fitted to, got {}", d, rows.cols()));
  if (rows.rows() == 0) return;
  const SerialBlas serial;
  const int threads = resolve_threads(requested_threads);
  (void)scan_rows(rows, {}, threads);
  if (model.kernel) return project_on(*model.kernel, rows, rest, threads, body);
  RowPreparation preparation;
  preparation.factor = Vector<double>::Constant(d, std::ldexp(1.0, -model.report.scale_exponent));
  if (model.feature_scale.size() > 0) preparation.factor.array() /= model.feature_scale.array();
  preparation.center = model.center.cwiseProduct(preparation.factor);
  const auto source = make_source<double>(rows, std::move(preparation));
  if (!model.modes.empty()) return project_on(model.modes, model.sample_shape, *source, rest, threads, body);
  if (is_sparse(model.options.method) && rest == Rest::residuals)
    return project_through_basis(model, *source, threads, body);
  Pass<double> pass(*source, model.components.rows(), threads);
  pass.project(model.components.transpose(), rest, body);
}

// What project_rows measures in; a kernel has no units.
double unit_of(const Model& model) {
  return model.kernel ? 1.0 : std::ldexp(1.0, model.report.scale_exponent);
}

Eigen::Map<const RowMatrix<double>> scores_of(const ProjectedBlock<double>& block) {
  return {block.t, block.count, block.components};
}

}  // namespace

RowMatrix<double> Model::transform(const Rows& rows, int threads) const {
  RowMatrix<double> scores(rows.rows(), size());
  const double unit = unit_of(*this);
  project_rows(*this, rows, Rest::ignore, threads, [&](const ProjectedBlock<double>& block) {
    scores.middleRows(block.first, block.count) = scores_of(block) * unit;
  });
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
  else if (is_sparse(options.method))
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
  project_rows(*this, rows, Rest::residuals, threads, [&](const ProjectedBlock<double>& block) {
    for (Index i = 0; i < block.count; ++i) {
      const Vector<double> t = scores_of(block).row(i).transpose();
      result.score(block.first + i) = (t - middle).cwiseProduct(inverse_scale).norm();
      result.orthogonal(block.first + i) = std::sqrt(block.squared_norm[i]) * unit;
    }
  });
  for (Index i = 0; i < rows.rows(); ++i)
    result.outlier[static_cast<std::size_t>(i)] =
        result.score(i) > score_cutoff || result.orthogonal(i) > orthogonal_cutoff;
  return result;
}

}  // namespace l21
