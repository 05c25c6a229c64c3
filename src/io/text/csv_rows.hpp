// The inner loop of reading text: records to rows of numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/text/csv_layout.hpp"

namespace l21::internal::io {

inline constexpr Index kSkipped = -1;
inline constexpr Index kIdField = -2;

struct CsvPlan {
  std::string_view text;
  const std::string& where;
  const CsvLayout& layout;
  std::vector<Index> target;  // per field: its place in the row, kSkipped or kIdField
  int threads = 0;            // as in ReadOptions
  MissingCells missing_cells = MissingCells::refuse;
};

// Parses the record at `p` into `row` and `id`; returns the end of the record. Throws DataError with line and column.
const char* parse_record(const CsvPlan& plan, const char* p, double* row, std::string* id);

[[noreturn]] void unclosed_quote(const CsvPlan& plan, const char* at);

}  // namespace l21::internal::io
