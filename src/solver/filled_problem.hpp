// max over W of sum_i w_i h_i of rows with holes: what their known cells say alone.
#pragma once

#include "data/filled_rows.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

// Of a row with holes, s_i(W) = ||x_i||^2 - min over t of ||x_i - W t||^2, both over its known cells (and a little of
// the holes: hole_weight()), stands for ||W^T x_i||^2, which it is where nothing is missing; and the minimum for the
// squared residual. Filled by the best t at W, a row b_i has s_i(V) >= ||V^T b_i||^2 - what the holes add, for every V,
// with equality at V = W (docs/methods/missing.md). So one iteration on the filled rows is one on these: for pca and r1
// it cannot lose; for l21 and l2p the slope is right, and a step that loses is shortened.
template <class T>
class FilledProblem : public MatrixSpace {
 public:
  using Point = Matrix<double>;  // W, d x m
  using Surrogate = typename LinearProblem<T>::Surrogate;

  // Keeps the rows, which must know their holes, and fills these anew at every point.
  FilledProblem(const PreparedRows<T>& rows, const LinkSpec& link, const Oracle& oracle, Index components);

  // Two reads. Filling finds the projections of the filled rows; links that use residuals take them once more.
  double linearize(const Point& W, Surrogate& surrogate);
  [[nodiscard]] double surrogate_value(const Surrogate& s, const Point& W) const {
    return problem_.surrogate_value(s, W);
  }
  void argmax(const Surrogate& s, const Point& W, Point& next) const { problem_.argmax(s, W, next); }
  [[nodiscard]] double residual(const Point& W, const Surrogate& s) const { return problem_.residual(W, s); }
  bool escape(const Point& W, Surrogate& s) { return problem_.escape(W, s); }
  [[nodiscard]] bool make_feasible(Point& Y) const { return problem_.make_feasible(Y); }

  [[nodiscard]] PassCounter counter() const;
  [[nodiscard]] double reads() const { return counter().reads; }

 private:
  PreparedRows<T> rows_;
  bool residuals_;
  LinearProblem<T> problem_;
  PassCounter filling_;
};

// Of steps on rows with holes.
[[nodiscard]] constexpr Steps steps_with_holes(const LinkSpec& link) {
  return link.method == Method::pca || link.method == Method::r1 ? Steps::always_gain : Steps::may_lose;
}

}  // namespace l21::internal
