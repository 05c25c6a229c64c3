#include "model/stored_certificate.hpp"

#include <vector>

namespace l21::internal {
namespace {

constexpr double kChanceOfEarlierFiles = 1e-10;

bool has_kind(const StoredCertificate& stored, CertificateKind kind) {
  return stored.kind.empty() || stored.kind == to_string(kind);
}

std::vector<Certificate> without_bound() {
  std::vector<Certificate> all;
  for (const auto reason :
       {CertificateReason::unknown, CertificateReason::not_asked, CertificateReason::interrupted,
        CertificateReason::not_concave, CertificateReason::sparse_components, CertificateReason::depends_on_basis,
        CertificateReason::tensors, CertificateReason::too_costly, CertificateReason::no_memory,
        CertificateReason::nothing_proven})
    all.push_back({.reason = reason});
  return all;
}

std::vector<Certificate> with_bound(const StoredCertificate& stored) {
  std::vector<Certificate> all;
  const Certificate proven{
      .upper_bound = stored.upper_bound, .gap = stored.gap, .kind = CertificateKind::proven, .chance = 0};
  if (has_kind(stored, CertificateKind::proven)) all.push_back(proven);
  Certificate probable = proven;
  probable.kind = CertificateKind::probable;
  probable.chance = stored.chance.value_or(kChanceOfEarlierFiles);
  if (has_kind(stored, CertificateKind::probable)) all.push_back(probable);
  return all;
}

}  // namespace

Certificate certificate_from(const StoredCertificate& stored, Method method) {
  const auto known = stored.gap ? with_bound(stored) : without_bound();
  for (Certificate one : known)
    for (const bool interrupted : {false, true})
      for (const bool within_landmarks : {false, true}) {
        one.interrupted = interrupted, one.within_landmarks = within_landmarks;
        if (in_words(one, method).text(Vocabulary::flag) == stored.words) return one;
      }
  return known.empty() || !stored.gap ? Certificate{} : known.back();
}

}  // namespace l21::internal
