#include "csv_file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "linalg/random.hpp"

namespace l21::internal::bench {

void write_csv(const std::string& path, long rows, long cols) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (!file) throw std::runtime_error(fmt::format("{}: cannot be written", path));
  NormalGenerator normal(1);
  fmt::memory_buffer line;
  for (long j = 0; j < cols; ++j) fmt::format_to(std::back_inserter(line), "{}x{}", j == 0 ? "" : ",", j);
  line.push_back('\n');
  for (long i = 0; i < rows; ++i) {
    for (long j = 0; j < cols; ++j) fmt::format_to(std::back_inserter(line), "{}{:.16e}", j == 0 ? "" : ",", normal());
    line.push_back('\n');
    std::fwrite(line.data(), 1, line.size(), file);
    line.clear();
  }
  if (std::fclose(file) != 0) throw std::runtime_error(fmt::format("{}: cannot be written", path));
}

}  // namespace l21::internal::bench
