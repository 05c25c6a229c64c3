#include <fmt/format.h>

#include <algorithm>

#include "fit/fit_data.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "linalg/parallel.hpp"
#include "methods/principal.hpp"

namespace l21 {

int components_for_share(const Rows& rows, const FitOptions& requested, double share) {
  if (!(share > 0 && share < 1))
    throw InvalidArgument(fmt::format("a share of the spectrum must satisfy 0 < share < 1, got {}", share));
  FitOptions options = requested;
  options.share = share;
  validate(options, rows.rows(), rows.cols());
  const internal::SerialBlas serial;
  const internal::ProductTeam team(internal::resolve_threads(options.threads));
  const internal::FitData data = internal::make_data(rows, options, {});
  const auto sphere = data.prepare<double>(RowScaling::sphere);
  internal::require_spread(sphere, options.center);
  // Rows have length 1, or 0.
  const double total = sphere.sum([&](Index i) { return sphere.norm(i) > 0 ? sphere.weight(i) : 0.0; });
  const Index most = std::min(rows.rows(), rows.cols());
  for (Index least = std::min<Index>(most, 32);; least = std::min(most, 2 * least)) {
    const Vector<double> values = internal::principal_values(sphere, least, options.seed);
    double sum = 0;
    for (Index k = 0; k < values.size(); ++k) {
      sum += values(k);
      if (sum >= share * total * (1 - 1e-12)) return static_cast<int>(k + 1);
    }
    if (values.size() == most) return static_cast<int>(most);
  }
}

}  // namespace l21
