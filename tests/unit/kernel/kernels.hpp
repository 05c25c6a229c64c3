// Every kernel with numbers, and its values by the formula.
#pragma once

#include <cmath>
#include <numeric>
#include <vector>

#include "kernel/kernel_rows.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {

inline const KernelSpec kEveryKernel[] = {{Kernel::linear, 1, 3, 1},         {Kernel::rbf, 0.7, 3, 1},
                                          {Kernel::polynomial, 0.3, 2, 0.5}, {Kernel::sigmoid, 0.2, 3, 0.1},
                                          {Kernel::laplacian, 0.4, 3, 1},    {Kernel::cosine, 1, 3, 1}};

inline double kernel_value(const KernelSpec& k, const Vector<double>& x, const Vector<double>& y) {
  switch (k.function) {
    case Kernel::rbf: return std::exp(-k.gamma * (x - y).squaredNorm());
    case Kernel::laplacian: return std::exp(-k.gamma * (x - y).lpNorm<1>());
    case Kernel::polynomial: return std::pow(k.gamma * x.dot(y) + k.coef0, k.degree);
    case Kernel::sigmoid: return std::tanh(k.gamma * x.dot(y) + k.coef0);
    case Kernel::cosine: return x.norm() * y.norm() > 0 ? x.dot(y) / (x.norm() * y.norm()) : 0.0;
    default: return x.dot(y);
  }
}

inline Matrix<double> kernel_matrix(const KernelSpec& k, const RowMatrix<double>& X, const RowMatrix<double>& Y) {
  Matrix<double> K(X.rows(), Y.rows());
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < Y.rows(); ++j) K(i, j) = kernel_value(k, X.row(i).transpose(), Y.row(j).transpose());
  return K;
}

inline std::vector<Index> all_rows(Index n) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

}  // namespace l21::internal::test
