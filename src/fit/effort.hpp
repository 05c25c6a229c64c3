// When a fit is certified, and how much that may take: the policy of options.certify. The mathematics is in
// src/certificate.
#pragma once

#include <optional>

#include "certificate/tangent.hpp"
#include "l21/options.hpp"
#include "l21/report.hpp"
#include "methods/cost_model.hpp"

namespace l21::internal {

inline constexpr double kClosedGap = 1e-9;  // no reason to look further

// The exponent of ||W^T x||, where the objective is concave in the projector W W^T.
[[nodiscard]] std::optional<double> concave_exponent(const FitOptions& options);

// Whether other fits have the same center, so that they may be tried in its place.
[[nodiscard]] constexpr bool has_fixed_center(const FitOptions& options) {
  return options.center != Center::joint && options.center != Center::optimal;
}

// Why there is nothing to prove; absent where there is.
[[nodiscard]] std::optional<CertificateReason> reason_for_none(const FitOptions& options, Status status);

// What a certificate of a fit with this work may do.
struct Effort {
  bool slopes_will_do = false;  // what the fit knows of its slopes comes first,
  double slopes_budget = 0;     // for so many flops where there is no X X^T
  bool exact_will_do = false;   // then the tangent anew, in double: whether it is worth its cost and there is room
  TangentOptions tangent;
  bool may_improve = false;  // where the gap stays open
};
// `knows_slopes`: the fit kept what its last linearization said; `coordinates`: how many it has of every row.
struct FitLeft {
  const Matrix<double>* gram = nullptr;  // X X^T
  bool knows_slopes = false;
  Index coordinates = 0;
};
[[nodiscard]] Effort choose_effort(const TableShape& stored, const FitOptions& options, const FitWork& work, Index cols,
                                   const FitLeft& fit);

// The same for a fit on the kernel matrix alone, which is n x n.
[[nodiscard]] TangentOptions effort_on_gram(const FitOptions& options, const Matrix<double>& K);

}  // namespace l21::internal
