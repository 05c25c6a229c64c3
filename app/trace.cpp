#include "trace.hpp"

#include "l21/io.hpp"

namespace l21::internal::app {

void write_trace(const std::string& path, const FitReport& report) {
  auto table = Table::row_major(Storage::float64, static_cast<Index>(report.trace.size()), 6);
  table.column_names = {"round", "iteration", "objective", "residual", "seconds", "reads"};
  double* value = table.values<double>();
  for (const TraceEntry& entry : report.trace) {
    *value++ = entry.round;
    *value++ = entry.iteration;
    *value++ = entry.objective;
    *value++ = entry.residual;
    *value++ = entry.seconds;
    *value++ = entry.reads;
  }
  write_table(path, table);
}

}  // namespace l21::internal::app
