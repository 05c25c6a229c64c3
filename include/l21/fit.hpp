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

/// Weights for a fit of the rows that `model`, of Method::robust, leaves out: 0 for those that belong to it, else those
/// of its fit (empty: 1). Throws DataError where fewer rows are left than a fit needs.
///
///   options.weights = l21::weights_beside(model, l21::rows_of(X), options.weights);
///   const l21::Model other = l21::fit(l21::rows_of(X), options);
[[nodiscard]] L21_EXPORT Vector<double> weights_beside(const Model& model, const Rows& rows,
                                                       const Vector<double>& weights = {}, int threads = 0);

/// How many components hold `share`, 0 < share < 1, of the spectrum of the rows divided by their norms (about the
/// center that `options` ask for): outliers count no more than others there. For kernels and tensors there is no such
/// number. Throws as fit() does.
[[nodiscard]] L21_EXPORT int components_for_share(const Rows& rows, const FitOptions& options, double share);

/// How many components the rows that belong together show: sign-flip parallel analysis of the rows that a robust fit
/// keeps, coming from above. `most`: the largest number that is tried; 0: 20, or what the table allows. For kernels and
/// tensors there is no such number. Throws as fit() does.
[[nodiscard]] L21_EXPORT ComponentChoice choose_components(const Rows& rows, const FitOptions& options, int most = 0);

/// Variances of the components of some rows, in descending order, and the largest that random signs leave of each.
struct ScreeCurve {
  std::vector<double> variance;  ///< Of the component.
  std::vector<double> chance;    ///< It stands out above this.
};
/// What choose_components() decides by, of more components than it chooses.
struct Scree {
  ComponentChoice choice;  ///< How many there are.
  ScreeCurve robust;       ///< Of the rows that belong together.
  ScreeCurve ordinary;     ///< Of all rows.
};
/// Looks at a sample of the rows. Throws as choose_components() does.
[[nodiscard]] L21_EXPORT Scree scree(const Rows& rows, const FitOptions& options, int most = 0);

}  // namespace l21
