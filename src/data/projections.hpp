// What projections onto a few directions give: kept for every row, summed, or weighed and multiplied back.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>

#include "data/coordinates.hpp"
#include "data/link.hpp"
#include "data/prepared_rows.hpp"
#include "rows/projected_row.hpp"

namespace l21::internal {

// X W, n x m. One read, 2 n d m flops.
template <class T>
[[nodiscard]] Matrix<double> project_rows(const PreparedRows<T>& rows, const Matrix<double>& W);

// Scores and distances of rows.
struct RowDistances {
  Matrix<double> T;         // n x m: W^T x
  Vector<double> distance;  // n: ||x - W W^T x||
  Vector<double> norm;      // n: ||x||
};
// From span W, W orthonormal. One read, 4 n d m flops.
template <class T>
[[nodiscard]] RowDistances distances_from(const PreparedRows<T>& rows, const Matrix<double>& W);

// sum_i x_i c_i^T, c_i the rows of C (n x m). One read, 2 n d m flops.
template <class T>
[[nodiscard]] Matrix<double> combine_rows(const PreparedRows<T>& rows, const std::type_identity_t<RowMatrix<T>>& C);

// Calls `visit` once for every row, from several threads. One read.
void visit_projections(const PreparedRows<double>& rows, const Matrix<double>& W, const RowVisitor& visit);
// The same of rows that were never seen before: nothing is known of them but how they are prepared. Throws DataError
// where a value is not finite. One read, and one to look for such values.
struct NewRows {
  const Rows& rows;
  RowScheme scheme;
  int threads;
};
void visit_projections(const NewRows& rows, const Matrix<double>& W, Residuals residuals, const RowVisitor& visit);

// The row (with a weight) that sticks out farthest from span W, W orthonormal, by its squared distance; row -1 where
// nothing does. One read.
[[nodiscard]] Heaviest farthest_row(const PreparedRows<double>& rows, const Matrix<double>& W);

// v_i of a row, from its number and its projections.
template <class T>
using RowWeight = std::function<double(Index row, const T* t)>;

// Products with sum_i v_i x_i x_i^T. Keeps the workspace of its passes.
template <class T>
class ScatterProduct {
 public:
  // Borrows the rows; at most so many columns at a time.
  ScatterProduct(const PreparedRows<T>& rows, Index columns);
  ~ScatterProduct();
  // GA <- sum_i v_i x_i x_i^T A. One read, 4 n d k flops.
  void multiply(const RowWeight<T>& weight, const Matrix<double>& A, Matrix<double>& GA);
  // The same for A = Q C of coordinates of these rows: the projections C^T z_i are known. One read, 2 n d k flops.
  void multiply_known(const RowWeight<T>& weight, const Coordinates<T>& coordinates, const Matrix<double>& C,
                      Matrix<double>& GA);

 private:
  class Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace l21::internal
