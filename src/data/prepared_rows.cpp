#include "data/prepared_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "rows/block_loop.hpp"
#include "rows/dense_rows.hpp"
#include "rows/make_source.hpp"

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
PreparedRows<T>::PreparedRows(std::shared_ptr<const RowSource<T>> source, RowFacts facts)
    : RowFacts(std::move(facts)), source_(std::move(source)) {}

template <class T>
PreparedRows<T>::PreparedRows(RowMatrix<T> rows, RowFacts facts)
    : PreparedRows(std::make_shared<const DenseRows<T>>(std::move(rows)), std::move(facts)) {}

template <class T>
Index PreparedRows<T>::rows() const {
  return source_->rows();
}

template <class T>
Index PreparedRows<T>::cols() const {
  return source_->cols();
}

template <class T>
double PreparedRows<T>::values() const {
  return source_->values();
}

template <class T>
PreparedRows<T> PreparedRows<T>::with_weights(Vector<double> other) const {
  RowFacts facts(std::move(other), norm, threads);
  facts.row_factor = row_factor;
  facts.left_out = left_out;
  facts.filled = filled;
  PreparedRows same{source_, std::move(facts)};
  same.holes = holes;
  same.scheme = scheme;
  return same;
}

template <class T>
PreparedRows<T> PreparedRows<T>::drawn(Index count, std::uint64_t seed) const {
  std::mt19937_64 engine(seed);
  std::vector<Index> which;
  for (Index k = 0; k < count; ++k) {
    const Index begin = k * rows() / count, end = (k + 1) * rows() / count;
    which.push_back(begin + static_cast<Index>(engine() % static_cast<std::uint64_t>(end - begin)));
  }
  return chosen(which);
}

template <class T>
PreparedRows<T> PreparedRows<T>::chosen(const std::vector<Index>& which) const {
  Vector<double> chosen_weights = weights.size() > 0 ? Vector<double>(weights(which)) : Vector<double>();
  return {source_->chosen(which), RowFacts(std::move(chosen_weights), norm(which), threads)};
}

template <class T>
Vector<double> PreparedRows<T>::row(Index i) const {
  RowMatrix<T> values(1, cols());
  source_->copy_rows(i, 1, values.data());
  return values.row(0).transpose().template cast<double>();
}

template <class T>
RowMatrix<T> PreparedRows<T>::copy() const {
  RowMatrix<T> values(rows(), cols());
  source_->copy_rows(0, rows(), values.data());
  return values;
}

template <class T>
PreparedRows<T> prepare_rows(const Rows& stored, const RowScheme& scheme, const Vector<double>& weights, int threads) {
  const auto unscaled = make_source<T>(stored, {scheme.factor, scheme.center, {}});
  const ZeroRowTest<T> is_zero(*unscaled, scheme.center, stored.storage());
  Vector<double> norm = row_norms(*unscaled, threads), row_factor;
  const bool sphere = scheme.scaling == RowScaling::sphere;
  if (sphere) row_factor.setOnes(stored.rows());
  for (Index i = 0; i < stored.rows(); ++i) {
    if (is_zero(i, norm(i))) {
      if (row_factor.size() == 0) row_factor.setOnes(stored.rows());
      row_factor(i) = norm(i) = 0;
    } else if (sphere) {
      row_factor(i) = 1 / std::exchange(norm(i), 1.0);
    }
  }
  RowFacts facts(weights, std::move(norm), threads);
  facts.row_factor = row_factor;
  return {make_source<T>(stored, {scheme.factor, scheme.center, std::move(row_factor)}), std::move(facts)};
}

RowMatrix<double> stored_values(const Rows& rows) {
  return copy_columns(*make_source<double>(rows, RowPreparation::identity(rows.cols())), 0, rows.cols());
}

RowMatrix<double> stored_values(const Rows& rows, const std::vector<Index>& which) {
  const auto source = make_source<double>(rows, RowPreparation::identity(rows.cols()));
  RowMatrix<double> values(static_cast<Index>(which.size()), rows.cols());
  for (Index i = 0; i < values.rows(); ++i)
    source->copy_rows(which[static_cast<std::size_t>(i)], 1, values.row(i).data());
  return values;
}

PreparedRows<double> prepare_some(const Rows& stored, const RowScheme& scheme, const std::vector<Index>& rows,
                                  int threads) {
  std::shared_ptr<const RowSource<double>> source =
      make_source<double>(stored, {scheme.factor, scheme.center, {}})->chosen(rows);
  Vector<double> norm = row_norms(*source, threads);
  return {std::move(source), RowFacts({}, std::move(norm), threads)};
}

template class PreparedRows<float>;
template class PreparedRows<double>;
template PreparedRows<float> prepare_rows<float>(const Rows&, const RowScheme&, const Vector<double>&, int);
template PreparedRows<double> prepare_rows<double>(const Rows&, const RowScheme&, const Vector<double>&, int);

}  // namespace l21::internal
