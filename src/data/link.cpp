#include "data/link.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

template <class T>
double norm_of(const T* t, Index m) {
  double sum = 0;
  for (Index j = 0; j < m; ++j) sum += static_cast<double>(t[j]) * static_cast<double>(t[j]);
  return std::sqrt(sum);
}

template <class T>
double weight_of(const LinkBlock<T>& block, Index i) {
  return block.weight ? block.weight[i] : 1.0;
}

// The length of t; of a row with holes, what its known cells give of it.
template <class T>
double length_of(const LinkBlock<T>& block, Index i) {
  const double r = norm_of(block.t + i * block.components, block.components);
  return block.filled ? std::sqrt(std::max(0.0, r * r - block.filled[i])) : r;
}

template <class T>
void scale(T* t, Index m, double factor) {
  for (Index j = 0; j < m; ++j) t[j] = static_cast<T>(static_cast<double>(t[j]) * factor);
}

// h = ||t||^2 / 2, alpha = t: subspace iteration.
template <class T>
class SquaredNorm final : public Link<T> {
 public:
  void slopes(const LinkBlock<T>& block, LinkSum& sum) const override {
    for (Index i = 0; i < block.count; ++i) {
      T* t = block.t + i * block.components;
      const double r = length_of(block, i), w = weight_of(block, i);
      sum.objective += w * r * r / 2;
      if (block.square) block.square[i] = r * r;
      if (block.weight) scale(t, block.components, w);
    }
  }
};

// h = ||t||^p, alpha = p ||t||^(p-2) t; p = 1 is the paper's PCA-L21. At t = 0 any ||alpha|| <= 1 is a subgradient when
// p = 1, 0 is the gradient when p > 1, and h rises steeply every way when p < 1; we take 0.
template <class T>
class NormPower final : public Link<T> {
 public:
  NormPower(double p, double zero) : p_(p), zero_(zero) {}

  void slopes(const LinkBlock<T>& block, LinkSum& sum) const override {
    for (Index i = 0; i < block.count; ++i) {
      T* t = block.t + i * block.components;
      const double r = length_of(block, i), w = weight_of(block, i);
      // Squares have no kink.
      const bool kink = p_ < 2 ? r <= zero_ * block.norm[i] : r * r == 0;
      if (block.square) block.square[i] = kink ? 0.0 : r * r;
      if (kink) {
        if (p_ <= 1) sum.kinks[0].offer(w * block.norm[i], block.first + i);
        scale(t, block.components, 0.0);
        continue;
      }
      const double power = p_ == 1 ? r : std::pow(r, p_);
      sum.objective += w * power;
      scale(t, block.components, w * p_ * power / (r * r));
    }
  }
  [[nodiscard]] Index kink_groups(Index) const override { return p_ <= 1 ? 1 : 0; }
  [[nodiscard]] bool on_kink(const T* t, Index m, double norm, Index) const override {
    return norm_of(t, m) <= zero_ * norm;
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
    for (Index i = 0; i < block.count; ++i) {
      T* t = block.t + i * block.components;
      const double floor = kSmoothing * block.norm[i], w = weight_of(block, i);
      const double rho = std::sqrt(block.residual[i] + floor * floor);
      sum.objective -= w * rho;
      scale(t, block.components, rho > 0 ? w / rho : 0.0);
    }
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
