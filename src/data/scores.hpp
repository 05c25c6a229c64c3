// The scores t = W^T x of all rows: what is summed of them, and the statistics of every component.
#pragma once

#include "data/link.hpp"
#include "data/prepared_rows.hpp"

namespace l21::internal {

// Matrices (m x m), or where only those are wanted their diagonals (m x 1).
struct ScoreMoments {
  Matrix<double> covariance;    // sum_i w_i t_i t_i^T, about the center
  Matrix<double> sign_scatter;  // sum_i w_i t_i t_i^T / ||t_i||^2
  Matrix<double> share;         // W^T M = sum_i w_i t_i alpha_i^T, of the rows as fitted and the scores as shown
};
enum class MomentsAs { matrices, diagonals };

struct ScoreSums {
  ScoreMoments moments;
  double projected = 0;  // sum_i w_i ||t_i||
  double residual = 0;   // sum_i w_i ||x_i - W t_i||
};

struct ComponentStatistics {
  Vector<double> variance;  // about the mean of the scores themselves
  Vector<double> median;
  Vector<double> scale;  // 1.4826 times the median absolute deviation
};

struct ScoreRequest {
  LinkSpec link;
  const Matrix<double>& W;           // d x m, orthonormal columns
  const Matrix<double>& to_shown;    // m x k from t to the scores that are shown; empty: I
  const Vector<double>& row_factor;  // what the fit multiplied the rows with, or empty
  MomentsAs moments_as = MomentsAs::matrices;
  double most_bytes = 64e6;  // for scores at a time; fewer mean more reads
};

template <class T>
class Scores {
 public:
  // Borrows the rows, which are not row-scaled. One read. Scores are kept where they are small beside the table; else
  // statistics() reads the rows again, for a few components at a time.
  Scores(const PreparedRows<T>& rows, const ScoreRequest& request);

  [[nodiscard]] const ScoreSums& sums() const { return sums_; }
  // n: ||x_i - W t_i||, with what the source leaves out of a row.
  [[nodiscard]] const Vector<double>& distances() const { return distances_; }
  // Of the scores X V, V = W R (d x k).
  [[nodiscard]] ComponentStatistics statistics(const Matrix<double>& V, const Matrix<double>& R) const;

 private:
  [[nodiscard]] Index group() const;
  [[nodiscard]] Matrix<double> columns(const Matrix<double>& V, const Matrix<double>& R) const;

  const PreparedRows<T>& rows_;
  Index components_;
  double most_bytes_;
  RowMatrix<T> kept_;  // X W, n x m, or nothing
  ScoreSums sums_;
  Vector<double> distances_;
};

// What sums of squares over the rows are divided by for a variance. Weights that are whole numbers are counts of rows;
// others say how much a row is worth, which leaves n - 1 for equal ones of any size.
[[nodiscard]] double variance_divisor(const RowFacts& rows);

}  // namespace l21::internal
