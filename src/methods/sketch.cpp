#include "methods/sketch.hpp"

#include <algorithm>
#include <utility>

#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/polar.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "linalg/subspace.hpp"

namespace l21::internal {
namespace {

constexpr double kNoDirection = 1e-12;  // what of a random combination of the rows is rounding

// X^T X times a matrix, by the linearization of ||t||^2 / 2.
template <class T>
class SquareProduct {
 public:
  SquareProduct(const PreparedRows<T>& rows, Index width) : linearizer_(rows, {Method::pca, 2.0, rows.cols()}, width) {}
  [[nodiscard]] const Matrix<double>& times(const Matrix<double>& A) {
    linearizer_.at(A, at_);
    counter_.add(2.0 * static_cast<double>(A.cols()));
    return at_.M;
  }
  [[nodiscard]] const PassCounter& counter() const { return counter_; }

 private:
  Linearizer<T> linearizer_;
  Linearization at_;
  PassCounter counter_;
};

// An orthonormal basis of X^T X Omega; no columns where all rows are 0.
template <class T>
Matrix<double> range_of(SquareProduct<T>& square, Index cols, Index width, std::uint64_t seed) {
  return new_directions(square.times(random_signs(cols, width, seed)), Matrix<double>(cols, 0), kNoDirection);
}

// d x m whatever was found.
Matrix<double> completed(const Matrix<double>& found, Index cols, Index components) {
  Matrix<double> W = Matrix<double>::Zero(cols, components);
  W.leftCols(found.cols()) = found;
  complete_basis(W, found.cols());
  return W;
}

template <class T>
Index affordable_width(const PreparedRows<T>& rows, Index width) {
  return std::min({width, rows.rows(), rows.cols()});
}

}  // namespace

template <class T>
Sketch<T> sketch_rows(const PreparedRows<T>& rows, Index components, Index width, Index most, std::uint64_t seed) {
  width = affordable_width(rows, width);
  SquareProduct<T> square(rows, width);
  const Matrix<double> Q = range_of(square, rows.cols(), width, seed);
  Sketch<T> sketch{{}, Coordinates<T>(rows, std::max(most, Q.cols())), square.counter()};
  Matrix<double> found(rows.cols(), 0);
  if (Q.cols() > 0) {
    found = product(Q, largest_eigenpairs(sketch.coordinates.append_first(Q), components).vectors);
    sketch.counter.add(static_cast<double>(Q.cols()));
  }
  sketch.W = completed(found, rows.cols(), components);
  return sketch;
}

template <class T>
SketchedDirections sketch_directions(const PreparedRows<T>& rows, Index components, Index width, std::uint64_t seed) {
  width = affordable_width(rows, width);
  SquareProduct<T> square(rows, width);
  const Matrix<double> Q = range_of(square, rows.cols(), width, seed);
  Matrix<double> found(rows.cols(), 0);
  if (Q.cols() > 0) {
    // Q^T X^T X Q tells which directions lead, X^T X Q is nearer to them than Q.
    const Matrix<double>& image = square.times(Q);
    Matrix<double> S = product(Op::transpose, Q, Op::none, image);
    S = ((S + S.transpose()) / 2).eval();
    found = polar_factor(product(image, largest_eigenpairs(std::move(S), components).vectors));
  }
  return {completed(found, rows.cols(), components), square.counter()};
}

SymmetricEigen rough_eigenpairs(const SymmetricProduct& A, Index n, Index count, std::uint64_t seed) {
  constexpr int kPowers = 3;
  constexpr Index kMore = 10;
  Matrix<double> U = random_signs(n, std::min(n, count + kMore), seed), Y;
  for (int power = 0; power < kPowers; ++power) {
    if (power > 0) U = thin_qr(std::move(Y));
    A(U, Y);
  }
  auto eigen = largest_eigenpairs(product(Op::transpose, U, Op::none, Y), count);
  const Index rank = U.cols() > 0 ? (eigen.values.array() > kNoDirection * eigen.values(0)).count() : 0;
  return {eigen.values.head(rank), product(U, eigen.vectors.leftCols(rank))};
}

// D^(1/2) G D^(1/2) = U L U^T on the subspace found, D the weights: C = D^(1/2) U L^(-1/2).
GramSketch gram_range_finder(const Matrix<double>& G, const Vector<double>& weights, Index components,
                             std::uint64_t seed) {
  const Vector<double> root = weight_roots(weights, G.rows());
  const SymmetricEigen eigen =
      rough_eigenpairs(weighted_gram(G, root, ProductTeam::size()), G.rows(), components, seed);
  const Vector<double> scale = eigen.values.cwiseSqrt().cwiseInverse();
  return {root.asDiagonal() * eigen.vectors * scale.asDiagonal(), eigen.values.size()};
}

template Sketch<float> sketch_rows<float>(const PreparedRows<float>&, Index, Index, Index, std::uint64_t);
template Sketch<double> sketch_rows<double>(const PreparedRows<double>&, Index, Index, Index, std::uint64_t);
template SketchedDirections sketch_directions<float>(const PreparedRows<float>&, Index, Index, std::uint64_t);
template SketchedDirections sketch_directions<double>(const PreparedRows<double>&, Index, Index, std::uint64_t);

}  // namespace l21::internal
