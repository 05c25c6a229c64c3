// l21_bench pass ROWS COLS [--json] | write-csv FILE ROWS COLS | serve. `make bench` calls it through bench/run.
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "csv_file.hpp"
#include "pass_bench.hpp"
#include "serve.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if ((words.size() == 3 || (words.size() == 4 && words[3] == "--json")) && words[0] == "pass") {
      l21::internal::bench::run_pass_bench(
          std::stol(words[1]), std::stol(words[2]),
          words.size() == 4 ? l21::internal::bench::Output::json : l21::internal::bench::Output::table);
    } else if (words.size() == 4 && words[0] == "write-csv") {
      l21::internal::bench::write_csv(words[1], std::stol(words[2]), std::stol(words[3]));
    } else if (words.size() == 1 && words[0] == "serve") {
      l21::internal::bench::serve(std::cin, std::cout);
    } else {
      std::fprintf(stderr, "usage: l21_bench pass ROWS COLS [--json] | write-csv FILE ROWS COLS | serve\n");
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "l21_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
