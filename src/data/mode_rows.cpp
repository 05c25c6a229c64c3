#include "data/mode_rows.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "data/link.hpp"
#include "data/scan.hpp"
#include "linalg/parallel.hpp"
#include "rows/make_source.hpp"
#include "rows/pass.hpp"
#include "tensor/tensor_rows.hpp"

namespace l21::internal {
namespace {

// A value for each sample becomes one for each of its rows.
Vector<double> spread(const Vector<double>& per_sample, Index group) {
  Vector<double> rows(per_sample.size() * group);
  for (Index i = 0; i < per_sample.size(); ++i) rows.segment(i * group, group).setConstant(per_sample(i));
  return rows;
}

// What belongs to a sample, not to one of its rows, is carried by the first one.
Vector<double> on_first_rows(const Vector<double>& per_sample, Index group) {
  Vector<double> rows = Vector<double>::Zero(per_sample.size() * group);
  for (Index i = 0; i < per_sample.size(); ++i) rows(i * group) = per_sample(i);
  return rows;
}

}  // namespace

PreparedRows<double> mode_rows(const TensorSamples& samples, ModeFactors factors, std::size_t k, Method method) {
  const RowFacts& known = samples.rows;
  factors[k].resize(samples.shape[k], 0);
  Vector<double> left_out;
  if (uses_residuals(method)) left_out = squared_rest(*samples.rows.source(), samples.shape, factors, known.threads);
  auto source = std::make_shared<const TensorRows>(*samples.rows.source(), samples.shape, std::move(factors), k);
  const Index group = source->group();
  RowFacts facts(known.weights.size() > 0 ? spread(known.weights, group) : Vector<double>(), spread(known.norm, group),
                 known.threads);
  facts.left_out = on_first_rows(left_out, group);
  facts.total_norm = known.total_norm;
  facts.total_weight = known.total_weight;
  PreparedRows<double> rows(std::move(source), std::move(facts));
  rows.groups = {group, &known};
  return rows;
}

PreparedRows<double> core_rows(const TensorSamples& samples, const ModeFactors& factors) {
  RowFacts facts = samples.rows;
  facts.left_out = squared_rest(*samples.rows.source(), samples.shape, factors, facts.threads);
  return {std::make_shared<const TensorRows>(*samples.rows.source(), samples.shape, factors, std::nullopt),
          std::move(facts)};
}

Matrix<double> mode_scatter(const TensorSamples& samples, const ModeFactors& factors, std::size_t k,
                            const SampleWeight& weight) {
  const TensorRows source(*samples.rows.source(), samples.shape, factors, k);
  const Index d = source.cols(), size = source.group() * d;
  Matrix<double> S;
  Pass<double>(source, d, samples.rows.threads)
      .moment(
          Matrix<double>::Identity(d, d), SquaredNorms::none,
          [&](const ProjectedBlock<double>& block) {
            for (Index g = 0; g < block.count / source.group(); ++g) {
              Eigen::Map<Vector<double>> values(block.t + g * size, size);
              values *= weight(block.first / source.group() + g, values.norm());
            }
          },
          S);
  return (S + S.transpose()) / 2;
}

void visit_cores(const NewRows& samples, const std::vector<Index>& shape, const ModeFactors& factors,
                 Residuals residuals, const RowVisitor& visit) {
  (void)scan_rows(samples.rows, {}, samples.threads);
  const auto source = make_source<double>(samples.rows, {samples.scheme.factor, samples.scheme.center, {}});
  const TensorRows rows(*source, shape, factors, std::nullopt);
  Vector<double> squared;
  if (residuals == Residuals::squared) squared = squared_rest(*source, shape, factors, samples.threads);
  const Index together = rows.block_rows(1), n = rows.rows(), m = rows.cols();
  parallel_for(samples.threads, (n + together - 1) / together, [&](Index task, int) {
    const Index first = task * together, count = std::min(together, n - first);
    TensorRows::Workspace workspace;
    RowMatrix<double> t(count, m);
    rows.project_samples(first, count, workspace, t.data());
    for (Index i = 0; i < count; ++i)
      visit({first + i, {t.row(i).data(), m}, squared.size() > 0 ? squared(first + i) : 0.0});
  });
}

}  // namespace l21::internal
