#include "rows/sparse_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "l21/error.hpp"
#include "linalg/parallel.hpp"

namespace l21 {
namespace internal {
namespace {

template <class Error>
void check_row(const SparseView& view, Index row) {
  const Index begin = view.start(row), end = view.start(row + 1);
  for (Index e = begin; e < end; ++e) {
    const Index column = view.columns[e];
    if (column < 0 || column >= view.cols)
      throw Error(
          fmt::format("row {}: an entry in column {}, but there are {} columns", row + 1, column + 1, view.cols));
    if (e == begin || view.columns[e - 1] < column) continue;
    if (view.columns[e - 1] == column)
      throw Error(fmt::format("row {}, column {}: two entries; add them up first", row + 1, column + 1));
    throw Error(fmt::format("row {}: column {} comes after column {}; sort the entries of every row first", row + 1,
                            column + 1, view.columns[e - 1] + 1));
  }
}

}  // namespace

template <class Error>
void check_structure(const SparseView& view, int threads) {
  if (view.rows == 0) return;
  if (view.start(0) < 0)
    throw Error(fmt::format("the first row begins at entry {}; it must be 0 or more", view.start(0)));
  for (Index i = 0; i < view.rows; ++i)
    if (view.start(i + 1) < view.start(i))
      throw Error(fmt::format("row {} begins at entry {} and ends at entry {}: row pointers must not fall", i + 1,
                              view.start(i), view.start(i + 1)));
  constexpr Index kRows = 4096;
  parallel_for(threads, (view.rows + kRows - 1) / kRows, [&](Index chunk, int) {
    for (Index i = chunk * kRows; i < std::min(view.rows, (chunk + 1) * kRows); ++i) check_row<Error>(view, i);
  });
}

template void check_structure<InvalidArgument>(const SparseView&, int);
template void check_structure<DataError>(const SparseView&, int);

}  // namespace internal

void validate(const SparseView& view) {
  if (bytes_per_value(view.storage) < 4) throw InvalidArgument("sparse values must be float64 or float32");
  internal::check_structure<InvalidArgument>(view, 1);
}

}  // namespace l21
