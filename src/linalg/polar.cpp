#include "linalg/polar.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>

#include "linalg/blas.hpp"

namespace l21::internal {
namespace {

// W <- W (3 I - W^T W) / 2: one Newton-Schulz step squares the departure from orthonormality.
Matrix<double> polished(const Matrix<double>& W) {
  const Index m = W.cols();
  const Matrix<double> correction = 1.5 * Matrix<double>::Identity(m, m) - 0.5 * product(Op::transpose, W, Op::none, W);
  return product(W, correction);
}

// S = c (I - E) with a small E: Newton's steps on m x m matrices, each of which cubes what is left of E.
Matrix<double> root_near_identity(const Matrix<double>& S, double c) {
  constexpr double kRoot = 1e-6;
  const Index m = S.rows();
  const Matrix<double> I = Matrix<double>::Identity(m, m);
  Matrix<double> R = I / std::sqrt(c);
  for (;;) {
    const Matrix<double> E = I - product(R, product(S, R));
    R = product(R, I + E / 2 + 0.375 * product(E, E));
    if (E.norm() < kRoot) return (R + R.transpose()) / 2;
  }
}

// M (M^T M)^(-1/2), when cond(M)^2 <= 1e6: then one polishing step reaches rounding.
std::optional<Matrix<double>> polar_by_gram(const Matrix<double>& M) {
  constexpr double kWorstSquaredCondition = 1e6;
  const auto root = inverse_root(product(Op::transpose, M, Op::none, M), kWorstSquaredCondition);
  if (!root) return std::nullopt;
  Matrix<double> W = product(M, root->R);
  return root->exact ? W : polished(W);
}

// The maximizers are U_1 V_1^T + N V_0^T with any orthonormal N outside U_1, V_0 spanning the null space of M; nearest
// to the guide is the polar factor of what the guide has there.
Matrix<double> completed_by(const Matrix<double>& guide, const Matrix<double>& U1, const Matrix<double>& V,
                            Index rank) {
  const Index missing = V.cols() - rank;
  Matrix<double> N = product(guide, V.rightCols(missing));
  for (int twice = 0; twice < 2; ++twice) remove_projection(U1, N);
  Matrix<double> basis(guide.rows(), V.cols());
  basis << U1, polar_factor(N);
  for (Index k = rank; k < basis.cols(); ++k) orthonormalize_column(basis, k);
  return product(Op::none, basis, Op::transpose, V);
}

// M = Q R, R = U S V^T. Q and U are orthonormal whatever the rank of M, so Q U V^T is too.
Matrix<double> polar_by_svd(const Matrix<double>& M, const Matrix<double>* guide) {
  constexpr double kRankFloor = 1e-13;
  Matrix<double> R;
  const Matrix<double> Q = thin_qr(M, &R);
  const Svd svd = thin_svd(R);
  const Index rank = (svd.values.array() > kRankFloor * svd.values(0)).count();
  if (guide && rank < M.cols()) return completed_by(*guide, product(Q, svd.U.leftCols(rank)), svd.V, rank);
  return product(Q, product(Op::none, svd.U, Op::transpose, svd.V));
}

}  // namespace

std::optional<InverseRoot> inverse_root(const Matrix<double>& S, double worst_condition) {
  constexpr double kNear = 0.1;
  const Index m = S.rows();
  const double c = S.trace() / static_cast<double>(m);
  if ((S - c * Matrix<double>::Identity(m, m)).norm() < kNear * c) return InverseRoot{root_near_identity(S, c), true};
  const auto eigen = largest_eigenpairs(Matrix<double>(S), m);
  if (!(eigen.values(m - 1) * worst_condition > eigen.values(0)) || !std::isfinite(eigen.values(0)))
    return std::nullopt;
  const Matrix<double> scaled = eigen.vectors * eigen.values.cwiseSqrt().cwiseInverse().asDiagonal();
  return InverseRoot{product(Op::none, scaled, Op::transpose, eigen.vectors), false};
}

Matrix<double> polar_factor(const Matrix<double>& M, const Matrix<double>* guide) {
  // Where they are far from it a power of two brings the entries near 1, so that no square overflows or vanishes.
  const double largest = largest_size(M);
  if (largest == 0) {
    Matrix<double> W = guide ? *guide : Matrix<double>::Zero(M.rows(), M.cols());
    if (!guide) complete_basis(W, 0);
    return W;
  }
  constexpr int kNearEnough = 100;
  const int exponent = std::ilogb(largest), half = exponent / 2;
  const auto of = [&](const Matrix<double>& near_one) {
    auto W = polar_by_gram(near_one);
    return W ? *std::move(W) : polar_by_svd(near_one, guide);
  };
  if (std::abs(exponent) <= kNearEnough) return of(M);
  // In two steps: 2^-exponent itself may overflow.
  return of((M * std::ldexp(1.0, -half)) * std::ldexp(1.0, half - exponent));
}

void complete_basis(Matrix<double>& W, Index rank) {
  for (Index k = rank; k < W.cols(); ++k) {
    W.col(k).setZero();
    orthonormalize_column(W, k);
  }
}

void orthonormalize_column(Matrix<double>& W, Index k) {
  constexpr double kNothingLeft = 1e-10;
  const auto earlier = W.leftCols(k);
  const auto reduced = [&](Vector<double> v) {
    for (int twice = 0; twice < 2; ++twice) v -= earlier * (earlier.transpose() * v);
    return v;
  };
  Vector<double> v = reduced(W.col(k));
  if (!(v.norm() > kNothingLeft * W.col(k).norm())) {
    Index farthest = 0;  // |e_j - P e_j|^2 = 1 - |P e_j|^2
    earlier.rowwise().squaredNorm().minCoeff(&farthest);
    v = reduced(Vector<double>::Unit(W.rows(), farthest));
  }
  W.col(k) = v.normalized();
}

}  // namespace l21::internal
