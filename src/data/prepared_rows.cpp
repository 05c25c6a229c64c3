#include "data/prepared_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/block_loop.hpp"

namespace l21 {
namespace {

template <class T>
Vector<double> row_norms(const RowSource<T>& source, int threads) {
  Vector<double> norm(source.rows());
  BlockLoop<T> loop(source, threads);
  loop.run([&](const typename BlockLoop<T>::Block& block) { block.rows.squared_norms(norm.data() + block.first); });
  return norm.cwiseSqrt();
}

// Differences are formed in double whatever the storage, so storage enters once per value and summation with sqrt(d).
double zero_row_tolerance(Storage storage, Index cols) {
  const double summation = std::sqrt(static_cast<double>(cols)) * std::numeric_limits<double>::epsilon();
  const double stored = storage == Storage::float32 ? std::numeric_limits<float>::epsilon() : 0.0;
  return 8 * std::max(summation, stored);
}

}  // namespace

template <class T>
PreparedRows<T> prepare_rows(const RowsView& view, const Vector<double>& factor, const Vector<double>& center,
                             const Vector<double>& weights, RowScaling scaling, int threads) {
  PreparedRows<T> rows;
  rows.norm = row_norms(DenseRows<T>(view, {factor, center, {}}), threads);
  rows.weights = weights;
  rows.threads = threads;
  // Where ||x - c|| is tiny ||x|| is ||c||, so no second norm is needed.
  const double zero = zero_row_tolerance(view.storage, view.cols) * 2 * center.norm();
  const bool sphere = scaling == RowScaling::sphere;
  if (sphere || (rows.norm.array() <= zero).any()) rows.row_factor.setOnes(view.rows);
  for (Index i = 0; i < view.rows; ++i) {
    const bool is_zero = rows.norm(i) <= zero;
    rows.zero_rows += is_zero ? 1 : 0;
    if (is_zero)
      rows.row_factor(i) = rows.norm(i) = 0;
    else if (sphere)
      rows.row_factor(i) = 1 / std::exchange(rows.norm(i), 1.0);
    rows.total_norm += rows.weight(i) * rows.norm(i);
    rows.total_weight += rows.weight(i);
  }
  rows.source = std::make_unique<DenseRows<T>>(view, RowPreparation{factor, center, rows.row_factor});
  return rows;
}

template PreparedRows<float> prepare_rows<float>(const RowsView&, const Vector<double>&, const Vector<double>&,
                                                 const Vector<double>&, RowScaling, int);
template PreparedRows<double> prepare_rows<double>(const RowsView&, const Vector<double>&, const Vector<double>&,
                                                   const Vector<double>&, RowScaling, int);

}  // namespace l21
