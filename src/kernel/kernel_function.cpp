#include "kernel/kernel_function.hpp"

#include <cmath>

namespace l21::internal {
namespace {

// x^degree, degree >= 1: an integer power keeps the sign of x.
double power(double x, int degree) {
  return std::pow(x, degree);
}

double inverse_or_zero(double x) {
  return x > 0 ? 1 / x : 0.0;
}

}  // namespace

bool ignores_translation(const KernelSpec& kernel) {
  return kernel.function == Kernel::rbf || kernel.function == Kernel::laplacian;
}

double value_at_itself(const KernelSpec& kernel, double squared_norm) {
  switch (kernel.function) {
    case Kernel::rbf:
    case Kernel::laplacian: return 1;
    case Kernel::cosine: return squared_norm > 0 ? 1 : 0;
    case Kernel::polynomial: return power(kernel.gamma * squared_norm + kernel.coef0, kernel.degree);
    case Kernel::sigmoid: return std::tanh(kernel.gamma * squared_norm + kernel.coef0);
    case Kernel::none:
    case Kernel::linear:
    case Kernel::precomputed: break;
  }
  return squared_norm;
}

void apply_kernel(const KernelSpec& kernel, const double* squared_norm_x, const Vector<double>& squared_norm_l,
                  Eigen::Ref<RowMatrix<double>> values) {
  const auto l = squared_norm_l.transpose().array();
  for (Index i = 0; i < values.rows(); ++i) {
    auto k = values.row(i).array();
    switch (kernel.function) {
      case Kernel::rbf:
      case Kernel::laplacian: k = (-kernel.gamma * k).exp(); break;
      case Kernel::sigmoid: k = (kernel.gamma * k + kernel.coef0).tanh(); break;
      case Kernel::cosine:
        k *= inverse_or_zero(std::sqrt(squared_norm_x[i])) * l.sqrt().unaryExpr(&inverse_or_zero);
        break;
      case Kernel::polynomial:
        k = (kernel.gamma * k + kernel.coef0).unaryExpr([&](double x) { return power(x, kernel.degree); });
        break;
      case Kernel::none:
      case Kernel::linear:
      case Kernel::precomputed: break;
    }
  }
}

}  // namespace l21::internal
