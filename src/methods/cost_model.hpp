// What the parts of a fit cost: work in flops of large products, memory in bytes. The one place that routes,
// certificates and kernels ask; every constant says what it stands for. Decisions compare costs with one another, so a
// rate that is off by two moves a decision only where two routes are about as good.
#pragma once

#include <cstdint>
#include <optional>

#include "l21/options.hpp"
#include "l21/report.hpp"
#include "l21/rows.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

// What costs depend on.
struct TableShape {
  Index rows, cols;
  double values;  // stored
  double bytes;
  bool holes = false;   // filled anew at every step
  bool single = false;  // the fit is in float32; what is done in float64 all the same costs twice as much

  [[nodiscard]] static TableShape of(const Rows& rows);
  // Whether dense algebra on all of it (X X^T, X^T X, a copy) is in proportion to the stored values.
  [[nodiscard]] bool is_dense() const;
};
[[nodiscard]] bool is_dense(Index rows, Index cols, double values);

// Until a residual of 10^-digits. In flops of the fit's precision.
struct EngineCosts {
  double n, d, m;
  double wide;    // what a flop in float64 costs
  double values;  // stored: n d of a dense table
  double digits;
  double slope_columns;  // columns multiplied by a linearization, over m

  EngineCosts(const TableShape& shape, const FitOptions& options);
  // Principal directions by an eigendecomposition of the smaller side; from a sketch of so many columns; by the fit to
  // a sample of the rows.
  [[nodiscard]] double exact_start() const;
  [[nodiscard]] double sketch(double width) const;
  [[nodiscard]] double sampled_start() const;
  // The iteration on X X^T; on X with Anderson's mixing; in a growing subspace. Each with what its start took.
  [[nodiscard]] double gram() const;
  [[nodiscard]] double linear(double start) const;
  [[nodiscard]] double growing(double start) const;
};

// Flops that a start may take without being noticed beside the rest. For pca exact directions are the answer, and may
// take as long as an engine would.
[[nodiscard]] double worth_of_exact_start(Method method, double least_engine);

// Rows of a sample whose solution is near that on all of them; 0 where all of them are not many more.
[[nodiscard]] Index sample_size(const TableShape& shape, Index components);

// The largest side for which X X^T is worth forming.
inline constexpr Index kMostGramRows = 8000;

struct FitMemory {
  double n, d, m, data;

  FitMemory(const TableShape& shape, const FitOptions& options);
  [[nodiscard]] double least() const;  // what every fit needs beside the table
  [[nodiscard]] double mixing(int depth) const;
  [[nodiscard]] double basis(double columns) const;
  [[nodiscard]] double gram() const;
  // What may be taken beside the table and `least`.
  [[nodiscard]] double spare(const FitOptions& options) const;
  // The same for an engine: asked for by name, it takes what it needs.
  [[nodiscard]] double budget(const FitOptions& options) const;
};

// Whether columns of a table, worth so many rows, may be correlated with one another, to foretell their cells.
[[nodiscard]] bool is_worth_foretelling(const TableShape& shape, double rows_worth, const FitOptions& options);

// How principal directions of n x d rows are found.
enum class PrincipalBy { svd, gram, scatter, iteration };
enum class Exactness {
  exact,     // what `pca` takes for its answer, as far as an eigendecomposition can be had at all
  as_start,  // good enough to start an iteration from
};
[[nodiscard]] PrincipalBy principal_by(const TableShape& shape, bool has_gram, Exactness exactness);
// How many eigenvalues to ask for where `least` are needed: all, where that takes about a second.
[[nodiscard]] Index values_to_ask_for(Index shorter_side, Index least);

// What a fit did, by its counters: the same on every run.
struct FitWork {
  double values, rows;
  int components;
  PassCounter start, solver;
  int iterations;
  Engine engine;
  bool single;  // see TableShape
};
// In flops of float64.
[[nodiscard]] double cost_of(const FitWork& work);

// Where the eigenvalues of G = sum_i v_i x_i x_i^T are looked for: in a d x d matrix, in an n x n one, by products with
// the Gram matrix that the caller has, or by products with the rows.
enum class SpectrumBy { columns, rows, gram_products, row_products };
struct SpectrumRoute {
  SpectrumBy by;
  double cost;
};
struct SpectrumProblem {
  Index rows, cols;
  double values;
  bool has_gram;
  double bytes;       // for matrices beside the rows
  int most_products;  // with a block of columns
  bool single;        // products with the rows may be in float32
};
inline constexpr Index kBlockColumns = 12;  // products with fewer columns wait for memory and cost as much
// Of a matrix, where `bytes` hold it and what is made of it; nothing where they do not. Its sums over the rows are
// `gain` times as fast as those in double.
[[nodiscard]] std::optional<SpectrumRoute> matrix_route(const SpectrumProblem& problem, double gain = 1);
// The cheapest, for as many products as are usually needed; a matrix where that costs no more than `proof_worth`.
[[nodiscard]] SpectrumRoute spectrum_route(const SpectrumProblem& problem, double proof_worth);
// Of so many products of blocks with the rows and with their transpose; in float32 half.
[[nodiscard]] double cost_of_products(double values, int products, bool single = false);

// Samples of so many rows, beside so many directions in which rows are long, which bound the eigenvalues of G where it
// is too large to be formed. No rows: it is not worth it.
struct SamplePlan {
  Index rows = 0, guard = 0;  // at most
  Index first_rows = 0;       // of a sample that guards are found in, where there are no coordinates
  double first_cost = 0;      // before anything is known
  double per_direction = 0;   // of a guard, which costs as much as `hidden` of them at least
  double hidden = 0;
  double cols = 0, gain = 1;  // of products of rows in the precision of the fit over such in double
  [[nodiscard]] double cost_of(Index directions, Index sampled) const;
  [[nodiscard]] double bytes_of(Index sampled) const;
};
// Whether the eigenvalues of so many rows are found in a d x d matrix, not in one with a column for each of them.
[[nodiscard]] constexpr bool seen_by_columns(Index sampled, Index cols) {
  return sampled > cols;
}

// How the eigenvalues of G outside W are bounded where a fit knows its slopes: by a matrix in its precision, or
// samples.
struct OutsidePlan {
  std::optional<SpectrumBy> matrix;
  SamplePlan sample;
  [[nodiscard]] bool any() const { return matrix || sample.rows > 0; }
};
// What `allowed` flops pay for, for m components. `coordinates`: of the rows, where the engine has them; else 0.
[[nodiscard]] OutsidePlan outside_plan(const SpectrumProblem& problem, Index components, Index coordinates,
                                       double allowed);

inline constexpr double kTrifle = 2e7;      // flops that nobody notices
inline constexpr double kProofWorth = 1e8;  // flops of a factorization that is worth more than a probability, at least
// How much a certificate may take and what it can do with that, in flops of float64.
struct CertificateBudget {
  double allowed;      // flops in all
  double proof_worth;  // flops for which a factorization is better than a probability
  double improvement;  // flops to look for a better fit, where the bound stays above this one
};
[[nodiscard]] CertificateBudget certificate_budget(Certify certify, double fit_cost);
// Of one tangent at W; of projections onto W; of closing a gap by `passes` weighted principal components, with tangents
// of this cost.
[[nodiscard]] double cost_of_tangent(double values, double components);
[[nodiscard]] double cost_of_projection(double values, double components, bool single);
[[nodiscard]] double cost_of_improvement(double rows, int passes, double tangent);

// Kernels: how many coordinates of n rows memory holds (they and half as much again for the fit to them), and beyond
// how many the kernel matrix itself is cheaper to work with.
struct KernelMemory {
  double bytes;
  bool of_machine;  // nobody said how much: a share of what the machine has
};
[[nodiscard]] KernelMemory kernel_memory(const FitOptions& options);
[[nodiscard]] Index affordable_rank(const KernelMemory& memory, Index rows);
[[nodiscard]] double bytes_of_coordinates(Index rows, Index rank);
[[nodiscard]] Index worthwhile_rank(Index rows);

}  // namespace l21::internal
