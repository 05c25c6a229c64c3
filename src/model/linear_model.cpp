#include "model/linear_model.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "l21/error.hpp"
#include "linalg/blas.hpp"
#include "linalg/subspace.hpp"

namespace l21::internal {
namespace {

// Components that are not orthonormal: W = Q R with an orthonormal Q.
struct Basis {
  Matrix<double> Q, R;
};
Basis basis_of(const LinearSubspace& subspace) {
  const Matrix<double> W = subspace.components.transpose();
  Matrix<double> Q = span_of(W);
  Matrix<double> R = product(Op::transpose, Q, Op::none, W);
  return {std::move(Q), std::move(R)};
}

// The nearest point of the span that has these scores as well as may be: q with R^T q = t.
RowMatrix<double> expand_through_basis(const LinearSubspace& subspace, const RowMatrix<double>& scores) {
  if (scores.rows() == 0) return RowMatrix<double>(0, subspace.columns());
  const auto [Q, R] = basis_of(subspace);
  const Matrix<double> q = R.transpose().completeOrthogonalDecomposition().solve(scores.transpose());
  return product(Q, q).transpose();
}

// In prepared units.
CellModel cell_model(const LinearSubspace& subspace, const ModelRows& rows) {
  const CellStatistics& cells = *subspace.cells;
  const double unit = std::ldexp(1.0, -rows.scale_exponent);
  return {subspace.components.transpose(),
          (unit * cells.spread).cwiseAbs2(),
          unit * cells.scale,
          unit * cells.range,
          cells.tails,
          rows.shape.size() == 2 ? rows.shape : std::vector<Index>()};
}

// Cells that are missing, in rows whose cells the model can judge.
Holes holes_of_judged(const LinearSubspace& subspace, const ModelRows& rows) {
  if (subspace.cells && rows.rows.sparse())
    throw InvalidArgument(
        "the model leaves out damaged cells, of which sparse rows have none: give the rows as a dense table");
  return find_holes(rows.rows, rows.threads);
}

}  // namespace

void visit_scores(const LinearSubspace& subspace, Method method, const NewRows& rows, Residuals residuals,
                  const RowVisitor& visit) {
  if (!has_sparse_components(method) || residuals == Residuals::ignore)
    return visit_projections(rows, subspace.components.transpose(), residuals, visit);
  // Distances from the span need Q; scores are R^T q.
  const auto [Q, R] = basis_of(subspace);
  visit_projections(rows, Q, residuals, [&, &to_scores = R](const ProjectedRow& row) {
    const Vector<double> t = to_scores.transpose() * row.t;
    visit({row.row, {t.data(), t.size()}, row.squared_residual});
  });
}

std::unique_ptr<FilledRows> filled_by(const LinearSubspace& subspace, const ModelRows& rows) {
  Holes holes = holes_of_judged(subspace, rows);
  Matrix<double> W = span_of(subspace.components.transpose());
  Vector<double> prior;
  double hole_weight = kHoleWeight;
  if (subspace.cells) {
    const CellModel model = cell_model(subspace, rows);
    const CellTable table{rows.rows, {}, rows.threads};
    holes = damaged_cells(table, rows.scheme, model, scores_of_good_cells(table, rows.scheme, model));
    W = model.W;
    prior = score_prior(model);
    hole_weight = kDamagedWeight;
  }
  auto whole = std::make_unique<FilledRows>(rows.rows, std::move(holes), hole_weight);
  if (whole->holes().count() > 0) (void)whole->fill<double>(rows.scheme, W, rows.threads, prior);
  return whole;
}

RowMatrix<double> imputed(const LinearSubspace& subspace, const ModelRows& rows) {
  const auto whole = filled_by(subspace, rows);
  if (!subspace.cells) return stored_values(whole->filled());
  RowMatrix<double> values = stored_values(rows.rows);
  visit_holes(*whole, [&](Index row, Index column, double value, double expected) {
    if (std::isnan(value)) values(row, column) = expected;
  });
  return values;
}

RowMatrix<double> cell_weights(const LinearSubspace& subspace, const ModelRows& rows) {
  const Holes holes = holes_of_judged(subspace, rows);
  if (!subspace.cells) {
    RowMatrix<double> weights = RowMatrix<double>::Ones(rows.rows.rows(), rows.rows.cols());
    for (Index i = 0; i < weights.rows(); ++i)
      for (const std::int32_t j : holes.of_row(i)) weights(i, j) = 0;
    return weights;
  }
  const CellModel model = cell_model(subspace, rows);
  const CellTable table{rows.rows, {}, rows.threads};
  return goodness_of_cells(table, rows.scheme, model, scores_of_good_cells(table, rows.scheme, model));
}

std::vector<DamagedCell> list_damaged_cells(const LinearSubspace& subspace, const ModelRows& rows) {
  const auto whole = filled_by(subspace, rows);
  Vector<double> scale = subspace.cells->scale;
  if (subspace.feature_scale.size() > 0) scale.array() *= subspace.feature_scale.array();
  std::vector<DamagedCell> cells;
  visit_holes(*whole, [&](Index row, Index column, double value, double expected) {
    if (!std::isnan(value)) cells.push_back({row, column, value, expected, (value - expected) / scale(column)});
  });
  std::stable_sort(cells.begin(), cells.end(), [](const DamagedCell& a, const DamagedCell& b) {
    return std::abs(a.residual) > std::abs(b.residual);
  });
  return cells;
}

RowMatrix<double> expand(const LinearSubspace& subspace, Method method, const RowMatrix<double>& scores) {
  if (has_sparse_components(method)) return expand_through_basis(subspace, scores);
  const Index n = scores.rows(), d = subspace.columns(), m = subspace.size();
  RowMatrix<double> rows(n, d);
  // Row-major X = T C is column-major X^T = C^T T^T.
  if (n > 0)
    gemm(Op::none, Op::none, d, n, m, 1.0, subspace.components.data(), d, scores.data(), m, 0.0, rows.data(), d);
  return rows;
}

}  // namespace l21::internal
