// max over W in C of sum_i w_i h(W^T x_i): a source of rows, a link and an oracle make a problem for maximize().
#pragma once

#include <utility>
#include <vector>

#include "data/linearization.hpp"
#include "solver/matrix_space.hpp"

namespace l21::internal {

// How often the rows were read, and how many columns were multiplied with X or X^T.
struct PassCounter {
  double reads = 0;
  double columns = 0;
  void add(double columns_multiplied) { ++reads, columns += columns_multiplied; }
  PassCounter& operator+=(const PassCounter& other) {
    reads += other.reads, columns += other.columns;
    return *this;
  }
};

// What the last linearization says of its W.
struct Slopes {
  Matrix<double> M;
  Vector<double> squares;
};

// The direction u of W^T M, unit length, in which there is least to lose: where an escape leads.
[[nodiscard]] Vector<double> least_to_lose(const Matrix<double>& W, const Matrix<double>& M);

template <class T>
class LinearProblem : public MatrixSpace {
 public:
  using Point = Matrix<double>;  // W, d x m

  struct Surrogate {
    Matrix<double> M;    // sum_i w_i x_i alpha_i^T, restricted by the oracle; d x m
    double tangent = 0;  // ||M - W sym(W^T M)||_F
    double scale = 0;    // what the residual is measured against
    std::vector<Heaviest> kinks;
    Vector<double> squares;  // see Linearization
  };

  // Borrows rows and oracle.
  LinearProblem(const PreparedRows<T>& rows, const LinkSpec& link, const Oracle& oracle, Index components);

  double linearize(const Point& W, Surrogate& surrogate);
  // The same where W = Q C in coordinates of the rows. Half the arithmetic. Not for links that use residuals.
  double linearize_known(const Point& W, const Coordinates<T>& coordinates, const Matrix<double>& C,
                         Surrogate& surrogate);
  // The same where the projections onto W are known, n x m.
  double linearize_known(const Point& W, const RowMatrix<double>& projections, Surrogate& surrogate);
  [[nodiscard]] double surrogate_value(const Surrogate& surrogate, const Point& W) const;
  void argmax(const Surrogate& surrogate, const Point& W, Point& next) const;
  [[nodiscard]] double residual(const Point& W, const Surrogate& surrogate) const;
  // Rows on a kink get the slope +-u, one unit u for all, instead of 0, with the signs aligned to the heaviest such
  // row. That is a subgradient too, so the objective cannot fall. One read.
  bool escape(const Point& W, Surrogate& surrogate);

  [[nodiscard]] bool make_feasible(Point& Y) const { return oracle_.make_feasible(Y); }
  void keep(Surrogate&& surrogate) { kept_ = {std::move(surrogate.M), std::move(surrogate.squares)}; }
  // At the solution; empty where they are not known.
  [[nodiscard]] Slopes take_slopes() { return std::exchange(kept_, {}); }

  [[nodiscard]] const PassCounter& counter() const { return counter_; }
  [[nodiscard]] double reads() const { return counter_.reads; }

 private:
  void borrow_memory(Surrogate& surrogate) {
    std::swap(at_.M, surrogate.M);
    std::swap(at_.squares, surrogate.squares);
  }
  void measure(const Point& W, Surrogate& surrogate) const;
  void measure_by_residuals(const Point& W, const Matrix<double>& S, Surrogate& surrogate) const;
  double finish(const Point& W, Linearization& at, Surrogate& surrogate);

  const PreparedRows<T>& rows_;
  const Oracle& oracle_;
  Index components_;
  bool residuals_;
  Linearizer<T> linearizer_;
  Linearization at_;         // of the last point
  Matrix<double> deflated_;  // what the oracle makes of W, where it makes something
  PassCounter counter_;
  Slopes kept_;
};

}  // namespace l21::internal
