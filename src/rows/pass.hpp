// One pass over the rows: project, let somebody turn projections into slopes, sum the moment.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "rows/block_loop.hpp"
#include "rows/moment_sums.hpp"

namespace l21::internal {

// What a link sees of a block: nothing but its projections.
template <class T>
struct ProjectedBlock {
  int slot;
  Index first;
  Index count;
  Index components;
  T* t;                        // in: t_i = W^T x_i, row-major; out: what is summed as x_i t_i^T
  const double* squared_norm;  // of x_i, or of x_i - W t_i when residuals were asked for
};

// Which squared norms come along.
enum class SquaredNorms { none, of_rows, of_residuals };

// Workspace and loop for passes with up to `components` columns. Nothing is allocated by a pass.
template <class T>
class Pass {
 public:
  Pass(const RowSource<T>& source, Index components, int threads);

  [[nodiscard]] int slots() const { return loop_.slots(); }

  // P = X_b W for every block, then body. With of_residuals x_i becomes x_i - W t_i before its norm is taken and
  // before the sum. One read of X, 2 n d m flops (4 with residuals).
  void project(const Matrix<double>& W, SquaredNorms norms, const std::function<void(const ProjectedBlock<T>&)>& body);
  // The same, and then M <- sum_i x_i t_i^T with what body left in t. One read of X, 4 n d m flops (6 with residuals).
  void moment(const Matrix<double>& W, SquaredNorms norms, const std::function<void(const ProjectedBlock<T>&)>& body,
              Matrix<double>& M);
  // M <- sum_i x_i t_i^T with the t (count x components) that body fills in. One read of X, 2 n d m flops.
  void combine(Index components, const std::function<void(const ProjectedBlock<T>&)>& body, Matrix<double>& M);

 private:
  void run(const Matrix<double>& W, SquaredNorms norms, const std::function<void(const ProjectedBlock<T>&)>& body,
           bool sum);

  const RowSource<T>& source_;
  BlockLoop<T> loop_;
  std::unique_ptr<Directions> W_;
  std::vector<std::vector<T>> projections_;         // per thread
  std::vector<std::vector<double>> squared_norms_;  // per thread
  MomentSums<T> moments_;
};

// Z <- X W, Z any n x m matrix or block of one. One read of X, 2 n d m flops.
template <class T, class Out>
void project_rows(const RowSource<T>& source, const Matrix<double>& W, int threads, Out&& Z) {
  using Scalar = typename std::decay_t<Out>::Scalar;
  Pass<T> pass(source, W.cols(), threads);
  pass.project(W, SquaredNorms::none, [&](const ProjectedBlock<T>& block) {
    Z.middleRows(block.first, block.count) =
        Eigen::Map<const RowMatrix<T>>(block.t, block.count, block.components).template cast<Scalar>();
  });
}

// sum_i x_i c_i^T, c_i the rows of C. One read of X, 2 n d m flops.
template <class T>
[[nodiscard]] Matrix<double> combine_rows(const RowSource<T>& source, const std::type_identity_t<RowMatrix<T>>& C,
                                          int threads);

}  // namespace l21::internal
