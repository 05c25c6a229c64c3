#include <gtest/gtest.h>

#include <set>
#include <string>

#include "l21/report.hpp"

namespace l21::internal::test {
namespace {

constexpr CertificateReason kReasons[] = {CertificateReason::not_asked,        CertificateReason::interrupted,
                                          CertificateReason::not_concave,      CertificateReason::sparse_components,
                                          CertificateReason::depends_on_basis, CertificateReason::tensors,
                                          CertificateReason::too_costly,       CertificateReason::no_memory};

std::string words(const Certificate& certificate, Vocabulary vocabulary = Vocabulary::flag) {
  return in_words(certificate, Method::l1).text(vocabulary);
}

Certificate with_gap(double gap) {
  return {.upper_bound = 1 + gap, .gap = gap, .kind = CertificateKind::proven};
}

TEST(CertificateWords, SayWhyThereIsNone) {
  std::set<std::string> seen;
  for (const CertificateReason reason : kReasons) {
    const Certificate none{.reason = reason};
    EXPECT_EQ(words(none).rfind("none: ", 0), 0U) << words(none);
    EXPECT_TRUE(seen.insert(words(none)).second) << words(none);
    EXPECT_EQ(none.certified(), std::nullopt);
  }
  EXPECT_NE(words({.reason = CertificateReason::depends_on_basis}).find("l1"), std::string::npos);
  EXPECT_TRUE(in_words({}, Method::l21).empty());
}

TEST(CertificateWords, NameOptionsForEachReader) {
  const Certificate costly{.reason = CertificateReason::too_costly};
  EXPECT_NE(words(costly).find("; --certify on gives"), std::string::npos);
  EXPECT_NE(words(costly, Vocabulary::python).find("; certify on gives"), std::string::npos);
  const Certificate crowded{.reason = CertificateReason::no_memory};
  EXPECT_NE(words(crowded).find("more --memory"), std::string::npos);
  EXPECT_NE(words(crowded, Vocabulary::field).find("more memory"), std::string::npos);
}

TEST(CertificateWords, SayHowFarTheOptimumCanBe) {
  EXPECT_EQ(words(with_gap(0)), "optimal for this objective");
  EXPECT_EQ(words(with_gap(1e-6)), "optimal for this objective");
  EXPECT_EQ(words(with_gap(0.0031)), "within 0.31 % of the optimum");
  EXPECT_EQ(words(with_gap(0.5)), "within 50 % of the optimum");
  EXPECT_EQ(with_gap(1e-6).certified(), true);
  EXPECT_EQ(with_gap(1.1e-6).certified(), false);
}

TEST(CertificateWords, SayWhatItIsSubjectTo) {
  Certificate certificate = with_gap(0);
  certificate.kind = CertificateKind::probable, certificate.chance = 1e-10;
  EXPECT_EQ(words(certificate), "optimal for this objective, but for a chance of 1e-10");
  certificate.interrupted = true;
  EXPECT_EQ(words(certificate), "optimal for this objective, but for a chance of 1e-10; it was interrupted");
  certificate.kind = CertificateKind::proven, certificate.interrupted = false, certificate.within_landmarks = true;
  EXPECT_EQ(words(certificate), "optimal for this objective, within the space of the landmarks");
}

TEST(CertificateWords, SayThatNothingCameOfIt) {
  const Certificate nothing{.reason = CertificateReason::nothing_proven, .interrupted = true};
  EXPECT_EQ(words(nothing), "nothing is proven; it was interrupted");
  EXPECT_EQ(nothing.certified(), false);
}

}  // namespace
}  // namespace l21::internal::test
