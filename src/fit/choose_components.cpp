#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "fit/fit_data.hpp"
#include "fit/sphere_start.hpp"
#include "l21/fit.hpp"
#include "linalg/parallel.hpp"
#include "robust/constants.hpp"
#include "robust/rank.hpp"

namespace l21 {
namespace {

using internal::ChosenRank;
using internal::kRobust;
using internal::Sample;

// A sample of the rows, and how many components it shows.
struct Looked {
  Sample sample;
  ChosenRank chosen;
  double unit;  // of its values, in those of the table
  int threads;
  std::shared_ptr<internal::FilledRows> holes;  // of the sample's rows
};

Looked look_at(const Rows& rows, const FitOptions& requested, int most) {
  // The robust subspace has a center of its own: only units and weights count.
  FitOptions options = robust_preset(requested);
  options.components = 0;
  options.share = 0;
  validate(options, rows.rows(), rows.cols());
  const internal::FitData data = internal::make_data(rows, options, {});
  const auto prepared = data.prepare<double>(RowScaling::none);
  internal::require_spread(prepared, options.center);
  const Index allowed = std::max<Index>(1, std::min(prepared.counted() / 5, rows.cols() - 1));
  const Index tried = std::min<Index>(allowed, most > 0 ? most : kRobust.most_components);
  const std::vector<Index> drawn = internal::rows_of_sample(
      prepared.counts(), rows.rows(), internal::search_rows(rows.rows(), rows.cols(), tried), options.seed);
  Sample sample(data.stored, data.factor, drawn, data.threads);
  const auto sphere = [&](Index k) {
    return internal::sphere_start(sample.coordinates(), k, options.seed, data.threads);
  };
  ChosenRank chosen =
      internal::choose_rank(sample, std::min(tried, sample.coordinates().cols()), sphere, options.seed, data.threads);
  const double unit = std::ldexp(1.0, data.scale_exponent);
  for (double& value : chosen.choice.curve.value) value *= unit;
  for (double& value : chosen.choice.curve.threshold) value *= unit;
  return {std::move(sample), std::move(chosen), unit, data.threads, data.holes};
}

// Variances of components and the largest that chance gives, to the end.
ScreeCurve scree_curve(const Looked& looked, const std::vector<Index>& rows, std::uint64_t seed) {
  const Matrix<double> R = internal::rows_to_flip(looked.sample, rows);
  const ComponentCurve curve =
      internal::sign_flip_rank(R, looked.chosen.choice.most, internal::Curve::whole, seed, looked.threads);
  const double divisor = std::max<double>(static_cast<double>(R.rows()) - 1, 1);
  ScreeCurve variances;
  for (const double value : curve.value) variances.variance.push_back(std::pow(value * looked.unit, 2) / divisor);
  for (const double value : curve.threshold) variances.chance.push_back(std::pow(value * looked.unit, 2) / divisor);
  return variances;
}

}  // namespace

ComponentChoice choose_components(const Rows& rows, const FitOptions& options, int most) {
  const internal::SerialBlas serial;
  const internal::ProductTeam team(internal::resolve_threads(options.threads));
  return look_at(rows, options, most).chosen.choice;
}

Scree scree(const Rows& rows, const FitOptions& options, int most) {
  const internal::SerialBlas serial;
  const internal::ProductTeam team(internal::resolve_threads(options.threads));
  const Looked looked = look_at(rows, options, most);
  std::vector<Index> all(static_cast<std::size_t>(looked.sample.coordinates().rows()));
  std::iota(all.begin(), all.end(), Index{0});
  return {looked.chosen.choice, scree_curve(looked, looked.chosen.kept, options.seed),
          scree_curve(looked, all, options.seed)};
}

std::string in_words(const ComponentChoice& choice) {
  const std::vector<double>&value = choice.curve.value, &threshold = choice.curve.threshold;
  const auto k = static_cast<std::size_t>(choice.components);
  const auto beside_chance = [&](std::size_t component) { return value[component - 1] / threshold[component - 1]; };
  std::string text = fmt::format("{} of at most {}", choice.components, choice.most);
  if (k <= value.size())
    text += fmt::format(
        ": among the {:.0f} % of the rows that belong together component {} is {:.3g} times what random signs leave of "
        "it",
        100 * choice.kept, k, beside_chance(k));
  if (k < value.size()) text += fmt::format(", the next {:.3g} times", beside_chance(k + 1));
  return text;
}

}  // namespace l21
