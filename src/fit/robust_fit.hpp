// Method::robust: a search on a sample of the rows, then reweighted PCA of all of them.
#pragma once

#include "fit/fit_data.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// In the precision T. The center of the data becomes what was found.
template <class T>
[[nodiscard]] Model fit_robust(FitData& data);

}  // namespace l21::internal
