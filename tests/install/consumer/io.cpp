// io FILE: a table to FILE and back, fitted; a file that is missing is a DataError of core's.
#include <algorithm>
#include <l21/io.hpp>
#include <l21/l21.hpp>

namespace {

l21::Table some_table() {
  l21::Table table = l21::Table::row_major(l21::Storage::float64, 20, 4);
  std::generate_n(table.values<double>(), 80, [i = 0]() mutable { return (7 * i++) % 11; });
  return table;
}

bool refuses_a_missing_file() {
  try {
    static_cast<void>(l21::read_table("/nowhere/table.npy"));
  } catch (const l21::DataError&) {
    return true;
  }
  return false;
}

}  // namespace

int main(int, char** argv) {
  l21::write_table(argv[1], some_table());
  const l21::Table table = l21::read_table(argv[1]);
  return l21::fit(table.rows(), {.components = 2}).report.n_features == 4 && refuses_a_missing_file() ? 0 : 1;
}
