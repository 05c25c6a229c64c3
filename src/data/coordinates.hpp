// The rows in coordinates of an orthonormal basis that grows: Z = X Q, kept where the rows live.
#pragma once

#include "data/prepared_rows.hpp"

namespace l21::internal {

template <class T>
class Coordinates {
 public:
  // Shares the rows. Room for `most` directions: most (n + d) numbers.
  Coordinates(const PreparedRows<T>& rows, Index most);

  // How many directions there are.
  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] Index most() const { return Q_.cols(); }
  [[nodiscard]] auto Q() const { return Q_.leftCols(size_); }  // d x size

  // Q <- [Q D], Z <- [Z X D], D orthonormal to Q. One read, 2 n d k flops.
  void append(const Matrix<double>& D);
  // The same, for the first directions; returns sum_i w_i z_i z_i^T.
  [[nodiscard]] Matrix<double> append_first(const Matrix<double>& D);
  // Q <- Q K, Z <- Z K with K orthonormal, size x fewer.
  void rotate(const Matrix<double>& K);

  // The coordinates as rows of `size` columns, which borrow them. `method`: where it uses residuals, what Q leaves out
  // of a row is kept as the difference of two squares: its error, eps ||x||^2, is what such links smooth away.
  [[nodiscard]] PreparedRows<T> as_rows(Method method) const;

  // Rows [first, first + count) times C (size x m), row-major; for the operations of this folder.
  void project(Index first, Index count, const Matrix<T>& C, T* t) const;

 private:
  PreparedRows<T> rows_;
  Matrix<double> Q_;  // d x most
  RowMatrix<T> Z_;    // n x most
  Index size_ = 0;
};

}  // namespace l21::internal
