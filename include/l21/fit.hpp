/// The one entry: rows in, a model with its report out.
#pragma once

#include "l21/export.hpp"
#include "l21/model.hpp"
#include "l21/options.hpp"
#include "l21/report.hpp"
#include "l21/rows.hpp"

namespace l21 {

/// Fits a subspace to `rows`, which are borrowed and never copied as a whole.
/// Throws InvalidArgument when the options make no sense for these rows, DataError (row and column, counted from 1) for
/// NaN, infinity or rows that are all equal. Not converging is no error: see model.report.status.
/// Cost: one read of the rows an iteration, 4 n d m flops; of sparse rows 4 (entries + d) m.
///
///   l21::RowMatrix<double> X = ...;
///   const l21::Model model = l21::fit(l21::rows_of(X), {.components = 8, .center = l21::Center::median});
///   const auto scores = model.transform(l21::rows_of(X));
[[nodiscard]] L21_EXPORT Model fit(const Rows& rows, const FitOptions& options, const Observer& observer = {});

/// How many components hold `share`, 0 < share < 1, of the spectrum of the rows divided by their norms (about the
/// center that `options` ask for): outliers count no more than others there. For kernels and tensors there is no such
/// number. Throws as fit() does.
[[nodiscard]] L21_EXPORT int components_for_share(const Rows& rows, const FitOptions& options, double share);

}  // namespace l21
