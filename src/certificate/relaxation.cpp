#include "certificate/relaxation.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/blas.hpp"
#include "methods/principal.hpp"

namespace l21::internal {
namespace {

// A convex combination of projections, seen only through q_i = x_i^T P x_i.
class Mixture {
 public:
  Mixture(const RowFacts& rows, const TangentOptions& options)
      : rows_(rows), p_(options.p), stopped_(options.stopped) {}

  void add(const Vector<double>& squares) {
    const Index k = squares_.cols();
    squares_.conservativeResize(squares.size(), k + 1);
    squares_.col(k) = squares;
    shares_ = (Vector<double>(k + 1) << shares_ * (k > 0 ? 0.9 : 0.0), k > 0 ? 0.1 : 1.0).finished();
    reweight();
  }
  [[nodiscard]] const Vector<double>& q() const { return q_; }
  [[nodiscard]] double share(Index k) const { return shares_(k); }

 private:
  // max over c > 0, sum c = 1, of sum_i w_i q_i^(p/2) + b sum_k log c_k, q = sum_k c_k s_k, for falling b: Newton's
  // method inside the simplex. Any c gives a valid bound; a good one a good bound.
  void reweight() {
    mix();
    for (double share_of_barrier = 1e-2; share_of_barrier > 1e-11 && !stopped_(); share_of_barrier *= 0.03)
      for (int step = 0; step < 12; ++step)
        if (newton_step(share_of_barrier * relaxed_objective(rows_, q_, p_)) < 1e-3) break;
  }
  // Returns the largest relative change of a share.
  double newton_step(double barrier) {
    const Index k = shares_.size();
    const Vector<double> slopes =
        rows_.products(squares_, tangent_weights(rows_, q_, p_), Matrix<double>::Ones(q_.size(), 1)) +
        barrier * shares_.cwiseInverse();
    Matrix<double> H = rows_.products(squares_, curvature(), squares_);
    H.diagonal() += barrier * shares_.cwiseAbs2().cwiseInverse();
    // In shares of c: (C H C) u = C (slope - mu 1), c^T u = 0.
    const Matrix<double> scaled = shares_.asDiagonal() * H * shares_.asDiagonal();
    const Eigen::LDLT<Matrix<double>> factor(scaled + 1e-14 * scaled.trace() * Matrix<double>::Identity(k, k));
    const Vector<double> a = factor.solve(shares_.cwiseProduct(slopes)), b = factor.solve(shares_);
    const Vector<double> u = a - (shares_.dot(a) / shares_.dot(b)) * b;
    if (!u.allFinite()) return 0;
    const double length = std::min(1.0, 0.9 / std::max(1e-300, u.cwiseAbs().maxCoeff()));
    shares_ = shares_.cwiseProduct((1 + length * u.array()).matrix());
    shares_ /= shares_.sum();
    mix();
    return u.cwiseAbs().maxCoeff();
  }
  // -(d/dq)^2 of w q^(p/2).
  [[nodiscard]] Vector<double> curvature() const {
    return rows_.each([&](Index i) {
      return q_(i) > 0 ? rows_.weight(i) * (p_ / 2) * (1 - p_ / 2) * std::pow(q_(i), p_ / 2 - 2) : 0.0;
    });
  }
  void mix() { q_ = squares_ * shares_; }

  const RowFacts& rows_;
  double p_;
  const std::function<bool()>& stopped_;
  Matrix<double> squares_;  // n x k: s_k
  Vector<double> shares_, q_;
};

// The leading eigenvectors of sum_k c_k V_k V_k^T.
Matrix<double> leading_of(const Mixture& mixture, Index first, const std::vector<Matrix<double>>& V) {
  const Index m = V.front().cols();
  Matrix<double> stacked(V.front().rows(), m * static_cast<Index>(V.size()));
  for (std::size_t k = 0; k < V.size(); ++k)
    stacked.middleCols(m * static_cast<Index>(k), m) = std::sqrt(mixture.share(first + static_cast<Index>(k))) * V[k];
  // Heaviest directions of the stack: its Gram matrix is small.
  const SymmetricEigen eigen = largest_eigenpairs(product(Op::transpose, stacked, Op::none, stacked), m);
  return thin_qr(product(stacked, eigen.vectors));
}

}  // namespace

Matrix<double> leading_directions(const PreparedRows<double>& rows, const Vector<double>& v, Index components,
                                  std::uint64_t seed, PassCounter& counter) {
  Principal found = principal_directions(rows.with_weights(v), components, nullptr, Exactness::exact, seed);
  counter += found.counter;
  return std::move(found.W);
}

Relaxed relax(const PreparedRows<double>& rows, const Matrix<double>& start, const RelaxedOptions& options) {
  const Index m = start.cols();
  const double p = options.tangent.p;
  Relaxed result{start, std::numeric_limits<double>::infinity(), false, 0, {}};
  Mixture mixture(rows, options.tangent);
  // (m/d) I lies in the hull too: no row has q_i = 0.
  mixture.add(static_cast<double>(m) / static_cast<double>(rows.cols()) * rows.norm.cwiseAbs2());
  mixture.add(squared_projections(rows, start, result.counter));
  std::vector<Matrix<double>> V{start};
  while (result.steps < options.most_steps && !options.tangent.stopped()) {
    const Vector<double> v = tangent_weights(rows, mixture.q(), p);
    V.push_back(leading_directions(rows, v, m, options.tangent.seed, result.counter));
    ++result.steps;
    const TangentBound bound = tangent_bound(rows, mixture.q(), V.back(), options.tangent);
    result.counter += bound.counter;
    if (bound.value < result.bound) result.bound = bound.value, result.factored = bound.factored;
    mixture.add(squared_projections(rows, V.back(), result.counter));
    if (result.bound <= options.enough || bound.value <= (1 + 1e-8) * bound.objective) break;
  }
  result.W = leading_of(mixture, 1, V);
  return result;
}

}  // namespace l21::internal
