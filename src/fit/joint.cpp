#include "fit/joint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "center/center.hpp"
#include "data/gram.hpp"
#include "fit/report.hpp"
#include "l21/error.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// The fitted rows in double, prepared when they are first asked for.
template <class T>
class ExactRows {
 public:
  ExactRows(const FitData& data, const PreparedRows<T>& fitted, RowScaling scaling)
      : data_(data), fitted_(fitted), scaling_(scaling) {}
  [[nodiscard]] const PreparedRows<double>& get() {
    if constexpr (std::is_same_v<T, double>)
      return fitted_;
    else
      return copy_ ? *copy_ : copy_.emplace(data_.prepare<double>(scaling_));
  }

 private:
  const FitData& data_;
  const PreparedRows<T>& fitted_;
  RowScaling scaling_;
  std::optional<PreparedRows<double>> copy_;
};

template <class T>
MethodFit<T> fit_from(const FitData& data, const FitOptions& options, std::optional<Matrix<double>> given) {
  MethodFit<T> fit{data.prepare<T>(options.row_scaling), {}, {}, {}};
  require_spread(fit.rows, options.center);
  ExactRows<T> exact(data, fit.rows, options.row_scaling);
  const Route route = choose_route(TableShape::of(data.stored), options);
  std::optional<GramRows> gram;
  if (route.engine == Engine::gram) {
    gram.emplace(GramRows{exact.get(), gram_matrix(exact.get())});
    fit.start.add(static_cast<double>(data.stored.rows()));
  }
  Start<T> start;
  if (given) {
    start.W = *std::move(given);
  } else {
    const StartRows<T> rows{fit.rows, [&]() -> const PreparedRows<double>& { return exact.get(); },
                            [&] { return data.prepare<T>(RowScaling::sphere); },
                            [&] { return data.prepare<double>(RowScaling::sphere); }, gram ? &gram->G : nullptr};
    start = make_start(rows, route, options);
    fit.start += start.counter;
  }
  fit.result = solve(fit.rows, gram ? &*gram : nullptr, route, options, std::move(start), data.observer);
  if (gram) fit.gram = std::move(gram->G);
  return fit;
}

}  // namespace

template <class T>
void require_spread(const PreparedRows<T>& rows, Center center) {
  // Of the largest value in the table, which is about 1: squares of less vanish in sums.
  constexpr double kLeast = std::is_same_v<T, float> ? 1e-28 : 1e-60;
  const double longest = rows.longest();
  if (longest >= kLeast) return;
  if (longest > 0)
    throw DataError(
        {fmt::format(
             "the rows differ from the center by at most {:.1e} of the largest value in the table, too little to "
             "be seen beside it: leave out the column or the row that is so large, or use ",
             longest),
         option_name("column_scaling"), " std"});
  throw DataError(center == Center::none ? "all rows are 0: there is no direction to find"
                                         : "all rows are equal, or equal to the center: there is no direction to find");
}

template <class T>
MethodFit<T> fit_centered(const FitData& data) {
  return fit_from<T>(data, data.options, std::nullopt);
}

void add_earlier(const MethodResult& earlier, MethodResult& later) {
  later.counter += earlier.counter;
  const TraceEntry last = earlier.report.trace.back();
  for (auto& entry : later.report.trace) {
    entry.round = last.round + 1;
    entry.iteration += earlier.report.iterations;
    entry.seconds += last.seconds;
    entry.reads += earlier.counter.reads;
  }
  later.report.iterations += earlier.report.iterations;
  later.report.escapes += earlier.report.escapes;
  later.report.trace.insert(later.report.trace.begin(), earlier.report.trace.begin(), earlier.report.trace.end());
}

template <class T>
MethodFit<T> fit_from_given(const FitData& data, const Matrix<double>& W) {
  FitOptions options = data.options;
  options.init = Init::given;
  return fit_from<T>(data, options, W);
}

template <class T>
MethodFit<T> fit_from_random(const FitData& data, std::uint64_t seed) {
  FitOptions options = data.options;
  options.init = Init::random;
  options.seed = seed;
  return fit_from<T>(data, options, std::nullopt);
}

template <class T>
MethodFit<T> fit_joint(FitData& data) {
  constexpr int kMostRounds = 30, kIterationsPerRound = 200;
  constexpr double kFloor = 1e-8;
  const double small_move = std::clamp(data.options.tolerance, 1e-12, 1e-6);
  const int most = data.options.max_iterations;
  FitOptions options = data.options;
  options.max_iterations = std::min(most, kIterationsPerRound);
  MethodFit<T> fit = fit_from<T>(data, options, std::nullopt);
  for (int round = 1; round <= kMostRounds; ++round) {
    const int left = most - fit.result.report.iterations;
    if (fit.result.report.status == Status::interrupted || left <= 0) break;
    const double size = fit.rows.typical_distance();
    const Vector<double> moved = joint_center_step(data.stored, data.factor, data.options.weights, data.center,
                                                   fit.result.W, kFloor * size, data.threads);
    ++data.center_reads;
    const bool settled = (moved - data.center).norm() <= small_move * size;
    const bool last = settled || round == kMostRounds;
    if (last && !settled)
      data.warnings.emplace_back(
          fmt::format("the joint center still moved by {:.1e} of the typical distance after {} rounds",
                      (moved - data.center).norm() / size, kMostRounds));
    if (last && fit.result.report.status == Status::converged) break;
    if (!last) data.center = moved;
    options.max_iterations = last ? left : std::min(left, kIterationsPerRound);
    MethodFit<T> next = fit_from<T>(data, options, fit.result.W);
    add_earlier(fit.result, next.result);
    next.start = fit.start;
    fit = std::move(next);
    if (last) break;
  }
  return fit;
}

template void require_spread<float>(const PreparedRows<float>&, Center);
template void require_spread<double>(const PreparedRows<double>&, Center);
template MethodFit<float> fit_centered<float>(const FitData&);
template MethodFit<double> fit_centered<double>(const FitData&);
template MethodFit<float> fit_from_given<float>(const FitData&, const Matrix<double>&);
template MethodFit<double> fit_from_given<double>(const FitData&, const Matrix<double>&);
template MethodFit<float> fit_from_random<float>(const FitData&, std::uint64_t);
template MethodFit<double> fit_from_random<double>(const FitData&, std::uint64_t);
template MethodFit<float> fit_joint<float>(FitData&);
template MethodFit<double> fit_joint<double>(FitData&);

}  // namespace l21::internal
