// max over W of min over b of sum_i w_i ||W^T x_i - b||: the sum of lengths about the center that makes it least.
#pragma once

#include <vector>

#include "solver/linear_problem.hpp"

namespace l21::internal {

// sum_i w_i ||W^T x_i - b|| is convex in (W, b), so the least of it over b is convex in W: an instance of the paper's
// problem. At the best b, the geometric median of the scores, slopes can be chosen that add up to 0; their tangent then
// lies below the sum for every b.
template <class T>
class FreeCenterProblem : public OrthonormalSpace {
 public:
  using Point = Matrix<double>;  // W, d x m
  struct Surrogate {
    Matrix<double> M;          // sum_i w_i x_i alpha_i^T, d x m
    std::vector<Index> kinks;  // rows at the median
    double slack = 0;          // 1 - the length of the slope that they share
  };

  // Borrows the rows.
  FreeCenterProblem(const PreparedRows<T>& rows, Index components);

  // Two reads.
  double linearize(const Point& W, Surrogate& surrogate);
  [[nodiscard]] static double surrogate_value(const Surrogate& s, const Point& W) { return inner(s.M, W); }
  static void argmax(const Surrogate& s, const Point& W, Point& next) { Stiefel().argmax(s.M, W, next); }
  [[nodiscard]] static double residual(const Point& W, const Surrogate& s);
  // Rows at the median may have slopes of their own, of length at most 1, as long as those of all rows add up to 0: one
  // unit +-u for each, signs by the side of their mean, less what the signs add up to. Reads these rows only.
  bool escape(const Point& W, Surrogate& s);

  [[nodiscard]] const PassCounter& counter() const { return counter_; }
  [[nodiscard]] double reads() const { return counter_.reads; }

 private:
  const PreparedRows<T>& rows_;
  Vector<double> b_;  // of the last point; there the search for the next begins
  PassCounter counter_;
};

// The rows (with weight and length) whose scores are at b, but for rounding.
[[nodiscard]] std::vector<Index> rows_at(const Matrix<double>& scores, const Vector<double>& b, const RowFacts& facts,
                                         Index columns);

// argmin over b of sum_i w_i ||t_i - b||, t_i the rows of `scores`.
[[nodiscard]] Vector<double> median_of_scores(const RowMatrix<double>& scores, const RowFacts& facts,
                                              const Vector<double>& start);

}  // namespace l21::internal
