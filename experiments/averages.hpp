// Measurements over their repetitions.
#pragma once

#include <span>

#include "image_experiment.hpp"

namespace l21::internal::experiments {

struct Average {
  int components = 0;
  double mean = 0, deviation = 0;  // of e(m) over the seeds; deviation 0 for one seed
  int count = 0;
};

// One curve: e(m) of a method on a set at a share, ascending in m; of an interrupted experiment only what there is.
[[nodiscard]] std::vector<Average> curve(std::span<const Measurement> measurements, const std::string& set,
                                         double share, const std::string& method);

// 100 (error / base - 1); 0 where there is no error to compare with.
[[nodiscard]] double relative_percent(double error, double base);

// How a method does beside another over a whole curve.
struct Comparison {
  double percent = 0;  // mean of 100 (e / e_base - 1)
  int lowest = 0;      // numbers of components at which it is the lowest of all methods
  int out_of = 0;
};
[[nodiscard]] std::vector<Comparison> compare(const ImageExperiment& experiment,
                                              std::span<const Measurement> measurements, const std::string& set,
                                              double share);

}  // namespace l21::internal::experiments
