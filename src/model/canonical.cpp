#include "model/canonical.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "linalg/blas.hpp"

namespace l21::internal {
namespace {

Matrix<double> eigenvectors(const Matrix<double>& A) {
  return largest_eigenpairs((A + A.transpose()) / 2, A.rows()).vectors;
}

Matrix<double> order_by(const Vector<double>& share) {
  std::vector<Index> order(static_cast<std::size_t>(share.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return share(a) > share(b); });
  Matrix<double> R = Matrix<double>::Zero(share.size(), share.size());
  for (Index k = 0; k < share.size(); ++k) R(order[static_cast<std::size_t>(k)], k) = 1;
  return R;
}

Matrix<double> axes(const ScoreMoments& moments, Method method) {
  switch (method) {
    case Method::pca:
    case Method::robust: return eigenvectors(moments.covariance);
    case Method::l21:
    case Method::l2p:
    case Method::r1: return eigenvectors(moments.sign_scatter);
    case Method::l1: return order_by(moments.share.diagonal());
    case Method::l1_greedy:
    case Method::truncated_power:
    case Method::sparse_l21: break;
  }
  return Matrix<double>::Identity(moments.share.rows(), moments.share.rows());
}

}  // namespace

double canonical_sign(const Vector<double>& loadings) {
  const double large = (1 - 1e-3) * loadings.cwiseAbs().maxCoeff();
  for (const double v : loadings)
    if (std::abs(v) >= large) return v < 0 ? -1.0 : 1.0;
  return 1.0;
}

Matrix<double> canonical_rotation(const Matrix<double>& W, const ScoreMoments& moments, Method method) {
  Matrix<double> R = axes(moments, method);
  const Matrix<double> rotated = product(W, R);
  for (Index k = 0; k < R.cols(); ++k) R.col(k) *= canonical_sign(rotated.col(k));
  return R;
}

}  // namespace l21::internal
