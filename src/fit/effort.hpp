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
  TangentOptions tangent;    // most_products is 0 where none is worth its cost or there is no room
  bool may_improve = false;  // where the gap stays open
};
[[nodiscard]] Effort choose_effort(const TableShape& stored, const FitOptions& options, const FitWork& work, Index cols,
                                   const Matrix<double>* gram);

// The same for a fit on the kernel matrix alone, which is n x n.
[[nodiscard]] TangentOptions effort_on_gram(const FitOptions& options, const Matrix<double>& K);

}  // namespace l21::internal
