// svmlight: whatever the text, an answer or a sentence; what is accepted is sound.
#include "fuzz.hpp"
#include "io/text/svmlight.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  fuzz::expect_answer([&] {
    const Table table = io::parse_svmlight(fuzz::as_text(data, size), "fuzz");
    fuzz::require(static_cast<Index>(table.row_ids.size()) == table.view.rows);
    fuzz::require(static_cast<Index>(table.sparse->starts.size()) == table.view.rows + 1);
    for (const auto column : table.sparse->columns) fuzz::require(column >= 0 && column < table.view.cols);
  });
  return 0;
}
