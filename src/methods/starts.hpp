// Where the iteration begins.
#pragma once

#include "data/prepared_rows.hpp"
#include "l21/options.hpp"
#include "solver/linear_problem.hpp"

namespace l21 {

struct Start {
  Matrix<double> W;  // d x m, orthonormal
  PassCounter counter;
};

// `rows` are prepared as they are fitted; `sphere_rows` is called, at most once, for the same rows divided by their
// norms.
template <class SphereRows>
requires std::is_invocable_r_v<PreparedRows<double>, SphereRows>
[[nodiscard]] Start make_start(const PreparedRows<double>& rows, const Matrix<double>* gram, const FitOptions& options,
                               SphereRows&& sphere_rows);

// The pieces that need no rows but these.
[[nodiscard]] Start principal_start(const PreparedRows<double>& rows, const Matrix<double>* gram,
                                    const FitOptions& options);
[[nodiscard]] Start simple_start(const PreparedRows<double>& rows, const FitOptions& options);

template <class SphereRows>
requires std::is_invocable_r_v<PreparedRows<double>, SphereRows> Start make_start(const PreparedRows<double>& rows,
                                                                                  const Matrix<double>* gram,
                                                                                  const FitOptions& options,
                                                                                  SphereRows&& sphere_rows) {
  if (options.init == Init::pca) return principal_start(rows, gram, options);
  if (options.init == Init::spherical && options.row_scaling == RowScaling::sphere)
    return principal_start(rows, gram, options);
  if (options.init == Init::spherical) return principal_start(sphere_rows(), nullptr, options);
  return simple_start(rows, options);
}

}  // namespace l21
