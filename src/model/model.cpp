#include "l21/model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "data/scan.hpp"
#include "kernel/kernel_projection.hpp"
#include "l21/error.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "model/linear_model.hpp"
#include "model/overloaded.hpp"
#include "model/score_distance.hpp"
#include "model/tensor_model.hpp"

namespace l21 {
using namespace internal;
namespace {

// How rows are prepared as the subspace, linear or tensor, was fitted to them, in units of 2^scale_exponent.
template <class Centered>
RowScheme scheme_of(const Centered& subspace, int scale_exponent) {
  RowScheme scheme{Vector<double>::Constant(subspace.columns(), std::ldexp(1.0, -scale_exponent)), {}};
  if (subspace.feature_scale.size() > 0) scheme.factor.array() /= subspace.feature_scale.array();
  scheme.center = subspace.center.cwiseProduct(scheme.factor);
  return scheme;
}

void require_columns(const Model& model, const Rows& rows) {
  if (rows.cols() != model.columns())
    throw InvalidArgument(
        fmt::format("rows must have {} columns, as the model was fitted to, got {}", model.columns(), rows.cols()));
}

ModelRows model_rows(const Model& model, const LinearSubspace& linear, const Rows& rows, int threads) {
  const int exponent = model.report.scale_exponent;
  return {rows, scheme_of(linear, exponent), exponent, model.sample_shape, resolve_threads(threads)};
}

// Projects the rows with the model's own scaling; t and distances come in units of unit_of(model). One read, and one
// to look for values that are not finite.
void project_rows(const Model& model, const Rows& rows, Residuals residuals, int requested_threads,
                  const RowVisitor& visit) {
  require_columns(model, rows);
  if (rows.rows() == 0) return;
  const SerialBlas serial;
  const int threads = resolve_threads(requested_threads), exponent = model.report.scale_exponent;
  std::visit(
      Overloaded{[&](const LinearSubspace& linear) {
                   const RowScheme scheme = scheme_of(linear, exponent);
                   if (model.options.missing == Missing::error && !linear.cells)
                     return visit_scores(linear, model.options.method, {rows, scheme, threads}, residuals, visit);
                   const auto whole = filled_by(linear, model_rows(model, linear, rows, threads));
                   const Rows known = whole->filled();
                   visit_scores(linear, model.options.method, {known, scheme, threads}, residuals, visit);
                 },
                 [&](const KernelExpansion& expansion) {
                   (void)scan_rows(rows, {}, threads);
                   visit_kernel_projections(expansion, rows, residuals, threads, visit);
                 },
                 [&](const TensorSubspace& tensor) {
                   visit_scores(tensor, {rows, scheme_of(tensor, exponent), threads}, residuals, visit);
                 }},
      model.subspace);
}

// What project_rows measures in; a kernel has no units.
double unit_of(const Model& model) {
  return model.kind() == ModelKind::kernel ? 1.0 : std::ldexp(1.0, model.report.scale_exponent);
}

void require_scores(const RowMatrix<double>& scores, Index m) {
  if (scores.cols() != m)
    throw InvalidArgument(fmt::format("scores must have {} columns, one per component, got {}", m, scores.cols()));
}

template <class Centered>
RowMatrix<double> in_stored_units(const Centered& subspace, RowMatrix<double> rows) {
  if (subspace.feature_scale.size() > 0) rows.array().rowwise() *= subspace.feature_scale.transpose().array();
  rows.rowwise() += subspace.center.transpose();
  return rows;
}

}  // namespace

RowMatrix<double> Model::transform(const Rows& rows, int threads) const {
  RowMatrix<double> scores(rows.rows(), size());
  const double unit = unit_of(*this);
  project_rows(*this, rows, Residuals::ignore, threads,
               [&](const ProjectedRow& row) { scores.row(row.row) = row.t.transpose() * unit; });
  return scores;
}

bool Model::has_distances() const {
  const auto* expansion = std::get_if<KernelExpansion>(&subspace);
  return expansion == nullptr || expansion->kernel.function != Kernel::precomputed;
}

bool Model::has_reconstruction() const {
  return kind() != ModelKind::kernel;
}

RowMatrix<double> Model::inverse_transform(const RowMatrix<double>& scores) const {
  const SerialBlas serial;
  return std::visit(
      Overloaded{[](const KernelExpansion&) -> RowMatrix<double> {
                   throw InvalidArgument("a kernel model cannot reconstruct rows: points of its space are no rows");
                 },
                 [&](const LinearSubspace& linear) {
                   require_scores(scores, linear.size());
                   return in_stored_units(linear, expand(linear, options.method, scores));
                 },
                 [&](const TensorSubspace& tensor) {
                   require_scores(scores, tensor.size());
                   return in_stored_units(tensor, expand(tensor, scores));
                 }},
      subspace);
}

RowMatrix<double> Model::reconstruct(const Rows& rows, int threads) const {
  return inverse_transform(transform(rows, threads));
}

RowMatrix<double> Model::impute(const Rows& rows, int threads) const {
  const auto* found = std::get_if<LinearSubspace>(&subspace);
  if (found == nullptr) throw InvalidArgument("only a linear model fills in missing cells");
  require_columns(*this, rows);
  const SerialBlas serial;
  return imputed(*found, model_rows(*this, *found, rows, threads));
}

RowMatrix<double> Model::cell_weights(const Rows& rows, int threads) const {
  const auto* found = std::get_if<LinearSubspace>(&subspace);
  if (found == nullptr) throw InvalidArgument("only a linear model judges cells");
  require_columns(*this, rows);
  const SerialBlas serial;
  return internal::cell_weights(*found, model_rows(*this, *found, rows, threads));
}

std::vector<DamagedCell> Model::damaged_cells(const Rows& rows, int threads) const {
  const auto* found = std::get_if<LinearSubspace>(&subspace);
  if (found == nullptr) throw InvalidArgument("only a linear model judges cells");
  require_columns(*this, rows);
  if (!found->cells) return {};
  const SerialBlas serial;
  return list_damaged_cells(*found, model_rows(*this, *found, rows, threads));
}

Vector<double> Model::log_density(const Rows& rows, int threads) const {
  if (kind() == ModelKind::kernel)
    throw InvalidArgument("a kernel model has no density of rows: its space has as many dimensions as there are rows");
  const Distances found = distances(rows, threads);
  const LogDensity density(*this, columns());
  Vector<double> result(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) result(i) = density(found.score(i), found.orthogonal(i));
  return result;
}

Distances Model::distances(const Rows& rows, int threads) const {
  const Index n = rows.rows();
  Distances result{Vector<double>(n), Vector<double>(n), Vector<double>(n),
                   std::vector<bool>(static_cast<std::size_t>(n))};
  const double unit = unit_of(*this);
  const ScoreDistance inside(*this, unit);
  const double outside = noise_weight(*this), rounding = rounding_of_sum<double>(columns());
  project_rows(*this, rows, Residuals::squared, threads, [&](const ProjectedRow& row) {
    const double score = inside(row.t), orthogonal = std::sqrt(row.squared_residual) * unit;
    result.score(row.row) = score;
    result.orthogonal(row.row) = orthogonal;
    // Beside cutoffs that are rounding themselves, the rounding of a row in the subspace would count.
    const bool lies_in_it = row.squared_residual <= rounding * rounding * (row.t.squaredNorm() + row.squared_residual);
    result.combined(row.row) = lies_in_it ? score : std::hypot(score, outside * orthogonal);
  });
  for (Index i = 0; i < n; ++i)
    result.outlier[static_cast<std::size_t>(i)] =
        result.score(i) > score_cutoff || result.orthogonal(i) > orthogonal_cutoff;
  return result;
}

}  // namespace l21
