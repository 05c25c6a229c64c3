// The course of a fit as a table.
#pragma once

#include <string>

#include "l21/report.hpp"

namespace l21::internal::app {

// One row an iteration: round, iteration, objective, residual, seconds, reads.
void write_trace(const std::string& path, const FitReport& report);

}  // namespace l21::internal::app
