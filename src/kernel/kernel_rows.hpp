// Rows seen through a kernel: its values with a few landmarks, block by block.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernel/kernel_function.hpp"
#include "rows/pass.hpp"

namespace l21::internal {

struct KernelBlock {
  Index first;
  Index count;
  Eigen::Map<RowMatrix<double>> K;  // count x landmarks: k(x_i, l_j); may be overwritten
  const double* itself;             // k(x_i, x_i); null when the kernel is precomputed
};
using KernelBody = std::function<void(const KernelBlock&)>;

// Rows that others are compared with.
struct Landmarks {
  Matrix<double> points;       // d x L, prepared as KernelRows prepares its own
  std::vector<Index> indices;  // L: which of the fitted rows they are
  Vector<double> squared_norm;

  [[nodiscard]] Index count() const { return static_cast<Index>(indices.size()); }
};

// 0, 1, ..., n - 1.
[[nodiscard]] std::vector<Index> all_indices(Index n);

class KernelRows {
 public:
  // Borrows the rows. `shift` is subtracted where the kernel ignores translations.
  KernelRows(const Rows& rows, const KernelSpec& kernel, Vector<double> shift, int threads);

  [[nodiscard]] Index rows() const { return source_->rows(); }
  [[nodiscard]] const KernelSpec& kernel() const { return kernel_; }
  [[nodiscard]] int threads() const { return threads_; }
  // Of these rows.
  [[nodiscard]] Landmarks landmarks(std::span<const Index> indices) const;
  // From rows as they are stored, L x d; none when the kernel is precomputed.
  [[nodiscard]] Landmarks landmarks(const RowMatrix<double>& stored, std::vector<Index> indices) const;
  // L x d: the rows as they are stored.
  [[nodiscard]] RowMatrix<double> stored(std::span<const Index> indices) const;
  // The same, but none (0 x d) when the kernel is precomputed: landmarks are then known by their numbers alone.
  [[nodiscard]] RowMatrix<double> kept(std::span<const Index> indices) const;
  // k(x_i, x_i) of all rows; of a precomputed kernel, its diagonal.
  [[nodiscard]] Vector<double> itself() const;
  // Body for every block of rows, in parallel; the same blocks for any number of threads. 2 n d L flops.
  void for_blocks(const Landmarks& landmarks, const KernelBody& body) const;
  // count x L: k(x_i, l_j) for a few rows.
  [[nodiscard]] Matrix<double> values(std::span<const Index> indices, const Landmarks& landmarks) const;

 private:
  void for_products(const Landmarks& landmarks, const KernelBody& body) const;
  void squared_distances(const Landmarks& landmarks, const ProjectedBlock<double>& block) const;
  void for_copies(const Landmarks& landmarks, const KernelBody& body) const;
  void finish(const KernelBlock& block, const Landmarks& landmarks, const double* squared_norm,
              const KernelBody& body) const;

  Rows stored_;
  KernelSpec kernel_;
  Vector<double> shift_;
  std::unique_ptr<RowSource<double>> source_;
  int threads_;
};

}  // namespace l21::internal
