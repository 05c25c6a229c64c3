// h and its slope, seen only on a block of projections.
#pragma once

#include <memory>
#include <vector>

#include "data/heaviest.hpp"
#include "l21/options.hpp"
#include "l21/types.hpp"

namespace l21::internal {

// A link by name, which rows understand wherever they live.
struct LinkSpec {
  Method method;
  double p;     // of l2p
  Index terms;  // columns of a row: a projection counts as zero below 16 eps sqrt(terms) ||x||
};

// Of the paper's iteration.
enum class Steps { always_gain, may_lose };
// They may lose where h is not convex.
[[nodiscard]] constexpr Steps steps_of(const LinkSpec& link) {
  return link.method == Method::l2p && link.p < 1 ? Steps::may_lose : Steps::always_gain;
}

// Whether h is a function of ||t||, which it then tells.
[[nodiscard]] constexpr bool tells_squares(Method method) {
  return method == Method::pca || method == Method::l21 || method == Method::l2p;
}

// Whether h needs ||x - W W^T x|| besides t.
[[nodiscard]] constexpr bool uses_residuals(Method method) {
  return method == Method::r1;
}

// A block of rows as a link sees it.
template <class T>
struct LinkBlock {
  Index first;  // number of the first row
  Index count;
  Index components;
  T* t;                            // in: t_i = W^T x_i, row-major; out: w_i alpha_i
  const double* weight;            // n weights from row `first` on, or null for 1
  const double* norm;              // ||x_i|| from row `first` on; 0 for zero rows
  const double* residual;          // ||x_i - W t_i||^2 from row `first` on, for methods that use residuals
  const double* filled = nullptr;  // what filled holes add to ||t_i||^2 from row `first` on, or null for 0
  double* square = nullptr;        // out, where not null: ||t_i||^2 from row `first` on, 0 on a kink
};

struct LinkSum {
  double objective = 0;
  std::vector<Heaviest> kinks;  // one per group of kinks, see Link::kink_groups
};

template <class T>
class Link {
 public:
  virtual ~Link() = default;
  // Adds sum_i w_i h(t_i) to sum.objective and replaces t_i by w_i alpha_i, alpha_i a subgradient of h at t_i.
  virtual void slopes(const LinkBlock<T>& block, LinkSum& sum) const = 0;
  // At a kink every alpha in some symmetric set is a subgradient, or, where h is not convex, points upwards. 0: h has
  // no kinks; 1: at t = 0 any |alpha| <= 1; m: at t_j = 0 any |alpha_j| <= 1, for each of the m components by itself.
  [[nodiscard]] virtual Index kink_groups(Index components) const;
  // Whether row i (its t, and ||x_i||) lies on a kink of `group`.
  [[nodiscard]] virtual bool on_kink(const T* t, Index components, double norm, Index group) const;
};

template <class T>
[[nodiscard]] std::unique_ptr<Link<T>> make_link(const LinkSpec& spec);

}  // namespace l21::internal
