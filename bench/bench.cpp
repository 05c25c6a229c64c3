// l21_bench pass ROWS COLS | write-csv FILE ROWS COLS | read-csv FILE. `make bench` calls it through bench/run.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "csv_bench.hpp"
#include "pass_bench.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.size() == 3 && words[0] == "pass") {
      l21::bench::run_pass_bench(std::stol(words[1]), std::stol(words[2]));
    } else if (words.size() == 4 && words[0] == "write-csv") {
      l21::bench::write_csv(words[1], std::stol(words[2]), std::stol(words[3]));
    } else if (words.size() == 2 && words[0] == "read-csv") {
      l21::bench::read_csv(words[1]);
    } else {
      std::fprintf(stderr, "usage: l21_bench pass ROWS COLS | write-csv FILE ROWS COLS | read-csv FILE\n");
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "l21_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
