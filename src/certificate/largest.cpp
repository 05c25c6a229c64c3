#include "certificate/largest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// The squared cosine of the angle between a random space of b of N dimensions and a direction that does not depend on
// it is less than this with a probability of at most `failure`. It is Beta(b/2, (N - b)/2) distributed, and for
// N >= b + 2 its density is at most t^(b/2 - 1) / B(b/2, (N - b)/2).
double least_square_cosine(Index b, Index N, double failure) {
  if (N < b + 2) return 0;
  const double half = 0.5 * static_cast<double>(b), rest = 0.5 * static_cast<double>(N - b);
  const double log_beta = std::lgamma(half) + std::lgamma(rest) - std::lgamma(half + rest);
  return std::exp((std::log(failure * half) + log_beta) / half);
}

// An orthonormal basis that grows by blocks, and a symmetric matrix seen in it.
class GrowingSpace {
 public:
  GrowingSpace(Matrix<double> first, Index most)
      : Q_(first.rows(), most), T_(Matrix<double>::Zero(most, most)), last_(std::move(first)) {}

  [[nodiscard]] const Matrix<double>& last() const { return last_; }
  [[nodiscard]] Index dimensions() const { return used_; }
  [[nodiscard]] Matrix<double> projected() const { return T_.topLeftCorner(used_, used_); }

  // Takes the product Y of the last block in, and leaves of it what is new.
  void add(Matrix<double>& Y) {
    const Index k = last_.cols();
    Q_.middleCols(used_, k) = last_;
    const Matrix<double> columns = product(Op::transpose, Q_.leftCols(used_ + k), Op::none, Y);
    T_.block(0, used_, used_ + k, k) = columns;
    T_.block(used_, 0, k, used_) = columns.topRows(used_).transpose();
    used_ += k;
    add_product(-1, Op::none, Q_.leftCols(used_), Op::none, columns, Y);
  }

  // The next block: what is new, at most `columns` of it.
  void advance(Matrix<double> Y, Index columns, const Restriction& restrict) {
    // Once for what rounding has left, and again for columns that were rounding and have been made long.
    for (int twice = 0; twice < 2; ++twice) {
      remove_projection(Q_.leftCols(used_), Y);
      restrict(Y);
      Y = thin_qr(Y.leftCols(columns));
    }
    last_ = std::move(Y);
  }

 private:
  Matrix<double> Q_, T_, last_;
  Index used_ = 0;
};

// The polynomials for which pi_0(D) Q, pi_1(D) Q, ... are orthonormal as vectors of N b numbers; one more with every
// product. beta_j pi_{j+1}(x) = (x - alpha_j) pi_j(x) - beta_{j-1} pi_{j-1}(x).
class SeenPolynomials {
 public:
  SeenPolynomials(Index columns, Index dimensions, int most)
      : b_(columns), V_(Matrix<double>::Zero(dimensions, (most + 1) * columns)), M_(V_.cols(), V_.cols()) {
    V_.topLeftCorner(b_, b_) = Matrix<double>::Identity(b_, b_) / std::sqrt(static_cast<double>(b_));
    M_.topLeftCorner(b_, b_) = Matrix<double>::Identity(b_, b_) / static_cast<double>(b_);
  }

  // D as seen in the space, and the Gram matrix of what is new in the product of its last block.
  void add(const Matrix<double>& T, const Matrix<double>& news) {
    const Index used = T.rows(), width = news.rows(), count = used_columns();
    auto newest = V_.block(0, count - b_, used, b_);
    // A part of it was still outside.
    if (!beta_.empty())
      newest.bottomRows(width) =
          product(T.block(used - width, used - width - tail_.rows(), width, tail_.rows()), tail_);
    tail_ = newest.bottomRows(width);
    Matrix<double> next = product(T, newest);
    alpha_.push_back(newest.cwiseProduct(next).sum());
    // From all of them, and twice: orthonormal whatever the rounding.
    for (int twice = 0; twice < 2; ++twice)
      for (Index j = 0; j < count; j += b_) {
        const auto earlier = V_.block(0, j, used, b_);
        next -= earlier.cwiseProduct(next).sum() * earlier;
      }
    const Matrix<double> unspanned = tail_.transpose() * news * tail_;
    const double square = next.squaredNorm() + unspanned.trace(), beta = std::sqrt(square);
    beta_.push_back(beta);
    next /= beta, tail_ /= beta;
    V_.block(0, count, used, b_) = next;
    const Matrix<double> with_earlier = product(Op::transpose, V_.topLeftCorner(used, count), Op::none, next);
    M_.block(0, count, count, b_) = with_earlier;
    M_.block(count, 0, b_, count) = with_earlier.transpose();
    M_.block(count, count, b_, b_) = next.transpose() * next + unspanned / square;
  }

  // Whether all eigenvalues are below x, if Q and the eigenvector of the largest have at least this squared cosine:
  // p = sum_j pi_j(x) pi_j has p(x) > ||p(D) Q|| / cosine, and rises from x on.
  [[nodiscard]] bool excludes(double x, double square_cosine) const {
    Vector<double> a(static_cast<Index>(beta_.size()) + 1);
    a(0) = 1 / std::sqrt(static_cast<double>(b_));
    for (std::size_t j = 0; j < beta_.size(); ++j) {
      const auto i = static_cast<Index>(j);
      a(i + 1) = ((x - alpha_[j]) * a(i) - (j > 0 ? beta_[j - 1] * a(i - 1) : 0.0)) / beta_[j];
      // A zero of some pi_j lies above x: that p need not rise.
      if (!(a(i + 1) > 0)) return false;
    }
    const double length = a.norm();
    a /= length;
    Matrix<double> sums = Matrix<double>::Zero(used_columns(), b_), square = Matrix<double>::Zero(b_, b_);
    for (Index j = 0; j < a.size(); ++j) sums += a(j) * M_.block(0, j * b_, sums.rows(), b_);
    for (Index j = 0; j < a.size(); ++j) square += a(j) * sums.middleRows(j * b_, b_);
    return largest_eigenpairs(std::move(square), 1).values(0) < square_cosine * length * length;
  }

 private:
  [[nodiscard]] Index used_columns() const { return b_ * (static_cast<Index>(beta_.size()) + 1); }

  Index b_;
  Matrix<double> V_, M_;  // pi_j(D) Q in the basis of the space, side by side, and V^T V
  Matrix<double> tail_;   // of the last pi_j(D) Q, in the last block
  std::vector<double> alpha_, beta_;
};

// The least x that is known to be excluded, between an eigenvalue and what was excluded before.
double least_excluded(const SeenPolynomials& polynomials, double square_cosine, double eigenvalue, double before,
                      double precision) {
  constexpr double kFar = 1e12;
  double below = eigenvalue, above = before;
  for (double x = 2 * eigenvalue; !std::isfinite(above) && x < kFar * eigenvalue; x *= 2)
    (polynomials.excludes(x, square_cosine) ? above : below) = x;
  while (std::isfinite(above) && above > (1 + precision) * below) {
    const double x = std::sqrt(below) * std::sqrt(above);
    (polynomials.excludes(x, square_cosine) ? above : below) = x;
  }
  return above;
}

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

LargestBound bound_largest(const SymmetricProduct& D, const Matrix<double>& start, Index size,
                           const Restriction& restrict, const LargestOptions& options) {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  if (size <= 0) return {.bound = 0, .estimate = 0, .products = 0};
  LargestBound result{.bound = kUnknown, .estimate = 0, .products = 0};
  if (options.most_products <= 0) return result;
  const Index b = start.cols(), most = std::min(options.most_products * b, size);
  GrowingSpace space(start, most);
  SeenPolynomials polynomials(b, most, options.most_products);
  const double square_cosine = least_square_cosine(b, size, options.failure);
  double unit = 1;  // in which squares of numbers of D neither overflow nor vanish
  Matrix<double> Y;
  while (result.products < options.most_products) {
    D(space.last(), Y);
    if (!Y.allFinite()) {
      result.bound = kUnknown;
      break;
    }
    if (++result.products == 1) unit = power_of_two_near(Y.cwiseAbs().maxCoeff());
    Y /= unit;
    restrict(Y);
    space.add(Y);
    const Matrix<double> T = space.projected();
    result.estimate = std::max({0.0, result.estimate, largest_eigenpairs(Matrix<double>(T), 1).values(0)});
    const Index left = size - space.dimensions();
    if (left == 0) {
      result.bound = result.estimate * (1 + 1e-12);
      break;
    }
    // An eigenvalue was found above the bound: the event of probability `failure` has happened, nothing is known.
    if (result.bound < result.estimate) {
      result.bound = kUnknown;
      break;
    }
    const double news = Y.norm(), rounding = 1e-13 * result.estimate;
    result.bound = std::min(result.bound, result.estimate + (news + rounding) / std::sqrt(square_cosine));
    // An invariant space has nothing to go on with, nor has a D that is 0 but for rounding.
    if (!(news > rounding) || result.estimate == 0) break;
    polynomials.add(T, product(Op::transpose, Y, Op::none, Y));
    result.bound = least_excluded(polynomials, square_cosine, result.estimate, result.bound, 0.1 * options.precision);
    if (result.bound <= options.enough / unit || result.bound <= (1 + options.precision) * result.estimate) break;
    if (result.products == options.most_products || options.stopped()) break;
    space.advance(std::move(Y), std::min(b, left), restrict);
  }
  result.bound *= unit, result.estimate *= unit;
  return result;
}

}  // namespace l21::internal
