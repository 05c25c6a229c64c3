#include "averages.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace l21::internal::experiments {

std::vector<Average> curve(std::span<const Measurement> measurements, const std::string& set, double share,
                           const std::string& method) {
  std::map<int, std::vector<double>> errors;
  for (const Measurement& m : measurements)
    if (m.set == set && m.share == share && m.method == method) errors[m.components].push_back(m.error);
  std::vector<Average> averages;
  for (const auto& [components, values] : errors) {
    const Eigen::Map<const Vector<double>> e(values.data(), static_cast<Index>(values.size()));
    const double mean = e.mean();
    const double squares = (e.array() - mean).square().sum();
    averages.push_back({components, mean, e.size() > 1 ? std::sqrt(squares / static_cast<double>(e.size() - 1)) : 0.0,
                        static_cast<int>(e.size())});
  }
  return averages;
}

double relative_percent(double error, double base) {
  return base > 0 ? 100 * (error / base - 1) : 0.0;
}

std::vector<Comparison> compare(const ImageExperiment& experiment, std::span<const Measurement> measurements,
                                const std::string& set, double share) {
  std::vector<std::vector<Average>> curves;
  for (const MethodChoice& method : experiment.methods) curves.push_back(curve(measurements, set, share, method.name));
  std::size_t points = curves.front().size();
  for (const auto& one : curves) points = std::min(points, one.size());
  std::vector<Comparison> comparisons(curves.size());
  for (std::size_t i = 0; i < points; ++i) {
    double least = curves.front()[i].mean;
    for (const auto& one : curves) least = std::min(least, one[i].mean);
    for (std::size_t k = 0; k < curves.size(); ++k) {
      Comparison& c = comparisons[k];
      c.percent += relative_percent(curves[k][i].mean, curves.front()[i].mean) / static_cast<double>(points);
      c.lowest += curves[k][i].mean <= least * (1 + 1e-9) ? 1 : 0;
      ++c.out_of;
    }
  }
  return comparisons;
}

}  // namespace l21::internal::experiments
