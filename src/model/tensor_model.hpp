// New samples in the subspace of a tensor model.
#pragma once

#include "model/kernel_model.hpp"

namespace l21::internal {

// The samples with all axes multiplied by their modes (m_k x d_k), and with Rest::residuals their squared distance from
// the subspace. One read; two with residuals.
void project_on(const std::vector<RowMatrix<double>>& modes, const std::vector<Index>& shape,
                const RowSource<double>& samples, Rest rest, int threads, const BlockBody& body);

// The way back: n x d from scores, n x m.
[[nodiscard]] RowMatrix<double> expand(const std::vector<RowMatrix<double>>& modes, const RowMatrix<double>& scores);

}  // namespace l21::internal
