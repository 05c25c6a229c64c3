#include "rows/gram.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "rows/dense_rows.hpp"
#include "rows/pass.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {
namespace {

// Tiles (i, j), i <= j, of a symmetric matrix cut into `parts` strips.
std::vector<std::pair<Index, Index>> upper_tiles(Index parts) {
  std::vector<std::pair<Index, Index>> tiles;
  for (Index i = 0; i < parts; ++i)
    for (Index j = i; j < parts; ++j) tiles.emplace_back(i, j);
  return tiles;
}

Index strips(Index size, Index width) {
  return (size + width - 1) / width;
}

// Wide enough for the speed of large products, and enough tiles for all threads.
Index tile_width(Index size) {
  return size >= 1024 ? 256 : size >= 448 ? 128 : 64;
}

void mirror_upper(Matrix<double>& A) {
  for (Index j = 0; j < A.cols(); ++j)
    for (Index i = 0; i < j; ++i) A(j, i) = A(i, j);
}

// G <- G + op(A) op'(B), op' the other of the two, with `terms` terms in each sum. In float these are sums of a
// stretch, which are added in double.
template <class T>
void add_tile(Op op, Index rows, Index cols, Index terms, const T* A, const T* B, Index lead, double* G, Index stride) {
  const Op other = op == Op::none ? Op::transpose : Op::none;
  if constexpr (std::is_same_v<T, double>) {
    gemm(op, other, rows, cols, terms, 1.0, A, lead, B, lead, 1.0, G, stride);
  } else {
    Matrix<T> part(rows, cols);
    gemm(op, other, rows, cols, terms, T(1), A, lead, B, lead, T(0), part.data(), rows);
    for (Index j = 0; j < cols; ++j)
      Eigen::Map<Vector<double>>(G + j * stride, rows) += part.col(j).template cast<double>();
  }
}

}  // namespace

double columns_of_gram(Index side) {
  const Index tile = tile_width(side);
  double columns = 0;
  for (Index first = 0; first < side; first += tile) {
    const Index width = std::min(tile, side - first);
    columns += static_cast<double>(width) * static_cast<double>(first + width) / static_cast<double>(side);
  }
  return columns;
}

// Stretches of columns, one after the other; within a stretch the threads share the tiles of G, each summed by one of
// them.
template <class T>
Matrix<double> gram_matrix(const RowSource<T>& source, int threads) {
  constexpr Index kStretch = 1024, kSlice = 32;
  const Index n = source.rows(), d = source.cols(), tile = tile_width(n);
  const auto tiles = upper_tiles(strips(n, tile));
  Matrix<double> G = Matrix<double>::Zero(n, n);
  std::vector<T> panel(static_cast<std::size_t>(n * std::min(kStretch, d)));  // row-major
  for (Index first = 0; first < d; first += kStretch) {
    const Index width = std::min(kStretch, d - first);
    parallel_for(threads, strips(n, kSlice), [&](Index slice, int) {
      const Index begin = slice * kSlice;
      source.copy_columns(begin, std::min(kSlice, n - begin), first, width, panel.data() + begin * width);
    });
    parallel_for(threads, static_cast<Index>(tiles.size()), [&](Index task, int) {
      const auto [i, j] = tiles[static_cast<std::size_t>(task)];
      add_tile(Op::transpose, std::min(tile, n - i * tile), std::min(tile, n - j * tile), width,
               panel.data() + i * tile * width, panel.data() + j * tile * width, width, &G(i * tile, j * tile), n);
    });
  }
  mirror_upper(G);
  return G;
}

// Panels of rows, one after the other; within a panel the threads share the tiles of C, each summed by one of them.
// Where tiles are few, they share the rows: stretches that the rows alone decide.
template <class T>
Matrix<double> scatter_matrix(const RowSource<T>& source, const Vector<double>& v, int threads) {
  constexpr Index kSlice = 32, kNarrow = 256, kRowsOfAStretch = 4096, kMostStretches = 16;
  constexpr Index kMostRows = std::is_same_v<T, double> ? 1024 : 256;
  const Index n = source.rows(), d = source.cols(), tile = tile_width(d);
  const Index panel_rows = std::clamp<Index>((Index{16} << 20) / std::max<Index>(1, 8 * d), 64, kMostRows);
  const auto tiles = upper_tiles(strips(d, tile));
  const Index stretches = d > kNarrow ? 1 : std::clamp<Index>(n / kRowsOfAStretch, 1, kMostStretches);
  std::vector<Matrix<double>> sum(static_cast<std::size_t>(stretches), Matrix<double>::Zero(d, d));
  const auto add_stretch = [&](Index stretch, int team) {
    Matrix<double>& C = sum[static_cast<std::size_t>(stretch)];
    RowMatrix<T> panel(panel_rows, d);
    const Index end = (stretch + 1) * n / stretches;
    for (Index first = stretch * n / stretches; first < end; first += panel_rows) {
      const Index count = std::min(panel_rows, end - first);
      parallel_for(team, strips(count, kSlice), [&](Index slice, int) {
        const Index begin = slice * kSlice, rows = std::min(kSlice, count - begin);
        source.copy_rows(first + begin, rows, panel.data() + begin * d);
        for (Index i = begin; v.size() > 0 && i < begin + rows; ++i)
          panel.row(i) *= static_cast<T>(std::sqrt(v(first + i)));
      });
      parallel_for(team, static_cast<Index>(tiles.size()), [&](Index task, int) {
        const auto [i, j] = tiles[static_cast<std::size_t>(task)];
        add_tile(Op::none, std::min(tile, d - i * tile), std::min(tile, d - j * tile), count, panel.data() + i * tile,
                 panel.data() + j * tile, d, &C(i * tile, j * tile), d);
      });
    }
  };
  if (stretches == 1)
    add_stretch(0, threads);
  else
    parallel_for(threads, stretches, [&](Index stretch, int) { add_stretch(stretch, 1); });
  Matrix<double> C = add_up(std::move(sum), threads);
  mirror_upper(C);
  return C;
}

template Matrix<double> gram_matrix<float>(const RowSource<float>&, int);
template Matrix<double> gram_matrix<double>(const RowSource<double>&, int);
template Matrix<double> scatter_matrix<float>(const RowSource<float>&, const Vector<double>&, int);
template Matrix<double> scatter_matrix<double>(const RowSource<double>&, const Vector<double>&, int);

void multiply_symmetric(const Matrix<double>& G, const Matrix<double>& A, Matrix<double>& GA, int threads) {
  GA.resize(G.rows(), A.cols());
  // Columns of G stand for its rows: they are contiguous.
  const DenseRows<double> rows(rows_of(G).transposed(), RowPreparation::identity(G.cols()));
  project_rows(rows, A, threads, GA);
}

}  // namespace l21::internal
