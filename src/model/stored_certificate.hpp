// The certificate that a model file holds.
#pragma once

#include <optional>
#include <string_view>

#include "l21/report.hpp"

namespace l21::internal {

// What the file says of it; `kind` and `chance` are missing in files of earlier versions.
struct StoredCertificate {
  std::optional<double> upper_bound{}, gap{};
  std::string_view kind;  // a word, or nothing
  std::optional<double> chance{};
  std::string_view words;  // as in_words wrote them, with flags
};

// A file holds the reason, and what a certificate is subject to, in its words alone: the certificate is the one that is
// put in these words. Of other words no more is taken than is sure.
[[nodiscard]] Certificate certificate_from(const StoredCertificate& stored, Method method);

}  // namespace l21::internal
