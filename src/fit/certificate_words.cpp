// A certificate in words.
#include <fmt/format.h>

#include "l21/option_table.hpp"
#include "l21/report.hpp"

namespace l21 {
namespace {

Message why_none(CertificateReason reason, Method method) {
  switch (reason) {
    case CertificateReason::unknown: break;
    case CertificateReason::not_asked: return "none: not asked for";
    case CertificateReason::interrupted: return "none: the fit was interrupted";
    case CertificateReason::not_concave: return "none: the objective of r1 is not concave in the projector";
    case CertificateReason::sparse_components: return "none: sparse components are no matter of the projector alone";
    case CertificateReason::depends_on_basis:
      return fmt::format("none: the objective of {} depends on the basis, not on the subspace alone",
                         to_string(method));
    case CertificateReason::tensors:
      return "none: the objective of tensors is concave in the projector of one axis at a time only";
    case CertificateReason::too_costly:
      return {"none: it would cost more than a quarter of the fit; ", option_name("certify"),
              " on gives it all the same"};
    case CertificateReason::no_memory:
      return {"none: there is no room for it; more ", option_name("memory"), " gives it"};
    case CertificateReason::nothing_proven: break;  // in_words says it
    case CertificateReason::missing_cells: return "none: cells are missing, so the objective is not concave";
    case CertificateReason::no_objective: return "none: robust is the end of a search, not the maximum of a sum";
  }
  return {};
}

std::string what_follows(double gap) {
  if (gap <= Certificate::kCertifiedGap) return "optimal for this objective";
  const double percent = 100 * gap;
  return percent < 10 ? fmt::format("within {:.2g} % of the optimum", percent)
                      : fmt::format("within {:.0f} % of the optimum", percent);
}

}  // namespace

std::string_view to_string(CertificateKind kind) {
  switch (kind) {
    case CertificateKind::none: return "none";
    case CertificateKind::probable: return "probable";
    case CertificateKind::proven: return "proven";
  }
  return "";
}

std::string_view to_string(CertificateReason reason) {
  switch (reason) {
    case CertificateReason::unknown: return "unknown";
    case CertificateReason::not_asked: return "not_asked";
    case CertificateReason::interrupted: return "interrupted";
    case CertificateReason::not_concave: return "not_concave";
    case CertificateReason::sparse_components: return "sparse_components";
    case CertificateReason::depends_on_basis: return "depends_on_basis";
    case CertificateReason::tensors: return "tensors";
    case CertificateReason::too_costly: return "too_costly";
    case CertificateReason::no_memory: return "no_memory";
    case CertificateReason::nothing_proven: return "nothing_proven";
    case CertificateReason::no_objective: return "no_objective";
    case CertificateReason::missing_cells: return "missing_cells";
  }
  return "";
}

std::optional<bool> Certificate::certified() const {
  if (kind == CertificateKind::none && reason != CertificateReason::nothing_proven) return std::nullopt;
  return gap && *gap <= kCertifiedGap;
}

Message in_words(const Certificate& certificate, Method method) {
  if (!certificate.certified()) return why_none(certificate.reason, method);
  std::string words = certificate.gap ? what_follows(*certificate.gap) : "nothing is proven";
  if (certificate.kind == CertificateKind::probable)
    words += fmt::format(", but for a chance of {:.0e}", certificate.chance);
  if (certificate.interrupted) words += "; it was interrupted";
  if (certificate.within_landmarks) words += ", within the space of the landmarks";
  return words;
}

}  // namespace l21
