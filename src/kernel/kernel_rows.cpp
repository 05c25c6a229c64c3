#include "kernel/kernel_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "l21/error.hpp"
#include "linalg/parallel.hpp"
#include "rows/make_source.hpp"
#include "rows/pass.hpp"

namespace l21::internal {
namespace {

constexpr Index kCopiedRows = 64;

std::unique_ptr<RowSource<double>> shifted_source(const Rows& rows, const Vector<double>& shift) {
  RowPreparation preparation = RowPreparation::identity(rows.cols());
  preparation.center = shift;
  return make_source<double>(rows, std::move(preparation));
}

// Where block.K holds something that is not a number: the row and the landmark.
[[noreturn]] void throw_not_finite(const KernelBlock& block, const Landmarks& landmarks) {
  for (Index i = 0; i < block.count; ++i)
    for (Index j = 0; j < block.K.cols(); ++j)
      if (!std::isfinite(block.K(i, j)))
        throw DataError(
            fmt::format("the kernel of row {} with row {} is {}: scale the data, or make the kernel's options smaller",
                        block.first + i + 1, landmarks.indices[static_cast<std::size_t>(j)] + 1, block.K(i, j)));
  throw DataError("the sum of kernel values overflows: scale the data");
}

}  // namespace

std::vector<Index> all_indices(Index n) {
  std::vector<Index> indices(static_cast<std::size_t>(n));
  std::iota(indices.begin(), indices.end(), Index{0});
  return indices;
}

KernelRows::KernelRows(const Rows& rows, const KernelSpec& kernel, Vector<double> shift, int threads)
    : stored_(rows), kernel_(kernel), shift_(std::move(shift)), threads_(threads) {
  if (!ignores_translation(kernel_)) shift_.setZero(rows.cols());
  source_ = shifted_source(stored_, shift_);
}

RowMatrix<double> KernelRows::stored(std::span<const Index> indices) const {
  const auto source = make_source<double>(stored_, RowPreparation::identity(stored_.cols()));
  RowMatrix<double> rows(static_cast<Index>(indices.size()), stored_.cols());
  for (std::size_t j = 0; j < indices.size(); ++j)
    source->copy_rows(indices[j], 1, rows.row(static_cast<Index>(j)).data());
  return rows;
}

RowMatrix<double> KernelRows::kept(std::span<const Index> indices) const {
  return kernel_.function == Kernel::precomputed ? RowMatrix<double>(0, stored_.cols()) : stored(indices);
}

Landmarks KernelRows::landmarks(std::span<const Index> indices) const {
  return landmarks(kept(indices), {indices.begin(), indices.end()});
}

Landmarks KernelRows::landmarks(const RowMatrix<double>& stored, std::vector<Index> indices) const {
  Landmarks result{{}, std::move(indices), {}};
  if (kernel_.function == Kernel::precomputed) return result;
  result.points = stored.transpose().colwise() - shift_;
  result.squared_norm = result.points.colwise().squaredNorm().transpose();
  return result;
}

Vector<double> KernelRows::itself() const {
  Vector<double> values(rows());
  if (kernel_.function == Kernel::precomputed) {
    for (Index i = 0; i < rows(); ++i) source_->copy_columns(i, 1, i, 1, &values(i));
    return values;
  }
  BlockLoop<double> loop(*source_, threads_);
  loop.run([&](const BlockLoop<double>::Block& block) {
    block.rows.squared_norms(values.data() + block.first);
    for (Index i = block.first; i < block.first + block.count; ++i) {
      if (!std::isfinite(values(i)))
        throw DataError(fmt::format("the squared length of row {} is {}: scale the data", i + 1, values(i)));
      values(i) = value_at_itself(kernel_, values(i));
      if (!std::isfinite(values(i)))
        throw DataError(fmt::format("the kernel of row {0} with row {0} is {1}: scale the data", i + 1, values(i)));
    }
  });
  return values;
}

void KernelRows::for_blocks(const Landmarks& landmarks, const KernelBody& body) const {
  if (landmarks.count() == 0 || rows() == 0) return;
  const bool by_products = kernel_.function != Kernel::laplacian && kernel_.function != Kernel::precomputed;
  by_products ? for_products(landmarks, body) : for_copies(landmarks, body);
}

Matrix<double> KernelRows::values(std::span<const Index> indices, const Landmarks& landmarks) const {
  const bool precomputed = kernel_.function == Kernel::precomputed;
  const RowMatrix<double> some = stored(indices);
  Matrix<double> K(some.rows(), landmarks.count());
  KernelRows(rows_of(some), kernel_, precomputed ? Vector<double>() : shift_, threads_)
      .for_blocks(landmarks, [&](const KernelBlock& block) { K.middleRows(block.first, block.count) = block.K; });
  return K;
}

// Whatever needs x^T l alone is a pass over the rows.
void KernelRows::for_products(const Landmarks& landmarks, const KernelBody& body) const {
  Pass<double> pass(*source_, landmarks.count(), threads_);
  pass.project(landmarks.points, SquaredNorms::of_rows, [&](const ProjectedBlock<double>& block) {
    if (kernel_.function == Kernel::rbf) squared_distances(landmarks, block);
    finish({block.first, block.count, {block.t, block.count, block.components}, nullptr}, landmarks, block.squared_norm,
           body);
  });
}

// ||x||^2 - 2 x^T l + ||l||^2 loses what is small beside the squares; where that would show in the kernel the rows
// themselves are subtracted.
void KernelRows::squared_distances(const Landmarks& landmarks, const ProjectedBlock<double>& block) const {
  constexpr double kShows = 1e-10, kNear = 1e-5, kProductRounding = 1e-15;
  const double longest = landmarks.squared_norm.maxCoeff();
  RowMatrix<double> row(1, source_->cols());
  for (Index i = 0; i < block.count; ++i) {
    const auto both = block.squared_norm[i] + landmarks.squared_norm.transpose().array();
    Eigen::Map<Eigen::Array<double, 1, Eigen::Dynamic>> t(block.t + i * block.components, block.components);
    t = (both - 2 * t).max(0.0);
    if (kernel_.gamma * (block.squared_norm[i] + longest) * kProductRounding < kShows) continue;
    source_->copy_rows(block.first + i, 1, row.data());
    for (Index j = 0; j < block.components; ++j)
      if (t(j) <= kNear * both(j)) t(j) = (row.row(0).transpose() - landmarks.points.col(j)).squaredNorm();
  }
}

void KernelRows::for_copies(const Landmarks& landmarks, const KernelBody& body) const {
  const bool precomputed = kernel_.function == Kernel::precomputed;
  const Index blocks = (rows() + kCopiedRows - 1) / kCopiedRows;
  parallel_for(threads_, blocks, [&](Index task, int) {
    const Index first = task * kCopiedRows, count = std::min(kCopiedRows, rows() - first);
    RowMatrix<double> X(count, source_->cols()), K(count, landmarks.count());
    source_->copy_rows(first, count, X.data());
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < K.cols(); ++j)
        K(i, j) = precomputed ? X(i, landmarks.indices[static_cast<std::size_t>(j)])
                              : (X.row(i).transpose() - landmarks.points.col(j)).lpNorm<1>();
    const Vector<double> squared_norm = X.rowwise().squaredNorm();
    finish({first, count, {K.data(), count, K.cols()}, nullptr}, landmarks, precomputed ? nullptr : squared_norm.data(),
           body);
  });
}

void KernelRows::finish(const KernelBlock& block, const Landmarks& landmarks, const double* squared_norm,
                        const KernelBody& body) const {
  KernelBlock result = block;
  apply_kernel(kernel_, squared_norm, landmarks.squared_norm, result.K);
  if (!std::isfinite(result.K.sum())) throw_not_finite(result, landmarks);
  Vector<double> itself(squared_norm ? block.count : 0);
  for (Index i = 0; i < itself.size(); ++i) itself(i) = value_at_itself(kernel_, squared_norm[i]);
  result.itself = squared_norm ? itself.data() : nullptr;
  body(result);
}

}  // namespace l21::internal
