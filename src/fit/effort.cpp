#include "fit/effort.hpp"

#include <algorithm>

#include "certificate/spectrum.hpp"

namespace l21::internal {
namespace {

CertificateReason why_not_concave(Method method) {
  if (method == Method::r1) return CertificateReason::not_concave;
  if (method == Method::robust) return CertificateReason::no_objective;
  return has_sparse_components(method) ? CertificateReason::sparse_components : CertificateReason::depends_on_basis;
}

// A fit that was asked for roughly is proven roughly.
double gap_that_will_do(const FitOptions& options) {
  constexpr double kOverTolerance = 9, kMost = 9e-4;
  return std::min(kMost, kOverTolerance * options.tolerance);
}

// Products that the budget and the memory allow; 0 where they are too few to prove anything.
int affordable_products(double flops, const FitWork& work, double bytes, Index cols) {
  constexpr int kFewProducts = 3;
  constexpr double kBlocksBesides = 3;
  const double block_bytes = 8.0 * static_cast<double>(kBlockColumns * cols);
  const double most = std::min({1.0 * kMostProducts, flops / cost_of_products(work.values, 1, work.single),
                                bytes / block_bytes - kBlocksBesides});
  return most >= kFewProducts ? static_cast<int>(most) : 0;
}

}  // namespace

std::optional<double> concave_exponent(const FitOptions& options) {
  if (options.method == Method::l21) return 1.0;
  if (options.method == Method::l2p) return options.p;
  if (options.method == Method::pca) return 2.0;
  return std::nullopt;
}

std::optional<CertificateReason> reason_for_none(const FitOptions& options, Status status) {
  if (!concave_exponent(options)) return why_not_concave(options.method);
  if (options.certify == Certify::off) return CertificateReason::not_asked;
  if (status == Status::interrupted) return CertificateReason::interrupted;
  return std::nullopt;
}

Effort choose_effort(const TableShape& stored, const FitOptions& options, const FitWork& work, Index cols,
                     const FitLeft& fit) {
  const CertificateBudget budget = certificate_budget(options.certify, cost_of(work));
  Effort effort;
  TangentOptions& tangent = effort.tangent;
  tangent.p = *concave_exponent(options);
  tangent.seed = options.seed;
  tangent.gram = fit.gram;
  const FitMemory memory(stored, options);
  tangent.bytes = memory.spare(options) - memory.basis(static_cast<double>(fit.coordinates));
  tangent.proof_worth = budget.proof_worth;
  if (options.certify == Certify::automatic) tangent.gap_enough = gap_that_will_do(options);
  const auto rows = static_cast<Index>(work.rows);
  SpectrumProblem problem = spectrum_problem(rows, cols, work.values, tangent);
  problem.single = work.single;
  const SpectrumRoute route = spectrum_route(problem, budget.proof_worth);
  // Products with the rows in double begin beside that with W.
  const Index beside = route.by == SpectrumBy::row_products && !work.single ? kBlockColumns : 0;
  const double at_fit = cost_of_tangent(work.values, static_cast<double>(work.components + beside));
  double spent = 0;
  // A tangent in double says more than the slopes, where its matrix is small.
  const bool small =
      (route.by == SpectrumBy::columns || route.by == SpectrumBy::rows) && route.cost + at_fit <= kTrifle;
  const bool by_slopes =
      options.certify == Certify::automatic && fit.knows_slopes && has_fixed_center(options) && !small;
  if (by_slopes && route.by == SpectrumBy::gram_products) {
    effort.slopes_will_do =
        route.cost + cost_of_projection(work.values, work.components, work.single) <= budget.allowed;
    spent = effort.slopes_will_do ? budget.allowed : 0;
  } else if (by_slopes && !fit.gram) {
    const OutsidePlan plan = outside_plan(problem, work.components, fit.coordinates, budget.allowed);
    effort.slopes_will_do = plan.any();
    effort.slopes_budget = budget.allowed;
    spent = plan.matrix ? budget.allowed : plan.sample.cost_of(plan.sample.guard, plan.sample.rows);
  }
  const double left = budget.allowed - at_fit - spent;
  const double products =
      route.by == SpectrumBy::gram_products ? 0.0 : cost_of_products(work.values, kMostProducts, work.single);
  const auto matrix = matrix_route(problem);
  tangent.matrix_if_unclear = matrix && matrix->cost + products <= left;
  if (route.by == SpectrumBy::row_products) {
    tangent.most_products = affordable_products(left, work, tangent.bytes, cols);
    effort.exact_will_do = tangent.most_products > 0;
  } else {
    effort.exact_will_do = route.cost <= left;
  }
  const int passes = options.certify_passes;
  effort.may_improve = passes > 0 && has_fixed_center(options) && effort.exact_will_do &&
                       cost_of_improvement(work.rows, passes, route.cost + at_fit) <= budget.improvement;
  // One tangent at the fit, one of every other start, and those of the passes; each by slopes, or in double, or both.
  const int ways = effort.slopes_will_do && effort.exact_will_do ? 2 : 1;
  tangent.failure = kFailureOfAllBounds / (ways * (options.starts + (effort.may_improve ? passes + 1 : 0)));
  return effort;
}

// Three matrices more, where nobody has said how much room there is; products need none.
TangentOptions effort_on_gram(const FitOptions& options, const Matrix<double>& K) {
  const auto n = static_cast<double>(K.rows());
  TangentOptions tangent;
  tangent.p = *concave_exponent(options);
  tangent.gram = &K;
  tangent.seed = options.seed;
  tangent.failure = kFailureOfAllBounds;
  if (options.certify == Certify::on) {
    tangent.bytes = 3 * 8 * n * n;
    tangent.proof_worth = certificate_budget(Certify::on, 0).proof_worth;
  }
  if (options.memory > 0) tangent.bytes = 0;
  tangent.most_products = kMostProducts;
  return tangent;
}

}  // namespace l21::internal
