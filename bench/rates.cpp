#include "rates.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "timing.hpp"

namespace l21::internal::bench {
namespace {

double best_of(int repeats, const std::function<void()>& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repeats; ++k) best = std::min(best, seconds(work));
  return best;
}

}  // namespace

template <class T>
RowMatrix<T> pseudo_random_rows(Index rows, Index cols) {
  RowMatrix<T> X(rows, cols);
  std::uint64_t state = 1;
  for (Index i = 0; i < X.size(); ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    X.data()[i] = static_cast<T>(static_cast<double>(state >> 11U) * 0x1p-53 - 0.5);
  }
  return X;
}

template <class T>
double gemm_rate(int threads) {
  constexpr Index kSide = 1500;
  const Matrix<T> A = Matrix<T>::Constant(kSide, kSide, T(0.5)), B = Matrix<T>::Constant(kSide, kSide, T(0.25));
  std::vector<Matrix<T>> products(static_cast<std::size_t>(threads), Matrix<T>(kSide, kSide));
  const SerialBlas serial;
  const auto multiply = [&] {
    parallel_for(threads, threads, [&](Index k, int) {
      T* C = products[static_cast<std::size_t>(k)].data();
      gemm(Op::none, Op::none, kSide, kSide, kSide, T(1), A.data(), kSide, B.data(), kSide, T(0), C, kSide);
    });
  };
  return 2.0 * kSide * kSide * kSide * threads / best_of(7, multiply);
}

template <class T>
T read_all(const RowMatrix<T>& X, int threads) {
  constexpr Index kPiece = (1 << 20) / sizeof(T);
  const Index pieces = (X.size() + kPiece - 1) / kPiece;
  std::vector<T> sums(static_cast<std::size_t>(pieces));
  parallel_for(threads, pieces, [&](Index piece, int) {
    const Index first = piece * kPiece, count = std::min(kPiece, X.size() - first);
    sums[static_cast<std::size_t>(piece)] = Eigen::Map<const Vector<T>>(X.data() + first, count).sum();
  });
  return std::accumulate(sums.begin(), sums.end(), T(0));
}

double read_rate(double bytes, int threads) {
  constexpr double kMost = 1 << 30;
  constexpr Index kCols = 1024;
  const auto rows = static_cast<Index>(std::min(bytes, kMost) / (kCols * sizeof(float))) + 1;
  const RowMatrix<float> X = pseudo_random_rows<float>(rows, kCols);
  float sum = 0;
  const double best = best_of(7, [&] { sum += read_all(X, threads); });
  if (!std::isfinite(sum)) throw std::runtime_error("the sum of X is not finite");
  return static_cast<double>(X.size()) * sizeof(float) / best;
}

template RowMatrix<float> pseudo_random_rows<float>(Index, Index);
template RowMatrix<double> pseudo_random_rows<double>(Index, Index);
template double gemm_rate<float>(int);
template double gemm_rate<double>(int);
template float read_all<float>(const RowMatrix<float>&, int);
template double read_all<double>(const RowMatrix<double>&, int);

}  // namespace l21::internal::bench
