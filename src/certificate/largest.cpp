#include "certificate/largest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/blas.hpp"
#include "linalg/random.hpp"

namespace l21 {
namespace {

// The e for which the probability of failure is as asked for.
double relative_error(int products, Index columns, Index size, const LargestOptions& options) {
  const double failure = options.failure / options.most_products;
  const double one = std::log(1.648 * std::sqrt(static_cast<double>(size)));
  const double root = (one - std::log(failure) / static_cast<double>(columns)) / (2 * products - 1);
  return root * root;
}

// An orthonormal basis that grows by blocks, and a symmetric matrix seen in it.
class GrowingSpace {
 public:
  GrowingSpace(Matrix<double> first, Index most) : Q_(first.rows(), most), T_(most, most), last_(std::move(first)) {}

  [[nodiscard]] const Matrix<double>& last() const { return last_; }
  [[nodiscard]] Index dimensions() const { return used_; }

  // Takes the product Y of the last block in, and returns the largest Ritz value.
  double add(const Matrix<double>& Y) {
    const Index k = last_.cols();
    Q_.middleCols(used_, k) = last_;
    const Matrix<double> columns = product(Op::transpose, Q_.leftCols(used_ + k), Op::none, Y);
    T_.block(0, used_, used_ + k, k) = columns;
    used_ += k;
    Matrix<double> T = T_.topLeftCorner(used_, used_);
    return std::max(0.0, largest_eigenpairs(std::move(T), 1).values(0));
  }

  // The next block: what is new in Y, at most `columns` of it. Returns how long it was.
  double advance(Matrix<double> Y, Index columns, const Restriction& restrict) {
    double length = 0;
    // Twice is enough for what is new; a third time for columns that were rounding and have been made long.
    for (int round = 0; round < 3; ++round) {
      Y -= product(Q_.leftCols(used_), product(Op::transpose, Q_.leftCols(used_), Op::none, Y));
      restrict(Y);
      if (round == 1) {
        length = Y.norm();
        Y = thin_qr(Y.leftCols(columns));
      }
    }
    last_ = thin_qr(std::move(Y));
    return length;
  }

 private:
  Matrix<double> Q_, T_, last_;  // T: its upper triangle
  Index used_ = 0;
};

}  // namespace

Matrix<double> random_block(Index rows, Index cols, Index size, const Restriction& restrict, std::uint64_t seed) {
  // Not the numbers that a fit of this seed has started from.
  NormalGenerator normal(seed ^ 0x9e3779b97f4a7c15ULL);
  Matrix<double> X(rows, std::min(cols, size));
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
  for (int twice = 0; twice < 2; ++twice) {
    restrict(X);
    X = thin_qr(std::move(X));
  }
  return X;
}

int fewest_products(Index columns, Index size, const LargestOptions& options) {
  int products = 1;
  while (relative_error(products, columns, size, options) >= 1) ++products;
  return static_cast<int>(std::min<Index>(products, (size + columns - 1) / columns));
}

LargestBound bound_largest(const SymmetricProduct& D, const Matrix<double>& start, Index size,
                           const Restriction& restrict, const LargestOptions& options) {
  LargestBound result;
  if (size <= 0) return result;
  result.bound = std::numeric_limits<double>::infinity();
  const Index b = start.cols();
  GrowingSpace space(start, std::min(options.most_products * b, size));
  Matrix<double> Y;
  while (result.products < options.most_products) {
    D(space.last(), Y);
    ++result.products;
    restrict(Y);
    result.estimate = std::max(result.estimate, space.add(Y));
    const Index left = size - space.dimensions();
    const double error = left == 0 ? 1e-12 : relative_error(result.products, b, size, options);
    if (error < 1) result.bound = std::min(result.bound, result.estimate / (1 - error));
    if (left == 0 || result.bound <= options.enough || result.bound <= (1 + options.precision) * result.estimate) break;
    if (result.products == options.most_products || options.stopped()) break;
    // The space of the products so far is invariant: for a random start it holds every eigenvalue.
    if (!(space.advance(std::move(Y), std::min(b, left), restrict) > 1e-13 * result.estimate)) {
      result.bound = result.estimate * (1 + 1e-12);
      break;
    }
  }
  return result;
}

}  // namespace l21
