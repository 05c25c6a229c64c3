// Delimited text. The first byte chooses options. Accepted numbers are finite, or NaN where missing cells may be, and
// survive being written and read again. Text without missing cells is read the same, whether they may be or not.
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "fuzz.hpp"
#include "io/text/csv.hpp"

namespace {

using namespace l21;
using namespace l21::internal;

ReadOptions options_from(std::uint8_t byte) {
  ReadOptions options;
  options.transpose = (byte & 1) != 0;
  if ((byte & 2) != 0) options.exclude.emplace_back("1");
  if ((byte & 4) != 0) options.id_column.emplace("2");
  if ((byte & 8) != 0) options.columns = {"a", "2-3"};
  return options;
}

std::optional<Table> parse(std::string_view text, ReadOptions options, MissingCells missing_cells) {
  std::optional<Table> table;
  options.missing_cells = missing_cells;
  fuzz::expect_answer([&] { table = io::parse_csv(text, "fuzz", options); });
  return table;
}

std::size_t count_of(const Table& table) {
  return static_cast<std::size_t>(table.view.rows * table.view.cols);
}

void require_same(const Table& one, const Table& other) {
  fuzz::require(one.view.rows == other.view.rows && one.view.cols == other.view.cols);
  fuzz::require(one.column_names == other.column_names && one.row_ids == other.row_ids);
  fuzz::require(std::memcmp(one.bytes.get(), other.bytes.get(), count_of(one) * sizeof(double)) == 0);
}

void require_round_trip(Table table, MissingCells missing_cells) {
  table.column_names.clear();
  table.row_ids.clear();
  std::string text;
  io::format_csv(table, ',', [&](std::string_view piece) { text += piece; });
  const auto again = parse(text, {}, missing_cells);
  fuzz::require(again.has_value());
  require_same(*again, table);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ReadOptions options = options_from(data[0]);
  const std::string_view text = fuzz::as_text(data + 1, size - 1);
  auto table = parse(text, options, MissingCells::refuse);
  auto with_missing = parse(text, options, MissingCells::as_nan);
  if (table) {
    fuzz::require(with_missing.has_value());
    require_same(*table, *with_missing);
  }
  if (options.transpose) return 0;  // a transposed table is a view with other strides
  if (table) {
    const auto* values = table->values<double>();
    for (std::size_t i = 0; i < count_of(*table); ++i) fuzz::require(std::isfinite(values[i]));
    require_round_trip(std::move(*table), MissingCells::refuse);
  }
  if (with_missing) require_round_trip(std::move(*with_missing), MissingCells::as_nan);
  return 0;
}
