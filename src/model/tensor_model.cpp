#include "model/tensor_model.hpp"

namespace l21::internal {
namespace {

ModeFactors factors_of(const TensorSubspace& subspace) {
  ModeFactors factors;
  for (const auto& mode : subspace.modes) factors.push_back(mode.transpose());
  return factors;
}

}  // namespace

void visit_scores(const TensorSubspace& subspace, const NewRows& samples, Residuals residuals,
                  const RowVisitor& visit) {
  visit_cores(samples, subspace.shape(), factors_of(subspace), residuals, visit);
}

RowMatrix<double> expand(const TensorSubspace& subspace, const RowMatrix<double>& scores) {
  std::vector<double> values(scores.data(), scores.data() + scores.size()), scratch;
  multiply_modes(factors_of(subspace), Op::none, scores.rows(), subspace.score_shape(), values, scratch);
  return Eigen::Map<const RowMatrix<double>>(values.data(), scores.rows(), subspace.columns());
}

}  // namespace l21::internal
