#include "fit/build_model.hpp"

#include <utility>

namespace l21::internal {

Model build_model(Subspace subspace, ScoreStatistics statistics, const FitOptions& options, FitReport report) {
  Model model;
  static_cast<ScoreStatistics&>(model) = std::move(statistics);
  model.subspace = std::move(subspace);
  model.options = options;
  model.options.weights.resize(0);
  model.options.given_center.resize(0);
  model.options.given_start.resize(0, 0);
  if (model.kind() == ModelKind::tensor) model.sample_shape = options.sample_shape;
  model.report = std::move(report);
  return model;
}

}  // namespace l21::internal
