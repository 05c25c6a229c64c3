#include "data/row_facts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "data/heaviest.hpp"
#include "linalg/blas.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {

RowFacts::RowFacts(Vector<double> row_weights, Vector<double> norms, int most_threads)
    : weights(std::move(row_weights)), norm(std::move(norms)), threads(most_threads) {
  total_norm = sum([&](Index i) { return weight(i) * norm(i); });
  total_weight = sum([&](Index i) { return weight(i); });
  zero_rows = static_cast<Index>(sum([&](Index i) { return norm(i) == 0 ? 1.0 : 0.0; }));
}

bool RowFacts::weights_are_counts() const {
  return weights.size() == 0 || largest([&](Index i) { return weights(i) == std::floor(weights(i)) ? 0.0 : 1.0; }) == 0;
}

Vector<double> RowFacts::counts() const {
  if (weights_are_counts()) return weights;
  return weights * (sum([&](Index i) { return weights(i) > 0 ? 1.0 : 0.0; }) / total_weight);
}

Index RowFacts::counted() const {
  constexpr double kMost = 1e15;
  return static_cast<Index>(std::llround(std::min(rows_worth(weights, count()), kMost)));
}

Vector<double> RowFacts::each(const RowValue& f) const {
  Vector<double> values(count());
  (void)sum([&](Index i) { return values(i) = f(i); });
  return values;
}

double RowFacts::sum(const RowValue& f) const {
  return sum_stretches<double>(count(), threads, [&](Index first, Index rows) {
    double part = 0;
    for (Index i = first; i < first + rows; ++i) part += f(i);
    return part;
  });
}

double RowFacts::largest(const RowValue& f) const {
  return sum_stretches<Largest>(count(), threads,
                                [&](Index first, Index rows) {
                                  Largest part;
                                  for (Index i = first; i < first + rows; ++i) part += {f(i)};
                                  return part;
                                })
      .value;
}

Matrix<double> RowFacts::products(const Matrix<double>& A, const Vector<double>& v, const Matrix<double>& B) const {
  return sum_stretches<Matrix<double>>(count(), threads, [&](Index first, Index rows) {
    return product(Op::transpose, A.middleRows(first, rows), Op::none,
                   v.segment(first, rows).asDiagonal() * B.middleRows(first, rows));
  });
}

RowFacts::Middle RowFacts::middle_of(Vector<double> values) const {
  const double middle = median(as_span(values), as_span(weights));
  // The values may have been reordered, which matters only where there are weights, and then median() keeps the order.
  return {middle, scaled_mad(as_span(values), as_span(weights), middle)};
}

std::vector<Index> RowFacts::drawn_by(const Vector<double>& values, Index count, std::uint64_t seed) const {
  const double total = sum([&](Index i) { return values(i); });
  std::vector<Index> drawn;
  if (!(total > 0)) return drawn;
  NormalGenerator random(seed);
  Index row = -1, last = -1;  // last: the last row that may be drawn
  double up_to = 0;           // values of the rows up to `row`
  for (Index k = 0; k < count; ++k) {
    const double at = (static_cast<double>(k) + random.uniform()) * total / static_cast<double>(count);
    while (up_to < at && row + 1 < this->count()) {
      up_to += values(++row);
      if (values(row) > 0) last = row;
    }
    drawn.push_back(last);
  }
  return drawn;
}

double RowFacts::longest() const {
  return largest([&](Index i) { return weight(i) > 0 ? norm(i) : 0.0; });
}

Index RowFacts::longest_row() const {
  return sum_stretches<Heaviest>(count(), threads,
                                 [&](Index first, Index rows) {
                                   Heaviest part;
                                   for (Index i = first; i < first + rows; ++i)
                                     if (weight(i) > 0) part.offer(norm(i), i);
                                   return part;
                                 })
      .row;
}

double RowFacts::sum_of_squares() const {
  return sum([&](Index i) { return weight(i) * norm(i) * norm(i); });
}

double RowFacts::typical_distance() const {
  Vector<double> distance =
      each([&](Index i) { return row_factor.size() > 0 && row_factor(i) > 0 ? norm(i) / row_factor(i) : norm(i); });
  const double mean = sum([&](Index i) { return distance(i); }) / static_cast<double>(count());
  const double middle = middle_of(std::move(distance)).median;
  return middle > 0 ? middle : mean;
}

double RowFacts::share_of_longest(Index few) const {
  Vector<double> size = each([&](Index i) { return weight(i) * norm(i); });
  std::nth_element(size.data(), size.data() + few, size.data() + size.size(), std::greater<>());
  std::sort(size.data(), size.data() + few, std::greater<>());
  return size.head(few).sum() / std::max(total_norm, 1e-300);
}

}  // namespace l21::internal
