// What a solver counted, as the report says it; and the way back to the units of the data.
#pragma once

#include "l21/model.hpp"
#include "methods/solve.hpp"

namespace l21::internal {

// Fills what was asked for, and of what.
void describe_request(const Rows& rows, const FitOptions& options, FitReport& report);

// Fills everything that follows from the solver's own report: objective, residual, counters, status, the sentence.
void finish_report(const MethodResult& result, const PassCounter& start, const FitOptions& options, FitReport& report);

// Multiplies lengths by 2^scale_exponent, variances by its square, objectives by what they are made of. What overflows
// becomes infinite, and null in JSON.
void to_stored_units(Model& model);

// The power of the length unit that the objective is measured in.
[[nodiscard]] double objective_degree(const FitOptions& options);

}  // namespace l21::internal
