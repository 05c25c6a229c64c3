// Delimited text. The first byte chooses options. Accepted numbers are finite and survive being written and read again.
#include <cmath>
#include <cstring>

#include "fuzz.hpp"
#include "io/text/csv.hpp"

namespace {

l21::ReadOptions options_from(std::uint8_t byte) {
  l21::ReadOptions options;
  options.transpose = (byte & 1) != 0;
  if ((byte & 2) != 0) options.exclude.emplace_back("1");
  if ((byte & 4) != 0) options.id_column.emplace("2");
  if ((byte & 8) != 0) options.columns = {"a", "2-3"};
  return options;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  if (size == 0) return 0;
  fuzz::expect_answer([&] {
    Table table = io::parse_csv(fuzz::as_text(data + 1, size - 1), "fuzz", options_from(data[0]));
    if ((data[0] & 1) != 0) return;  // a transposed table is a view with other strides
    const auto count = static_cast<std::size_t>(table.view.rows * table.view.cols);
    for (std::size_t i = 0; i < count; ++i) fuzz::require(std::isfinite(table.values<double>()[i]));
    table.column_names.clear();
    table.row_ids.clear();
    std::string text;
    io::format_csv(table, ',', [&](std::string_view piece) { text += piece; });
    const Table again = io::parse_csv(text, "fuzz", {});
    fuzz::require(again.view.rows == table.view.rows && again.view.cols == table.view.cols);
    fuzz::require(std::memcmp(again.bytes.get(), table.bytes.get(), count * sizeof(double)) == 0);
  });
  return 0;
}
