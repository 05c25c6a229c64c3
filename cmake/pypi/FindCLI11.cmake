l21_find_headers(CLI11 CLI11::CLI11 CLI/CLI.hpp)
