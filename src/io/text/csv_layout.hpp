// What the first lines of delimited text tell about the rest.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l21/io.hpp"

namespace l21::internal::io {

struct CsvLayout {
  char delimiter = ',';
  std::vector<std::string> names;  // of all columns; empty without a header
  Index fields = 0;                // in every record
  std::size_t first = 0;           // offset of the first record, header or data
  std::size_t body = 0;            // offset of the first record of data
  std::size_t end = 0;             // offset behind the last record, blank lines left out
  bool first_column_is_text = false;
};

// Throws DataError when the text is empty, binary or has no data below its header. `options` matter where they name a
// column of the first record: then it is a header, whatever it looks like.
[[nodiscard]] CsvLayout detect_layout(std::string_view text, const std::string& where, const ReadOptions& options);

}  // namespace l21::internal::io
