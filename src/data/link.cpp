#include "data/link.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/statistics.hpp"
#include "simd/row_loops.hpp"

namespace l21::internal {
namespace {

template <class T>
double weight_of(const LinkBlock<T>& block, Index i) {
  return block.weight ? block.weight[i] : 1.0;
}

// ||t_i||^2; of rows with holes, what their known cells give of it.
template <class T>
Vector<double> squared_lengths(const LinkBlock<T>& block) {
  Vector<double> square(block.count);
  squared_norms(block.t, block.count, block.components, square.data());
  if (block.filled)
    square = (square - Eigen::Map<const Vector<double>>(block.filled, block.count)).cwiseMax(0.0).eval();
  return square;
}

// h = ||t||^2 / 2, alpha = t: subspace iteration.
template <class T>
class SquaredNorm final : public Link<T> {
 public:
  void slopes(const LinkBlock<T>& block, LinkSum& sum) const override {
    const Vector<double> square = squared_lengths(block);
    for (Index i = 0; i < block.count; ++i) sum.objective += weight_of(block, i) * square(i) / 2;
    if (block.square) std::copy_n(square.data(), block.count, block.square);
    if (block.weight) scale_rows(block.t, block.count, block.components, block.weight);
  }
};

// h = ||t||^p, alpha = p ||t||^(p-2) t; p = 1 is the paper's PCA-L21. At t = 0 any ||alpha|| <= 1 is a subgradient when
// p = 1, 0 is the gradient when p > 1, and h rises steeply every way when p < 1; we take 0.
template <class T>
class NormPower final : public Link<T> {
 public:
  NormPower(double p, double zero) : p_(p), zero_(zero) {}

  void slopes(const LinkBlock<T>& block, LinkSum& sum) const override {
    const Vector<double> square = squared_lengths(block);
    Vector<double> factor(block.count);
    for (Index i = 0; i < block.count; ++i) {
      const double r = std::sqrt(square(i)), w = weight_of(block, i);
      // Squares have no kink.
      const bool kink = p_ < 2 ? r <= zero_ * block.norm[i] : square(i) == 0;
      if (block.square) block.square[i] = kink ? 0.0 : square(i);
      if (kink) {
        if (p_ <= 1) sum.kinks[0].offer(w * block.norm[i], block.first + i);
        factor(i) = 0;
        continue;
      }
      const double power = p_ == 1 ? r : std::pow(r, p_);
      sum.objective += w * power;
      factor(i) = w * p_ * power / square(i);
    }
    scale_rows(block.t, block.count, block.components, factor.data());
  }
  [[nodiscard]] Index kink_groups(Index) const override { return p_ <= 1 ? 1 : 0; }
  [[nodiscard]] bool on_kink(const T* t, Index m, double norm, Index) const override {
    double square = 0;
    squared_norms(t, 1, m, &square);
    return std::sqrt(square) <= zero_ * norm;
  }

 private:
  double p_, zero_;
};

// h = sum_j |t_j|, alpha = sign(t).
template <class T>
class AbsoluteSum final : public Link<T> {
 public:
  explicit AbsoluteSum(double zero) : zero_(zero) {}

  void slopes(const LinkBlock<T>& block, LinkSum& sum) const override {
    for (Index i = 0; i < block.count; ++i) {
      T* t = block.t + i * block.components;
      const double w = weight_of(block, i), zero = zero_ * block.norm[i];
      for (Index j = 0; j < block.components; ++j) {
        const double value = std::abs(static_cast<double>(t[j]));
        const bool kink = value <= zero;
        if (kink)
          sum.kinks[static_cast<std::size_t>(j)].offer(w * block.norm[i], block.first + i);
        else
          sum.objective += w * value;
        t[j] = kink ? T(0) : static_cast<T>(t[j] > 0 ? w : -w);
      }
    }
  }
  [[nodiscard]] Index kink_groups(Index components) const override { return components; }
  [[nodiscard]] bool on_kink(const T* t, Index, double norm, Index group) const override {
    return std::abs(static_cast<double>(t[group])) <= zero_ * norm;
  }

 private:
  double zero_;
};

// h = -rho, rho = sqrt(||x||^2 - ||t||^2 + (delta ||x||)^2), delta = 1e-8 (float32: 4 eps), alpha = t / rho: R1-PCA
// (Ding et al. 2006) as a maximization.
// ||x||^2 - ||t||^2 is the residual, formed explicitly; the last term keeps rho away from 0 at rows inside the
// subspace.
template <class T>
class MinusResidual final : public Link<T> {
 public:
  void slopes(const LinkBlock<T>& block, LinkSum& sum) const override {
    constexpr double kSmoothing = std::max(1e-8, 4.0 * double(std::numeric_limits<T>::epsilon()));
    Vector<double> factor(block.count);
    for (Index i = 0; i < block.count; ++i) {
      const double floor = kSmoothing * block.norm[i], w = weight_of(block, i);
      const double rho = std::sqrt(block.residual[i] + floor * floor);
      sum.objective -= w * rho;
      factor(i) = rho > 0 ? w / rho : 0.0;
    }
    scale_rows(block.t, block.count, block.components, factor.data());
  }
};

}  // namespace

template <class T>
Index Link<T>::kink_groups(Index) const {
  return 0;
}

template <class T>
bool Link<T>::on_kink(const T*, Index, double, Index) const {
  return false;
}

template <class T>
std::unique_ptr<Link<T>> make_link(const LinkSpec& spec) {
  const double zero = rounding_of_sum<T>(spec.terms);
  switch (spec.method) {
    case Method::pca:
    case Method::robust:
    case Method::truncated_power: return std::make_unique<SquaredNorm<T>>();
    case Method::l21: return std::make_unique<NormPower<T>>(1.0, zero);
    case Method::l2p: return std::make_unique<NormPower<T>>(spec.p, zero);
    case Method::l1:
    case Method::l1_greedy:
    case Method::sparse_l21: return std::make_unique<AbsoluteSum<T>>(zero);
    case Method::r1: return std::make_unique<MinusResidual<T>>();
  }
  return nullptr;
}

template class Link<float>;
template class Link<double>;
template std::unique_ptr<Link<float>> make_link<float>(const LinkSpec&);
template std::unique_ptr<Link<double>> make_link<double>(const LinkSpec&);

}  // namespace l21::internal
