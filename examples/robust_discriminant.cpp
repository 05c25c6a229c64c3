// Directions that tell classes apart, in difference form: sum_k n_k ||W^T (mean_k - mean)|| - (c / 2) Tr(W^T S W) over
// W^T W = I, S the scatter inside the classes. A problem of one's own, with an f that is not zero.
#include <Eigen/Dense>
#include <cstdio>
#include <l21/l21.hpp>

using l21::Index;
using l21::Matrix;
using l21::Vector;

namespace {

// f is concave, and its tangent would lie above it. On the set Tr(W^T W) is constant, so f may be shifted: with s the
// largest eigenvalue of S, (c / 2) Tr(W^T (s I - S) W) is convex, and its tangent joins those of the norms.
struct Discriminant {
  using Point = Matrix<double>;
  struct Surrogate {
    Matrix<double> M;  // the sum of all slopes: what <., W> is maximized of
  };
  Matrix<double> differences;  // d x classes: mean_k - mean
  Vector<double> sizes;
  Matrix<double> shifted;  // c (s I - S)

  double linearize(const Point& W, Surrogate& surrogate) const {
    const l21::convex::Norm norm;
    surrogate.M = shifted * W;
    double objective = (W.transpose() * surrogate.M).trace() / 2;
    for (Index k = 0; k < sizes.size(); ++k) {
      const Vector<double> t = W.transpose() * differences.col(k);
      objective += sizes(k) * norm.value(t);
      surrogate.M += sizes(k) * differences.col(k) * norm.slope(t).transpose();
    }
    return objective;
  }
  [[nodiscard]] double surrogate_value(const Surrogate& known, const Point& W) const {
    return known.M.cwiseProduct(W).sum();
  }
  void argmax(const Surrogate& known, const Point& W, Point& next) const {
    next = l21::sets::Stiefel{}.argmax(known.M, W);
  }
};

}  // namespace

int main() {
  std::srand(3);
  const Index classes = 3, per_class = 60, d = 10, m = 2, n = classes * per_class;
  // Means differ in the first two columns; the third has most of the spread and tells nothing.
  Matrix<double> X = Matrix<double>::Random(n, d);
  X.col(2) *= 12;
  for (Index i = 0; i < n; ++i) {
    const double angle = 2.1 * static_cast<double>(i / per_class);
    X(i, 0) += 3 * std::cos(angle), X(i, 1) += 3 * std::sin(angle);
  }

  Discriminant problem{Matrix<double>(d, classes), Vector<double>::Constant(classes, per_class), {}};
  const Vector<double> mean = X.colwise().mean().transpose();
  Matrix<double> S = Matrix<double>::Zero(d, d);
  for (Index k = 0; k < classes; ++k) {
    const Matrix<double> rows = X.middleRows(k * per_class, per_class);
    const Vector<double> own = rows.colwise().mean().transpose();
    problem.differences.col(k) = own - mean;
    const Matrix<double> centered = rows.rowwise() - own.transpose();
    S += centered.transpose() * centered;
  }
  const double largest = Eigen::SelfAdjointEigenSolver<Matrix<double>>(S).eigenvalues().maxCoeff();
  problem.shifted = 0.5 * (largest * Matrix<double>::Identity(d, d) - S);

  const auto [W, report] = l21::maximize(problem, Matrix<double>(Matrix<double>::Identity(d, d).middleCols(2, m)),
                                         {.max_iterations = 5000, .tolerance = 1e-12});
  bool rises = true;
  for (std::size_t k = 1; k < report.trace.size(); ++k)
    rises = rises && report.trace[k].objective >= report.trace[k - 1].objective * (1 - 1e-12);

  // Every point to the nearest class mean in the plane that was found.
  int right = 0;
  for (Index i = 0; i < n; ++i) {
    const Vector<double> t = W.transpose() * (X.row(i).transpose() - mean);
    Index nearest = 0;
    ((W.transpose() * problem.differences).colwise() - t).colwise().norm().minCoeff(&nearest);
    right += nearest == i / per_class ? 1 : 0;
  }
  std::printf("objective %.4f after %d iterations; %d of %d points are nearest to their own class\n", report.objective,
              report.iterations, right, static_cast<int>(n));
  return rises && right > 0.95 * static_cast<double>(n) ? 0 : 1;
}
