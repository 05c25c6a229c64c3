// The eigenvalues of G = sum_i v_i x_i x_i^T outside a subspace, bounded from above.
#pragma once

#include <functional>
#include <optional>

#include "certificate/largest.hpp"
#include "certificate/tangent.hpp"
#include "data/projections.hpp"
#include "methods/cost_model.hpp"

namespace l21::internal {

// What the cost model is asked about.
[[nodiscard]] SpectrumProblem spectrum_problem(Index rows, Index cols, double values, const TangentOptions& options);

// Whether X W is needed for it.
[[nodiscard]] bool wants_projections(Index rows, Index cols, double values, const TangentOptions& options);

struct OutsideBound {
  double largest = 0;         // of (I - W W^T) G (I - W W^T)
  bool factored = false;      // largest I minus that matrix has a Cholesky factor
  bool out_of_reach = false;  // some eigenvalue there is larger than what would be enough
  // The sum of the m largest eigenvalues of G itself, where they were computed.
  std::optional<double> leading_sum;
  PassCounter counter;

  // Where W spans all there is.
  [[nodiscard]] static OutsideBound of_nothing() {
    OutsideBound bound;
    bound.factored = true;
    return bound;
  }
};

// What is known of G and W.
struct InsideOf {
  const Matrix<double>& W;   // d x m, orthonormal columns
  const Matrix<double>& GW;  // G W
  const Matrix<double>& S;   // W^T G W
  const Matrix<double>& T;   // X W, where it is wanted
};

// Columns outside W to multiply G with, and G times them. Products with one column wait for memory: these cost no more.
struct RandomBlock {
  Matrix<double> Q, GQ;
};
[[nodiscard]] Matrix<double> random_outside(const Matrix<double>& W, std::uint64_t seed);

// Guesses what all eigenvalues of a matrix in memory are below; a factorization then confirms or refutes it. Tests put
// in one that lies.
using Estimator = std::function<double(const Matrix<double>& D, std::uint64_t seed)>;
[[nodiscard]] double estimate_largest(const Matrix<double>& D, std::uint64_t seed);

// G on its smaller side, and what is left of it outside W.
struct DenseScatter {
  Matrix<double> G;  // sum_i v_i x_i x_i^T, or the n x n matrix with the same eigenvalues besides 0
  Matrix<double> D;  // the same for (I - W W^T) G (I - W W^T)
};
// X X^T = K, and the projections T = X W.
struct GramInside {
  const Matrix<double>& K;
  const Matrix<double>& T;
};
// V^(1/2) K V^(1/2), and the same of X - X W W^T.
[[nodiscard]] DenseScatter dense_by_rows(const GramInside& gram, const Vector<double>& v);
// Either, from the rows: sums over columns or rows in their precision.
template <class T>
[[nodiscard]] DenseScatter dense_scatter(const PreparedRows<T>& rows, const Vector<double>& v, const Matrix<double>& W,
                                         SpectrumBy by);
[[nodiscard]] OutsideBound bound_by_gram_products(const GramInside& gram, const Vector<double>& v, double enough,
                                                  const TangentOptions& options, int threads);

// The eigenvalues of a matrix that is known by its products, outside the orthonormal columns of U.
[[nodiscard]] OutsideBound bound_by_products_outside(const SymmetricProduct& N, const Matrix<double>& U, double enough,
                                                     const TangentOptions& options);

// The eigenvalues of D by an estimate that a factorization has to confirm.
[[nodiscard]] OutsideBound bound_dense(const DenseScatter& dense, Index components, const Wanted& wanted,
                                       std::uint64_t seed, const Estimator& estimate = estimate_largest);

// `block`, where there is one, has been multiplied already.
[[nodiscard]] OutsideBound bound_outside(const PreparedRows<double>& rows, const Vector<double>& v,
                                         const InsideOf& inside, const Wanted& wanted, const TangentOptions& options,
                                         const RandomBlock* block = nullptr,
                                         const Estimator& estimate = estimate_largest);

}  // namespace l21::internal
