// The same problem solved inside a subspace that grows: each step costs one read of X for the slopes and one for the
// new directions, and gains what many plain steps would.
#pragma once

#include <deque>
#include <optional>
#include <utility>

#include "solver/linear_problem.hpp"

namespace l21::internal {

// Kin of LOBPCG (Knyazev 2001) and Davidson's method. span(Q) always holds W and, after a step, the slopes M too, so
// the best point in it is at least as good as the plain step.
template <class T>
class GrowingProblem {
 public:
  using Point = Matrix<double>;  // W, d x m
  using Surrogate = typename LinearProblem<T>::Surrogate;

  // Borrows the rows; `problem` is the same problem on X. The basis may grow to coordinates.most() >= 2m directions.
  // `spent`: what it took to have the coordinates.
  GrowingProblem(const PreparedRows<T>& rows, const LinkSpec& link, LinearProblem<T>& problem,
                 Coordinates<T> coordinates, Index components, const PassCounter& spent = {});

  // The best W in the basis as it is, from W in it: no read of X.
  [[nodiscard]] Point polish(const Point& W, double tolerance);
  // The objective at the W that the last polish() began with.
  [[nodiscard]] double objective_before() const { return objective_before_; }

  // One read: half the arithmetic of a plain iteration where W lies in the basis and the link sees t alone.
  double linearize(const Point& W, Surrogate& surrogate);
  [[nodiscard]] double surrogate_value(const Surrogate& s, const Point& W) const {
    return problem_.surrogate_value(s, W);
  }
  void argmax(const Surrogate& s, const Point& W, Point& next) const { problem_.argmax(s, W, next); }
  [[nodiscard]] double residual(const Point& W, const Surrogate& s) const { return problem_.residual(W, s); }
  bool escape(const Point& W, Surrogate& s) { return problem_.escape(W, s); }
  // Adds the part of M outside Q to it (one read) and solves the small problem from W.
  bool advance(const Surrogate& surrogate, const Point& W, Point& next);
  void rejected() {}
  void keep(Surrogate&& s) { problem_.keep(std::move(s)); }
  [[nodiscard]] bool may_lose() const { return steps_of(link_) == Steps::may_lose; }
  [[nodiscard]] bool shorten(const Point& W, Point& next, double share) const;

  // Where W lies in the basis. Nothing else may be asked afterwards.
  [[nodiscard]] std::optional<Coordinates<T>> take_coordinates(const Point& W) {
    return is_last_found(W) ? std::optional(std::move(coordinates_)) : std::nullopt;
  }

  // Reads and columns besides those of the problem on X.
  [[nodiscard]] const PassCounter& counter() const { return counter_; }
  [[nodiscard]] double reads() const { return problem_.reads() + counter_.reads; }

 private:
  [[nodiscard]] bool is_last_found(const Point& W) const { return W_.size() == W.size() && W_ == W; }
  void append(const Matrix<double>& D);
  void restart(const Matrix<double>& W);
  void keep_step(const Matrix<double>& step);

  const PreparedRows<T>& rows_;
  LinkSpec link_;
  LinearProblem<T>& problem_;
  Index components_;
  Coordinates<T> coordinates_;
  Matrix<double> W_, C_;              // the last point found inside the basis: W = Q C
  std::deque<Matrix<double>> steps_;  // d x m: what W moved by before, latest last
  double objective_before_ = 0;
  bool solved_ = false;  // the last step found nothing to add and solved the basis
  PassCounter counter_;
};

}  // namespace l21::internal
