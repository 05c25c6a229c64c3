#include "fit/joint_center.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "center/center.hpp"
#include "data/scan.hpp"

namespace l21::internal {
namespace {

constexpr int kMostRounds = 30, kIterationsPerRound = 200;

struct CenterMove {
  Vector<double> to;
  double relative;  // its length over the typical distance of a row
};

template <class T>
CenterMove next_center(FitData& data, const SingleFit<T>& fit) {
  constexpr double kLeastResidual = 1e-8;  // of the typical distance: nearer rows count as being so far away
  const double size = fit.rows.typical_distance();
  Vector<double> to =
      data.options.center == Center::joint
          ? joint_center_step(data.stored, data.factor, data.options.weights, data.center, fit.result.W,
                              kLeastResidual * size, data.threads)
          : Vector<double>(scan_rows(data.stored, data.options.weights, data.threads).mean.cwiseProduct(data.factor));
  ++data.center_reads;
  const double relative = (to - data.center).norm() / size;
  return {std::move(to), relative};
}

}  // namespace

bool has_joint_center(const FitData& data) {
  return data.options.center == Center::joint || (data.holes && data.options.center == Center::mean);
}

template <class T>
SingleFit<T> fit_with_joint_center(FitData& data, double small_move) {
  const int most = data.options.max_iterations;
  FitOptions options = data.options;
  options.max_iterations = std::min(most, kIterationsPerRound);
  SingleFit<T> fit = fit_once<T>(data, options);
  for (int round = 1; round <= kMostRounds; ++round) {
    const int left = most - fit.result.report.iterations;
    if (fit.result.report.status == Status::interrupted || left <= 0) break;
    CenterMove move = next_center(data, fit);
    const bool settled = !(move.relative > small_move), last = settled || round == kMostRounds;
    if (last && !settled)
      data.warnings.emplace_back(fmt::format("the center still moved by {:.1e} of the typical distance after {} rounds",
                                             move.relative, kMostRounds));
    if (last && fit.result.report.status == Status::converged) break;
    if (!last) data.center = std::move(move.to);
    options.max_iterations = last ? left : std::min(left, kIterationsPerRound);
    SingleFit<T> next = fit_from<T>(data, options, fit.result.W);
    add_earlier(fit.result, next.result);
    next.start = fit.start;
    fit = std::move(next);
    if (last) break;
  }
  return fit;
}

template SingleFit<float> fit_with_joint_center<float>(FitData&, double);
template SingleFit<double> fit_with_joint_center<double>(FitData&, double);

}  // namespace l21::internal
