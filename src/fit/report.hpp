// What a solver counted, as the report says it; and the way back to the units of the data.
#pragma once

#include "fit/fit_data.hpp"
#include "l21/model.hpp"
#include "methods/solve.hpp"

namespace l21::internal {

// What was asked for, and of what.
void describe_request(const Rows& rows, const FitOptions& options, FitReport& report);
[[nodiscard]] FitReport describe_request(const FitData& data);

// Fills what the rows turned out to be, and how they were prepared.
void describe_data(const FitData& data, const RowFacts& fitted, FitReport& report);

// Fills everything that follows from the solver's own report: objective, residual, counters, status, the sentence.
void finish_report(const MethodResult& result, const PassCounter& start, const FitOptions& options, FitReport& report);

// Multiplies lengths by 2^scale_exponent, variances by its square, objectives by what they are made of. What overflows
// becomes infinite, and null in JSON.
void to_stored_units(const FitOptions& options, ScoreStatistics& statistics, FitReport& report);

}  // namespace l21::internal
