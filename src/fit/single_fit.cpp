#include "fit/single_fit.hpp"

#include <optional>
#include <type_traits>
#include <utility>

#include "data/gram.hpp"
#include "fit/effort.hpp"

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
SingleFit<T> fit_starting(const FitData& data, const FitOptions& options, std::optional<Matrix<double>> given) {
  SingleFit<T> fit{data.prepare<T>(options.row_scaling), {}, {}, {}};
  require_spread(fit.rows, options.center);
  ExactRows<T> exact(data, fit.rows, options.row_scaling);
  TableShape shape = TableShape::of(data.stored);
  shape.holes = data.holes != nullptr;
  shape.single = std::is_same_v<T, float>;
  const Route route = choose_route(shape, options);
  std::optional<GramRows> gram;
  if (route.engine == Engine::gram) {
    gram.emplace(GramRows{exact.get(), gram_matrix(exact.get())});
    fit.start.add(columns_of_gram(data.stored.rows()));
  }
  Start<T> start;
  if (given) {
    start.W = *std::move(given);
  } else {
    const StartRows<T> rows{fit.rows, [&]() -> const PreparedRows<double>& { return exact.get(); },
                            [&] { return data.prepare<T>(RowScaling::sphere); }, gram ? &gram->G : nullptr};
    start = make_start(rows, route, options);
    fit.start += start.counter;
  }
  Solved<T> solved = solve(fit.rows, gram ? &*gram : nullptr, route, options, std::move(start), data.observer);
  const bool wanted = options.certify == Certify::automatic && has_fixed_center(options) && concave_exponent(options);
  if (wanted) fit.coordinates = std::move(solved.coordinates);
  fit.result = std::move(solved);
  if (gram) fit.gram = std::move(gram->G);
  if (data.holes) {
    data.fill_holes<T>(fit.result.W);
    fit.rows = data.prepare<T>(options.row_scaling);
  }
  return fit;
}

}  // namespace

template <class T>
SingleFit<T> fit_once(const FitData& data, const FitOptions& options) {
  return fit_starting<T>(data, options, std::nullopt);
}

template <class T>
SingleFit<T> fit_from(const FitData& data, const FitOptions& options, const Matrix<double>& W) {
  return fit_starting<T>(data, options, W);
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

template SingleFit<float> fit_once<float>(const FitData&, const FitOptions&);
template SingleFit<double> fit_once<double>(const FitData&, const FitOptions&);
template SingleFit<float> fit_from<float>(const FitData&, const FitOptions&, const Matrix<double>&);
template SingleFit<double> fit_from<double>(const FitData&, const FitOptions&, const Matrix<double>&);

}  // namespace l21::internal
