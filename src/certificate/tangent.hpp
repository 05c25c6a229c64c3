// Upper bounds on sum_i w_i ||W^T x_i||^p over all W with orthonormal columns, 0 < p <= 2: tangents of a function that
// is concave in the projector W W^T. docs/certificate.md proves every step.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "data/prepared_rows.hpp"
#include "methods/cost_model.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

inline constexpr double kFailureOfAllBounds = 1e-10;  // the probability that one of a fit's bounds is too low
inline constexpr int kMostProducts = 24;              // of G with a few columns, where G is too large to be formed

struct TangentOptions {
  double p = 1;
  const Matrix<double>* gram = nullptr;         // X X^T, where the caller has it
  const PreparedRows<float>* single = nullptr;  // the same rows in float32, for products that may be off by rounding
  double bytes = 512e6;                         // for matrices beside the rows
  int most_products = kMostProducts;
  double gap_enough = 0;                 // a gap that need not be made smaller by more products
  double proof_worth = kProofWorth;      // flops for which a factorization is better than a probability
  bool matrix_if_unclear = true;         // form G after all where products leave the gap open
  double failure = kFailureOfAllBounds;  // probability that a bound from products alone is too low
  std::uint64_t seed = 0;
  std::function<bool()> stopped = [] {
    return false;
  };  // whether somebody wants an end; what is known then still holds
};

struct TangentBound {
  double objective = 0;        // at q
  double value = 0;            // no W has a larger sum
  bool factored = false;       // proven by a factorization; else but for TangentOptions::failure
  bool out_of_reach = false;   // no bound from this tangent is as near as was asked for
  double smallest_inside = 0;  // eigenvalue of W^T G W
  double largest_outside = 0;  // a bound on the eigenvalues of G outside W
  PassCounter counter;
};

// What a W says of K_m(G), of G / unit.
struct InsideSums {
  Vector<double> s;         // the eigenvalues of S = W^T G W
  Vector<double> coupling;  // ||(G W - W S) u||^2 of their eigenvectors u
  double unit = 1;
  Index terms = 0;  // of the sums that these came from
  double off = 0;   // the norm of what G W is off by, where that counts
};
[[nodiscard]] InsideSums sums_inside(const Matrix<double>& W, const Matrix<double>& GW, double unit, Index terms);
// What the eigenvalues outside W should be below: nobody needs to know more.
struct Wanted {
  double enough;  // for a small gap
  double ideal;   // for none; no larger
  // For TangentOptions::gap_enough, where every step towards a smaller gap is a read.
  double passable = 0;
};

[[nodiscard]] Wanted wanted_outside(const InsideSums& inside, const TangentOptions& options);
// What G is divided by, so that squares of its numbers neither overflow nor vanish.
[[nodiscard]] double unit_of_scatter(const RowFacts& rows, double p);

struct OutsideBound;
// The bound that follows from both parts of G.
[[nodiscard]] TangentBound combine_bounds(const RowFacts& rows, const Vector<double>& q, const InsideSums& inside,
                                          const OutsideBound& outside, double p);

// r_i^2 = ||W^T x_i||^2; 0 where it is rounding. One read.
[[nodiscard]] Vector<double> squared_projections(const PreparedRows<double>& rows, const Matrix<double>& W,
                                                 PassCounter& counter);

// sum_i w_i q_i^(p/2), which is the objective at q_i = r_i^2.
[[nodiscard]] double relaxed_objective(const RowFacts& rows, const Vector<double>& q, double p);

// v_i = w_i (p/2) q_i^(p/2 - 1), 0 where q_i is 0: the weights of G = sum_i v_i x_i x_i^T.
[[nodiscard]] Vector<double> tangent_weights(const RowFacts& rows, const Vector<double>& q, double p);

// The tangent at q_i = ||W^T x_i||^2, which are put into q; rows with q_i = 0 are left out. One read, and what the
// eigenvalues take.
[[nodiscard]] TangentBound tangent_bound_at(const PreparedRows<double>& rows, const Matrix<double>& W,
                                            const TangentOptions& options, Vector<double>& q);

// The tangent at any q_i > 0; a row with q_i = 0 is left out of it and adds w_i ||x_i||^p. The bound is good where q_i
// = x_i^T P x_i for a P near the best, and W spans the leading eigenvectors of G. One read, and what the eigenvalues
// take.
[[nodiscard]] TangentBound tangent_bound(const PreparedRows<double>& rows, const Vector<double>& q,
                                         const Matrix<double>& W, const TangentOptions& options);

// The same for rows that are known by K = X X^T alone, at q_i = ||t_i||^2 of T = X W, W = X^T C with orthonormal
// columns. K may be off by a matrix whose norm is at most `error`.
[[nodiscard]] TangentBound tangent_bound_on_gram(const RowFacts& rows, const Matrix<double>& K, const Matrix<double>& T,
                                                 const Matrix<double>& C, double error, const TangentOptions& options);

}  // namespace l21::internal
