#include "compression.hpp"

#include "center/center.hpp"
#include "data/column_statistics.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "model/canonical.hpp"

namespace l21::internal::experiments {
namespace {

Vector<double> origin_of(const RowMatrix<double>& rows, Center center, int threads) {
  const Index d = rows.cols();
  if (center == Center::none) return Vector<double>::Zero(d);
  if (center == Center::median) return column_medians(rows_of(rows), Vector<double>::Ones(d), {}, threads);
  return rows.colwise().mean().transpose();
}

// Originals that differ from what was trained on: only those need work.
std::vector<Index> changed_rows(const Trial& trial) {
  std::vector<Index> rows;
  for (Index i = 0; i < trial.originals.rows(); ++i)
    if (trial.originals.row(i) != trial.training.row(i)) rows.push_back(i);
  return rows;
}

void place_originals(const Trial& trial, Compressed& result) {
  result.originals = result.training.topRows(trial.originals.rows());
  result.outside = Vector<double>::Zero(trial.originals.rows());
  const auto changed = changed_rows(trial);
  if (changed.empty()) return;
  Matrix<double> centered(trial.originals.cols(), static_cast<Index>(changed.size()));
  for (Index k = 0; k < centered.cols(); ++k)
    centered.col(k) = trial.originals.row(changed[static_cast<std::size_t>(k)]).transpose() - result.origin;
  if (result.basis.size() == 0) {
    for (Index k = 0; k < centered.cols(); ++k)
      result.originals.row(changed[static_cast<std::size_t>(k)]) = centered.col(k).transpose();
    return;
  }
  const Matrix<double> inside = product(Op::transpose, result.basis, Op::none, centered);
  const Matrix<double> rest = centered - product(result.basis, inside);
  for (Index k = 0; k < centered.cols(); ++k) {
    const Index row = changed[static_cast<std::size_t>(k)];
    result.originals.row(row) = inside.col(k).transpose();
    result.outside[row] = rest.col(k).stableNorm();
  }
}

}  // namespace

Compressed uncompressed(const Trial& trial, const ImageSet& set) {
  Compressed result;
  result.sample_shape = {set.height, set.width};
  result.origin = Vector<double>::Zero(trial.training.cols());
  result.training = trial.training;
  place_originals(trial, result);
  return result;
}

Compressed compressed(const Trial& trial, Center center, int threads) {
  const SerialBlas serial;
  const ProductTeam team(resolve_threads(threads));
  Compressed result;
  result.origin = origin_of(trial.training, center, resolve_threads(threads));
  const RowMatrix<double> centered = trial.training.rowwise() - result.origin.transpose();
  if (centered.rows() < centered.cols()) {
    Matrix<double> R;
    result.basis = thin_qr(centered.transpose(), &R);  // x_i - origin = basis r_i
    result.training = R.transpose();
  } else {
    result.training = centered;
  }
  place_originals(trial, result);
  return result;
}

FitOptions in_coordinates(FitOptions asked, const Compressed& trial) {
  // A coordinate-wise median depends on the axes; it has been taken already.
  if (asked.center == Center::median && trial.basis.size() > 0) asked.center = Center::none;
  // Cells of images are judged with their neighbours.
  if (asked.damaged_cells == DamagedCells::leave_out) asked.sample_shape = trial.sample_shape;
  return asked;
}

Model lifted(Model model, const Compressed& trial, const FitOptions& asked, const ImageSet& set) {
  LinearSubspace& subspace = model.linear();
  if (trial.basis.size() > 0) {
    subspace.components = product(Op::none, subspace.components, Op::transpose, trial.basis);
    subspace.center = trial.basis * subspace.center;
    for (Index j = 0; j < subspace.size(); ++j) {
      const double sign = canonical_sign(subspace.components.row(j).transpose());
      subspace.components.row(j) *= sign;
      model.score_median[j] *= sign;
    }
  }
  subspace.center += trial.origin;
  model.options.center = asked.center;
  model.report.n_features = set.pixels.cols();
  model.sample_shape = {set.height, set.width};
  return model;
}

double reconstruction_error(const Model& model, const Compressed& trial, int threads) {
  const RowMatrix<double> inputs = trial.training.topRows(trial.originals.rows());
  const RowMatrix<double> rest = trial.originals - model.reconstruct(rows_of(inputs), threads);
  const auto n = static_cast<double>(rest.rows());
  double error = 0, length = 0;
  for (Index i = 0; i < rest.rows(); ++i) {
    error += std::hypot(rest.row(i).stableNorm(), trial.outside[i]) / n;
    length += trial.originals.row(i).stableNorm() / n;
  }
  // Where everything is reconstructed, rounding is no error.
  return error > rounding_of_sum<double>(rest.cols()) * length ? error : 0.0;
}

}  // namespace l21::internal::experiments
