#include "fit/sphere_start.hpp"

#include "fit/joint_center.hpp"
#include "methods/sketch.hpp"
#include "robust/constants.hpp"

namespace l21::internal {

Candidate sphere_start(const RowMatrix<double>& Y, Index components, std::uint64_t seed, int threads) {
  FitOptions options{.components = static_cast<int>(components),
                     .method = Method::r1,
                     .center = Center::joint,
                     .row_scaling = RowScaling::sphere,
                     .init = Init::given,
                     .tolerance = kRobust.start,
                     .max_iterations = 200,
                     .seed = seed,
                     .threads = threads,
                     .precision = Precision::float64};
  const Observer nobody;
  FitData sample = make_data(rows_of(Y), options, nobody);
  const PreparedRows<double> sphere = sample.prepare<double>(RowScaling::sphere);
  options.given_start = sketch_directions(sphere, components, components + kRobust.oversampling, seed).W;
  const SingleFit<double> fit = fit_with_joint_center<double>(sample, kRobust.start);
  return {fit.result.W, sample.stored_center()};
}

}  // namespace l21::internal
