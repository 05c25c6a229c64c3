// Every method once more: short, slow, obviously right. The judge of the fast versions.
//
// X is n x d with centered rows, W is d x m with orthonormal columns, w are row weights. Each method runs the textbook
// iteration from W until its stationarity residual is at most tol, and returns W, objective and residual.
#pragma once

#include <Eigen/Dense>

namespace l21::reference {

using Mat = Eigen::MatrixXd;
using Vec = Eigen::VectorXd;

struct Result {
  Mat W;
  double objective = 0;
  double residual = 0;
  int iterations = 0;
};

struct Stop {
  double tol = 1e-9;
  int max_iterations = 100000;
};

[[nodiscard]] Mat polar(const Mat& M);
[[nodiscard]] double residual(const Mat& M, const Mat& W);

[[nodiscard]] Vec mean(const Mat& X, const Vec& w);
[[nodiscard]] Vec geometric_median(const Mat& X, const Vec& w);
[[nodiscard]] Mat centered(const Mat& X, const Vec& c);
[[nodiscard]] Mat sphere(const Mat& X);

[[nodiscard]] Mat principal(const Mat& X, const Vec& w, int m);
[[nodiscard]] Result pca(const Mat& X, const Vec& w, int m);
[[nodiscard]] Result l21(const Mat& X, const Vec& w, Mat W, const Stop& stop);
// 0 < p <= 2. Below 1 a step that loses is cut in half until it does not.
[[nodiscard]] Result l2p(const Mat& X, const Vec& w, Mat W, double p, const Stop& stop);
[[nodiscard]] Result l1(const Mat& X, const Vec& w, Mat W, const Stop& stop);
[[nodiscard]] Result l1_greedy(Mat X, const Vec& w, Mat W, const Stop& stop);
[[nodiscard]] Result r1(const Mat& X, const Vec& w, Mat W, const Stop& stop);
// r1 on sphere-scaled rows with the joint center; X is not centered.
[[nodiscard]] Mat spherical_r1(const Mat& X, int m);

// Method::robust: the weights of rows by their distances from the subspace W through c, and the weighted mean and
// principal directions that follow. A fit is a fixed point. X is not centered.
struct RobustStep {
  Vec weights;
  double tail = 0;
  Vec c;
  Mat W;
};
[[nodiscard]] RobustStep robust_step(const Mat& X, const Mat& W, const Vec& c);

// Rows with NaN. Of each row by itself, over its known cells and with a thousandth of the weight over the others, which
// lie at 0: the scores that suit it best by least squares, and what is left. X is centered.
struct KnownCells {
  Mat scores;
  Vec explained;  // ||x||^2 less the next
  Vec residual;   // least sum of squares
};
[[nodiscard]] KnownCells known_cells(const Mat& X, const Mat& W);
// pca: half the sum of `explained`; l2p (l21 with p = 1): the sum of its powers p / 2; r1: minus the sum of roots of
// `residual`.
[[nodiscard]] double known_l2p(const Mat& X, const Vec& w, const Mat& W, double p);
[[nodiscard]] double known_r1(const Mat& X, const Vec& w, const Mat& W);
// PCA of rows with NaN by expectation and maximization: fill, decompose, again. X is centered.
[[nodiscard]] Mat em_pca(Mat X, int m, int rounds);

// Damaged cells: the probability that each cell of a row is good, given its scores. A good one has Student's t with so
// many degrees of freedom about W t, in units of its scale; a damaged one is anywhere in its range; the share of good
// ones follows from the row. NaN: missing, 0. height > 0: the row is an image, and the mean over its neighbours, up to
// 4 to each side, is judged as well.
struct CellLaw {
  Mat W;
  Vec scale, range;
  double tails = 3;
  int height = 0, width = 0;
};
[[nodiscard]] Vec cell_goodness(const Vec& x, const Vec& t, const CellLaw& law);

// The paper's kernel version: rows become their coordinates in the eigenvectors of the kernel matrix centered at its
// mean. n x r with Z Z^T = H K H.
[[nodiscard]] Mat kernel_coordinates(const Mat& K);

// Sparse PCA by the truncated power method (Yuan & Zhang 2013) on A = sum_i w_i x_i x_i^T, as published: A w, all but
// the s largest entries set to 0, divided by its norm; several components by projection deflation, A <- P A P. Each
// starts at the best of the truncated columns of `start`. One column a component.
[[nodiscard]] Mat truncated_power(const Mat& X, const Vec& w, const Mat& start, int s);

// Tensor PCA-L21 of images, the rows of X (height x width each, row-major, centered): U and V in turn, by the paper's
// iteration, until both are stationary.
struct TensorResult {
  Mat U, V;
  double objective = 0;
};
[[nodiscard]] TensorResult tensor_l21(const Mat& X, const Vec& w, int height, int width, int rows, int cols,
                                      const Stop& stop);

// The paper's e(m), equation (rce): the mean over the rows o of originals, and x of inputs, of
// ||(o - c) - W W^T (x - c)||, one after the other.
[[nodiscard]] double reconstruction_error(const Mat& originals, const Mat& inputs, const Mat& W, const Vec& c);

// ||W W^T - V V^T||_F without forming either.
[[nodiscard]] double projector_difference(const Mat& W, const Mat& V);
// The largest principal angle between the spans, in degrees.
[[nodiscard]] double largest_angle(const Mat& W, const Mat& V);

}  // namespace l21::reference
