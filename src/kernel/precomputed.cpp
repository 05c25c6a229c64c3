#include "kernel/precomputed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "l21/error.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "rows/make_source.hpp"

namespace l21::internal {
namespace {

constexpr Index kTile = 256;

struct Worst {
  double difference = 0, one = 0, other = 0, largest = 0;
  Index row = 0, column = 0;

  void offer(double a, double b, Index i, Index j) {
    largest = std::max({largest, std::abs(a), std::abs(b)});
    if (std::abs(a - b) <= difference) return;
    difference = std::abs(a - b), one = a, other = b, row = i, column = j;
  }
  void offer(const Worst& another) {
    largest = std::max(largest, another.largest);
    if (another.difference > difference)
      difference = another.difference, one = another.one, other = another.other, row = another.row,
      column = another.column;
  }
};

// Rows [i, i + kTile) against columns [i, i + kTile), from the diagonal on.
Worst compare_strip(const RowSource<double>& source, Index i) {
  const Index n = source.rows(), height = std::min(kTile, n - i);
  Worst worst;
  for (Index j = i; j < n; j += kTile) {
    const Index width = std::min(kTile, n - j);
    RowMatrix<double> upper(height, width), lower(width, height);
    source.copy_columns(i, height, j, width, upper.data());
    source.copy_columns(j, width, i, height, lower.data());
    for (Index a = 0; a < height; ++a)
      for (Index b = 0; b < width; ++b) worst.offer(upper(a, b), lower(b, a), i + a, j + b);
  }
  return worst;
}

}  // namespace

void require_symmetric(const Rows& matrix, int threads) {
  const Index n = matrix.rows();
  if (n != matrix.cols())
    throw DataError(fmt::format("a precomputed kernel matrix must be square, got {} x {}", n, matrix.cols()));
  const auto source = make_source<double>(matrix, RowPreparation::identity(n));
  std::vector<Worst> strips(static_cast<std::size_t>((n + kTile - 1) / kTile));
  parallel_for(threads, static_cast<Index>(strips.size()), [&](Index strip, int) {
    strips[static_cast<std::size_t>(strip)] = compare_strip(*source, strip * kTile);
  });
  Worst worst;
  for (const Worst& strip : strips) worst.offer(strip);
  const double tolerance = matrix.storage() == Storage::float32 ? 1e-5 : 1e-10;
  if (worst.difference <= tolerance * worst.largest) return;
  throw DataError(
      fmt::format("a precomputed kernel matrix must be symmetric: row {}, column {} is {}, but row {}, column {} is {} "
                  "(the largest difference of all)",
                  worst.row + 1, worst.column + 1, worst.one, worst.column + 1, worst.row + 1, worst.other));
}

void throw_not_semidefinite(const KernelRows& rows, double found, double expected) {
  constexpr Index kMostForEigenvalue = 3000;  // rows: about a second
  std::string by = fmt::format("{:.3g} is left where it should be {:.3g}", found, expected);
  if (rows.rows() <= kMostForEigenvalue) {
    const std::vector<Index> all = all_indices(rows.rows());
    const Matrix<double> K = rows.values(all, rows.landmarks(all));
    const double smallest = -largest_eigenpairs(-K, 1).values(0),
                 largest = largest_eigenpairs(Matrix<double>(K), 1).values(0);
    by = fmt::format("its smallest eigenvalue is {:.3g}, its largest {:.3g}", smallest, largest);
  }
  if (rows.kernel().function != Kernel::precomputed)
    throw DataError(
        fmt::format("the kernel matrix of these rows is not semidefinite to rounding: {}; scale the data", by));
  throw DataError(
      fmt::format("a precomputed kernel matrix must be positive semidefinite: {}; add to its diagonal, or "
                  "cut off the negative eigenvalues",
                  by));
}

void require_explained(const KernelRows& rows, const KernelCoordinates& coordinates) {
  const Matrix<double>& Z = coordinates.Z;
  const Index n = Z.rows();
  const Vector<double> itself = rows.itself();
  const double tolerance = 1e-6 * itself.cwiseAbs().maxCoeff();
  std::vector<double> most(static_cast<std::size_t>(n));
  rows.for_blocks(rows.landmarks(all_indices(n)), [&](const KernelBlock& block) {
    RowMatrix<double> left = block.K;
    if (Z.cols() > 0)
      gemm(Op::none, Op::transpose, n, block.count, Z.cols(), -1.0, Z.data(), n, Z.data() + block.first, n, 1.0,
           left.data(), n);
    most[static_cast<std::size_t>(block.first)] = left.cwiseAbs().maxCoeff();
  });
  const double left = *std::max_element(most.begin(), most.end());
  if (left > tolerance) throw_not_semidefinite(rows, left, 0);
}

}  // namespace l21::internal
