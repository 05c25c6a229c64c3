#include "model/tensor_model.hpp"

#include <algorithm>

#include "linalg/parallel.hpp"
#include "tensor/tensor_rows.hpp"

namespace l21::internal {
namespace {

ModeFactors factors_of(const std::vector<RowMatrix<double>>& modes) {
  ModeFactors factors;
  for (const auto& mode : modes) factors.push_back(mode.transpose());
  return factors;
}

}  // namespace

void project_on(const std::vector<RowMatrix<double>>& modes, const std::vector<Index>& shape,
                const RowSource<double>& samples, Rest rest, int threads, const BlockBody& body) {
  const TensorRows rows(samples, shape, factors_of(modes), std::nullopt);
  Vector<double> squared;
  if (rest == Rest::residuals) squared = squared_rest(samples, shape, factors_of(modes), threads);
  const Index together = rows.block_rows(1), n = rows.rows(), m = rows.cols();
  parallel_for(threads, (n + together - 1) / together, [&](Index task, int) {
    const Index first = task * together, count = std::min(together, n - first);
    TensorRows::Workspace workspace;
    RowMatrix<double> t(count, m);
    rows.project_samples(first, count, workspace, t.data());
    body({0, first, count, m, t.data(), squared.size() > 0 ? squared.data() + first : nullptr});
  });
}

RowMatrix<double> expand(const std::vector<RowMatrix<double>>& modes, const RowMatrix<double>& scores) {
  std::vector<Index> inside;
  for (const auto& mode : modes) inside.push_back(mode.rows());
  std::vector<double> values(scores.data(), scores.data() + scores.size()), scratch;
  multiply_modes(factors_of(modes), Op::none, scores.rows(), inside, values, scratch);
  const Index d = scores.rows() > 0 ? static_cast<Index>(values.size()) / scores.rows() : 0;
  return Eigen::Map<const RowMatrix<double>>(values.data(), scores.rows(), d);
}

}  // namespace l21::internal
