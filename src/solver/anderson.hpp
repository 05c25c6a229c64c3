// Anderson acceleration of the paper's map W -> argmax: bolder steps for any problem whose points can be added.
#pragma once

#include <deque>
#include <optional>

#include "data/link.hpp"
#include "l21/maximize.hpp"
#include "solver/mixing.hpp"

namespace l21::internal {

// Points form a linear space with a scalar product, and there is a way from it back into C.
template <class S>
concept MixingSpace = requires(S& space, const typename S::Point& a, typename S::Point& y, double c) {
  // Whether the scalar product is defined for this point.
  { space.mixable(a) } -> std::convertible_to<bool>;
  { space.inner(a, a) } -> std::convertible_to<double>;
  // y <- y + c a
  {space.add(c, a, y)};
  // y <- the nearest point of C; false where there is none, and y is worthless then.
  { space.make_feasible(y) } -> std::convertible_to<bool>;
};

// Walker & Ni (2011), type II. With steps F_k = G_k - x_k, G_k the image of x_k, the next point is the feasible one
// nearest to G_k - sum_j gamma_j (G_j+1 - G_j), gamma the least-squares solution of F_k = sum_j gamma_j (F_j+1 - F_j)
// over the last `depth` differences. Near a saddle steps grow, that point lies behind, and what is nearest to it is the
// saddle: where the next point would be on the other side of x than G_k, it is x_k + s F_k instead, s = 2, 3, 5, 9, ...
// as long as that is accepted. Costs 3 depth scalar products and additions of points an iteration.
template <MixingSpace S>
class Mixer {
 public:
  using Point = typename S::Point;

  // Borrows the space. depth >= 0; 0 changes nothing.
  Mixer(S& space, int depth) : space_(space), depth_(static_cast<std::size_t>(depth)) {}

  // next: the image of x on entry, the bolder step on return; whether that is another point.
  bool mix(const Point& x, Point& next) {
    if (depth_ == 0 || !space_.mixable(x) || !space_.mixable(next)) {
      forget();
      return false;
    }
    Point step = next;
    space_.add(-1.0, x, step);
    if (last_) remember(step, next);
    last_ = {step, next};
    if (history_.empty()) return false;
    Vector<double> projections(static_cast<Index>(history_.size()));
    for (std::size_t k = 0; k < history_.size(); ++k)
      projections(static_cast<Index>(k)) = space_.inner(history_[k].step, step);
    const Vector<double> gamma = least_squares(products_, projections);
    double ahead = space_.inner(step, step);
    for (std::size_t k = 0; k < history_.size(); ++k)
      ahead -= gamma(static_cast<Index>(k)) * space_.inner(history_[k].point, step);
    if (ahead > 0) {
      beyond_ = 1;
      for (std::size_t k = 0; k < history_.size(); ++k)
        space_.add(-gamma(static_cast<Index>(k)), history_[k].point, next);
    } else {
      space_.add(beyond_, step, next);
      beyond_ *= 2;
    }
    if (space_.make_feasible(next)) return true;
    next = last_->point;
    forget();
    return false;
  }

  void forget() {
    beyond_ = 1;
    history_.clear();
    last_.reset();
    products_.resize(0, 0);
  }

 private:
  struct Move {
    Point step;   // F_k, or the difference of two
    Point point;  // G_k, or the difference of two
  };

  void remember(const Point& step, const Point& point) {
    if (history_.size() == depth_) {
      history_.pop_front();
      products_ = products_.bottomRightCorner(products_.rows() - 1, products_.cols() - 1).eval();
    }
    Move difference{step, point};
    space_.add(-1.0, last_->step, difference.step);
    space_.add(-1.0, last_->point, difference.point);
    history_.push_back(std::move(difference));
    const auto size = static_cast<Index>(history_.size());
    products_.conservativeResize(size, size);
    for (Index k = 0; k < size; ++k)
      products_(k, size - 1) = products_(size - 1, k) =
          space_.inner(history_[static_cast<std::size_t>(k)].step, history_.back().step);
  }

  S& space_;
  std::size_t depth_;
  double beyond_ = 1;          // the argmax, in its steps
  std::deque<Move> history_;   // differences, oldest first
  std::optional<Move> last_;   // F_k, G_k
  Matrix<double> products_{};  // <dF_i, dF_j>
};

template <class P>
concept Mixable = MaximizationProblem<P> && HasResidual<P> && MixingSpace<P>;

// The point of C at `share` of the way from x to next; false where there is none.
template <MixingSpace S>
[[nodiscard]] bool shorten_step(S& space, const typename S::Point& x, typename S::Point& next, double share) {
  if (!space.mixable(x) || !space.mixable(next)) return false;
  typename S::Point between = x;
  space.add(share, next, between);
  space.add(-share, x, between);
  next = std::move(between);
  return space.make_feasible(next);
}

// The problem with those steps.
template <Mixable P>
class Anderson {
 public:
  using Point = typename P::Point;
  using Surrogate = typename P::Surrogate;

  // Borrows the problem.
  Anderson(P& problem, int depth, Steps steps = Steps::always_gain)
      : problem_(problem), mixer_(problem, depth), steps_(steps) {}

  double linearize(const Point& x, Surrogate& surrogate) { return problem_.linearize(x, surrogate); }
  [[nodiscard]] double surrogate_value(const Surrogate& s, const Point& x) { return problem_.surrogate_value(s, x); }
  void argmax(const Surrogate& s, const Point& x, Point& next) { problem_.argmax(s, x, next); }
  [[nodiscard]] double residual(const Point& x, const Surrogate& s) { return problem_.residual(x, s); }
  bool escape(const Point& x, Surrogate& s) requires HasEscape<P> { return problem_.escape(x, s); }
  [[nodiscard]] double reads() const requires HasReads<P> { return problem_.reads(); }
  bool advance(const Surrogate&, const Point& x, Point& next) { return mixer_.mix(x, next); }
  void rejected() { mixer_.forget(); }
  void keep(Surrogate&& s) requires KeepsSlopes<P> { problem_.keep(std::move(s)); }
  [[nodiscard]] bool may_lose() const { return steps_ == Steps::may_lose; }
  [[nodiscard]] bool shorten(const Point& x, Point& next, double share) {
    return shorten_step(problem_, x, next, share);
  }

 private:
  P& problem_;
  Mixer<P> mixer_;
  Steps steps_;
};

// With Anderson's steps, or as the paper has it.
template <class P>
[[nodiscard]] Solution<typename P::Point> maximize_mixed(P& problem, typename P::Point start, int depth, Steps steps,
                                                         const SolveOptions& options, const Observer& observer) {
  if (depth == 0 && steps == Steps::always_gain) return maximize(problem, std::move(start), options, observer);
  Anderson<P> mixed(problem, depth, steps);
  return maximize(mixed, std::move(start), options, observer);
}

}  // namespace l21::internal
