#include "fit/fit_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "center/center.hpp"
#include "data/column_statistics.hpp"
#include "data/scan.hpp"
#include "fit/numbers.hpp"
#include "l21/error.hpp"
#include "l21/option_table.hpp"
#include "linalg/parallel.hpp"

namespace l21::internal {
namespace {

// max |x| 2^-exponent lies in [1/2, 2); 2^exponent and its inverse are normal numbers.
int exponent_of(double max_abs) {
  return max_abs > 0 ? std::clamp(std::ilogb(max_abs) + 1, -1022, 1022) : 0;
}

Message scaled_by_others(const std::vector<Index>& columns) {
  const bool one = columns.size() == 1;
  return {one ? "column " : "columns ", numbers_in_words(columns),
          fmt::format(": most values are the same, so the median absolute deviation is 0; {} scaled by the values that "
                      "differ; leave {} out, or try ",
                      one ? "it is" : "they are", one ? "it" : "them"),
          option_name("column_scaling"), " std"};
}

// Columns of unit spread need no power of two any more. A constant column keeps its unit, unless that is extreme.
void scale_columns(FitData& data) {
  const FitOptions& options = data.options;
  const int exponent = std::exchange(data.scale_exponent, 0);
  const double constant = std::abs(exponent) < 300 ? std::ldexp(1.0, -exponent) : 1.0;
  const ColumnSpreads spreads =
      column_spreads(data.given(), data.factor, options.weights, options.column_scaling, constant, data.threads);
  data.factor.array() /= spreads.values.array();
  ++data.center_reads;
  if (!spreads.mostly_one_value.empty()) data.warnings.push_back(scaled_by_others(spreads.mostly_one_value));
}

CenterResult find_center(const FitData& data, const Observer& observer) {
  const FitOptions& options = data.options;
  switch (options.center) {
    case Center::none: break;
    case Center::given: return {options.given_center.cwiseProduct(data.factor), 0};
    case Center::mean:
    case Center::optimal: return {data.mean, 0};  // optimal moves from there
    case Center::median: return {column_medians(data.given(), data.factor, options.weights, data.threads), 1};
    case Center::geometric_median:
    case Center::joint:
      return geometric_median(data.stored, data.factor, options.weights, data.mean, data.threads, observer);
  }
  return {Vector<double>::Zero(data.stored.cols()), 0};
}

// Holes lie at the center of their column for a start.
void fill_columns(FitData& data) {
  const FitOptions& options = data.options;
  Holes holes = find_holes(data.stored, data.threads);
  if (holes.count() == 0) return;
  const Vector<double> units = Vector<double>::Ones(data.stored.cols());
  const bool robust = options.method == Method::robust || options.center == Center::median ||
                      options.center == Center::geometric_median || options.center == Center::joint;
  const auto centers = robust ? column_medians : column_means;
  const Vector<double> center = centers(data.stored, units, options.weights, data.threads);
  for (Index j = 0; j < center.size(); ++j)
    if (std::isnan(center(j)))
      throw DataError({fmt::format("column {}: no value is known; ", j + 1),
                       Message::Spelled{"leave it out", "leave it out with --exclude", "leave it out"}});
  data.holes = std::make_shared<FilledRows>(data.stored, std::move(holes));
  data.holes->fill(center);
  data.stored = data.holes->filled();
  data.center_reads += 2;
}

Observer in_stored_units(const Observer& observer, double unit) {
  if (!observer) return {};
  return [&observer, unit](Progress progress) {
    progress.objective *= unit;
    return observer(progress);
  };
}

}  // namespace

double objective_degree(const FitOptions& options) {
  if (options.row_scaling == RowScaling::sphere) return 0;
  if (options.method == Method::pca || options.method == Method::truncated_power || options.method == Method::robust)
    return 2;
  return options.method == Method::l2p ? options.p : 1;
}

FitData make_data(const Rows& stored, const FitOptions& options, const Observer& observer) {
  FitData data{.stored = stored, .options = options, .observer = {}, .threads = resolve_threads(options.threads)};
  if (options.missing == Missing::fit) fill_columns(data);
  const RawStatistics raw = scan_rows(data.stored, options.weights, data.threads);
  const double given = options.center == Center::given ? options.given_center.cwiseAbs().maxCoeff() : 0.0;
  data.scale_exponent = exponent_of(std::max(raw.max_abs, given));
  data.factor.setConstant(stored.cols(), std::ldexp(1.0, -data.scale_exponent));
  data.center_reads += raw.reads;
  if (options.column_scaling != ColumnScaling::none) scale_columns(data);
  data.mean = raw.mean.cwiseProduct(data.factor);
  CenterResult center = find_center(data, observer);
  data.center = std::move(center.center);
  data.center_reads += center.reads;
  data.observer = in_stored_units(observer, std::exp2(objective_degree(options) * data.scale_exponent));
  return data;
}

template <class T>
void require_spread(const PreparedRows<T>& rows, Center center) {
  const double longest = rows.longest();
  if (longest >= kLeastLength<T>) return;
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

template void require_spread<float>(const PreparedRows<float>&, Center);
template void require_spread<double>(const PreparedRows<double>&, Center);

}  // namespace l21::internal
