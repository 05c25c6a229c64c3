// Matrix Market: what is accepted must survive being written and read again.
#include <cstring>

#include "fuzz.hpp"
#include "io/text/mtx.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  fuzz::expect_answer([&] {
    const Table table = io::parse_mtx(fuzz::as_text(data, size), "fuzz");
    std::string text;
    io::format_mtx(table, [&](std::string_view piece) { text += piece; });
    const Table again = io::parse_mtx(text, "fuzz");
    const auto count =
        table.sparse ? table.sparse->columns.size() : static_cast<std::size_t>(table.view.rows * table.view.cols);
    fuzz::require(again.sparse.has_value() == table.sparse.has_value());
    if (table.sparse)
      fuzz::require(again.sparse->starts == table.sparse->starts && again.sparse->columns == table.sparse->columns);
    fuzz::require(again.view.rows == table.view.rows && again.view.cols == table.view.cols);
    fuzz::require(std::memcmp(again.bytes.get(), table.bytes.get(), count * sizeof(double)) == 0);
  });
  return 0;
}
