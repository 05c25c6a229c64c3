#include "rows/make_source.hpp"

#include <utility>

#include "rows/dense_rows.hpp"
#include "rows/sparse_rows.hpp"

namespace l21::internal {

template <class T>
std::unique_ptr<RowSource<T>> make_source(const Rows& rows, RowPreparation preparation) {
  if (rows.sparse()) return std::make_unique<SparseRows<T>>(*rows.sparse(), std::move(preparation));
  if (rows.loader()) return std::make_unique<DenseRows<T>>(*rows.loader(), std::move(preparation));
  return std::make_unique<DenseRows<T>>(*rows.dense(), std::move(preparation));
}

template std::unique_ptr<RowSource<float>> make_source<float>(const Rows&, RowPreparation);
template std::unique_ptr<RowSource<double>> make_source<double>(const Rows&, RowPreparation);

}  // namespace l21::internal
