#include "tensor/tensor_rows.hpp"

#include <algorithm>
#include <utility>

#include "linalg/parallel.hpp"

namespace l21::internal {
namespace {

// Samples that are worked on together: what fits in an eighth of a megabyte.
Index samples_at_once(Index values) {
  constexpr Index kValues = Index{1} << 14;
  return std::clamp<Index>(kValues / std::max<Index>(1, values), 1, 64);
}

// Rows as TensorRows projects them, then an ordinary dense block.
class TensorBlock final : public RowBlock<double> {
 public:
  TensorBlock(const TensorRows& source, Index most_rows)
      : source_(source),
        rows_(most_rows, source.cols()),
        dense_(rows_of(rows_), RowPreparation::identity(source.cols())),
        block_(dense_.make_block(most_rows)) {}

  void load(Index first, Index count) override {
    source_.project_samples(first / source_.group(), count / source_.group(), workspace_, rows_.data());
    block_->load(0, count);
  }
  void project(const Directions& W, double* P) override { block_->project(W, P); }
  void subtract_projection(const Directions& W, const double* P) override { block_->subtract_projection(W, P); }
  void accumulate(const double* A, Index m, Matrix<double>& sum) override { block_->accumulate(A, m, sum); }
  void squared_norms(double* out) override { block_->squared_norms(out); }
  double max_abs() override { return block_->max_abs(); }

 private:
  const TensorRows& source_;
  RowMatrix<double> rows_;
  DenseRows<double> dense_;
  std::unique_ptr<RowBlock<double>> block_;
  TensorRows::Workspace workspace_;
};

}  // namespace

TensorRows::TensorRows(const RowSource<double>& samples, std::vector<Index> shape, ModeFactors factors,
                       std::optional<std::size_t> mode)
    : samples_(samples), shape_(std::move(shape)), factors_(std::move(factors)), mode_(mode) {
  projected_ = contracted_shape(shape_, factors_);
  cols_ = mode_ ? projected_[*mode_] : volume(projected_);
  group_ = volume(projected_) / cols_;
}

Index TensorRows::block_rows(Index) const {
  return std::min(samples_at_once(volume(shape_)), std::max<Index>(1, samples_.rows())) * group_;
}

std::unique_ptr<RowBlock<double>> TensorRows::make_block(Index most_rows) const {
  return std::make_unique<TensorBlock>(*this, most_rows);
}

void TensorRows::project_samples(Index first, Index count, Workspace& workspace, double* out) const {
  workspace.values.resize(static_cast<std::size_t>(count * volume(shape_)));
  samples_.copy_rows(first, count, workspace.values.data());
  multiply_modes(factors_, Op::transpose, count, shape_, workspace.values, workspace.scratch);
  if (mode_)
    unfold(projected_, *mode_, count, workspace.values.data(), out);
  else
    std::copy_n(workspace.values.data(), count * cols_, out);
}

void TensorRows::copy_rows(Index first, Index count, double* out) const {
  copy_columns(first, count, 0, cols_, out);
}

void TensorRows::copy_columns(Index first, Index count, Index first_col, Index cols, double* out) const {
  Workspace workspace;
  RowMatrix<double> sample(group_, cols_);
  for (Index row = first; row < first + count;) {
    const Index i = row / group_, begin = row - i * group_, end = std::min(group_, first + count - i * group_);
    project_samples(i, 1, workspace, sample.data());
    Eigen::Map<RowMatrix<double>>(out, end - begin, cols) = sample.block(begin, first_col, end - begin, cols);
    out += (end - begin) * cols;
    row += end - begin;
  }
}

Vector<double> squared_rest(const RowSource<double>& samples, const std::vector<Index>& shape,
                            const ModeFactors& factors, int threads) {
  Vector<double> rest(samples.rows());
  const Index d = volume(shape), together = samples_at_once(d), n = samples.rows();
  const std::vector<Index> inside = contracted_shape(shape, factors);
  parallel_for(threads, (n + together - 1) / together, [&](Index task, int) {
    const Index first = task * together, count = std::min(together, n - first);
    RowMatrix<double> x(count, d);
    samples.copy_rows(first, count, x.data());
    std::vector<double> values(x.data(), x.data() + x.size()), scratch;
    multiply_modes(factors, Op::transpose, count, shape, values, scratch);
    multiply_modes(factors, Op::none, count, inside, values, scratch);
    x -= Eigen::Map<const RowMatrix<double>>(values.data(), count, d);
    rest.segment(first, count) = x.rowwise().squaredNorm();
  });
  return rest;
}

}  // namespace l21::internal
