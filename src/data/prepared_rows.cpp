#include "data/prepared_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/block_loop.hpp"
#include "data/make_source.hpp"

namespace l21::internal {
namespace {

template <class T>
Vector<double> row_norms(const RowSource<T>& source, int threads) {
  Vector<double> norm(source.rows());
  BlockLoop<T> loop(source, threads);
  loop.run([&](const typename BlockLoop<T>::Block& block) { block.rows.squared_norms(norm.data() + block.first); });
  return norm.cwiseSqrt();
}

// Tells rows that differ from the center by rounding only.
template <class T>
class ZeroRowTest {
 public:
  // Differences are formed in double whatever the storage, so storage enters once per value and summation with sqrt(d).
  ZeroRowTest(const RowSource<T>& source, const Vector<double>& center, Storage storage) : source_(source) {
    const double summation = std::sqrt(static_cast<double>(center.size())) * std::numeric_limits<double>::epsilon();
    const double stored = storage == Storage::float32 ? std::numeric_limits<float>::epsilon() : 0.0;
    bound_ = 16 * std::max(summation, stored) * center.cwiseAbs();
    norm_bound_ = bound_.norm();
  }

  [[nodiscard]] bool operator()(Index row, double norm) const {
    if (norm == 0) return true;
    if (norm > norm_bound_) return false;
    RowMatrix<T> values(1, source_.cols());
    source_.copy_rows(row, 1, values.data());
    return (values.row(0).transpose().template cast<double>().cwiseAbs().array() <= bound_.array()).all();
  }

 private:
  const RowSource<T>& source_;
  Vector<double> bound_;
  double norm_bound_ = 0;
};

}  // namespace

template <class T>
PreparedRows<T> prepare_rows(const Rows& stored, const Vector<double>& factor, const Vector<double>& center,
                             const Vector<double>& weights, RowScaling scaling, int threads) {
  const auto unscaled = make_source<T>(stored, {factor, center, {}});
  const ZeroRowTest<T> is_zero(*unscaled, center, stored.storage());
  PreparedRows<T> rows;
  rows.norm = row_norms(*unscaled, threads);
  rows.weights = weights;
  rows.threads = threads;
  const bool sphere = scaling == RowScaling::sphere;
  if (sphere) rows.row_factor.setOnes(stored.rows());
  for (Index i = 0; i < stored.rows(); ++i) {
    if (is_zero(i, rows.norm(i))) {
      if (rows.row_factor.size() == 0) rows.row_factor.setOnes(stored.rows());
      rows.row_factor(i) = rows.norm(i) = 0;
      ++rows.zero_rows;
    } else if (sphere) {
      rows.row_factor(i) = 1 / std::exchange(rows.norm(i), 1.0);
    }
    rows.total_norm += rows.weight(i) * rows.norm(i);
    rows.total_weight += rows.weight(i);
  }
  rows.source = make_source<T>(stored, {factor, center, rows.row_factor});
  return rows;
}

template PreparedRows<float> prepare_rows<float>(const Rows&, const Vector<double>&, const Vector<double>&,
                                                 const Vector<double>&, RowScaling, int);
template PreparedRows<double> prepare_rows<double>(const Rows&, const Vector<double>&, const Vector<double>&,
                                                   const Vector<double>&, RowScaling, int);

}  // namespace l21::internal
