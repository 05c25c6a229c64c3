// A large CSV file to read.
#pragma once

#include <string>

namespace l21::internal::bench {

// Writes rows x cols random numbers with 17 digits.
void write_csv(const std::string& path, long rows, long cols);

}  // namespace l21::internal::bench
