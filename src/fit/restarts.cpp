#include "fit/restarts.hpp"

#include <utility>

namespace l21::internal {

template <class T>
SingleFit<T> fit_from_random(const FitData& data, int start) {
  FitOptions options = data.options;
  options.init = Init::random;
  options.seed += static_cast<std::uint64_t>(start);
  return fit_once<T>(data, options);
}

template <class T>
void try_other_starts(const FitData& data, SingleFit<T>& fit) {
  for (int start = 1; start < data.options.starts; ++start) {
    SingleFit<T> other = fit_from_random<T>(data, start);
    if (other.result.report.status == Status::interrupted) return;
    if (!(other.result.report.objective > fit.result.report.objective)) continue;
    add_earlier(fit.result, other.result);
    fit = std::move(other);
  }
}

template SingleFit<float> fit_from_random<float>(const FitData&, int);
template SingleFit<double> fit_from_random<double>(const FitData&, int);
template void try_other_starts<float>(const FitData&, SingleFit<float>&);
template void try_other_starts<double>(const FitData&, SingleFit<double>&);

}  // namespace l21::internal
