// Reading a large CSV file; bench/run times pandas beside it.
#pragma once

#include <string>

namespace l21::bench {

// Writes rows x cols random numbers with 17 digits.
void write_csv(const std::string& path, long rows, long cols);
// Prints the seconds of one read.
void read_csv(const std::string& path);

}  // namespace l21::bench
