#include "io/text/svmlight.hpp"

#include <algorithm>
#include <utility>

#include "io/table/fail.hpp"
#include "io/table/sparse.hpp"
#include "io/text/number.hpp"

namespace l21::internal::io {
namespace {

struct Pair {
  Index column;
  double value;
};

std::string_view next_word(std::string_view& line) {
  line = trimmed(line);
  const auto end = std::min(line.find_first_of(" \t"), line.size());
  const auto word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

Pair parse_pair(std::string_view word, const std::string& place, MissingCells missing_cells) {
  const auto colon = word.find(':');
  if (colon == std::string_view::npos) data_error("{}: '{}' is not column:value", place, shown(word));
  const auto number = word.substr(0, colon), text = word.substr(colon + 1);
  const auto column = parse_count(number);
  if (!column || *column > kMostSparseSide) data_error("{}: '{}' is not a column number", place, shown(number));
  const auto value = parse_number(text);
  if (!value) data_error("{}, column {}: not a number: '{}'", place, *column, shown(text));
  if (!is_allowed(*value, missing_cells))
    data_error("{}, column {}: not a finite number: '{}'", place, *column, shown(text));
  return {*column, *value};
}

}  // namespace

Table parse_svmlight(std::string_view text, const std::string& where, MissingCells missing_cells) {
  SparseBuilder builder;
  std::vector<std::string> labels;
  Index largest = -1, smallest = kMostSparseSide;
  std::size_t line_number = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::string place = fmt::format("{}:{}: row {}", where, line_number, labels.size() + 1);
    const auto label = next_word(line);
    if (label.find(':') != std::string_view::npos)
      data_error("{}: begins with '{}'; a line begins with a label, 0 where there is none", place, shown(label));
    const auto row = static_cast<Index>(labels.size());
    if (row >= kMostSparseSide) data_error("{}: more rows than {}", place, kMostSparseSide);
    labels.emplace_back(label);
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word.starts_with("qid:")) continue;
      const auto [column, value] = parse_pair(word, place, missing_cells);
      largest = std::max(largest, column), smallest = std::min(smallest, column);
      builder.add(row, column, value);
    }
  }
  if (labels.empty()) data_error("{}: the file is empty", where);
  if (largest < 0) data_error("{}: no row has an entry", where);
  const auto rows = static_cast<Index>(labels.size());
  const Index base = smallest == 0 ? 0 : 1;
  builder.shift_columns(-base);
  Table table = builder.finish(rows, largest + 1 - base, where);
  table.id_name = "label";
  table.row_ids = std::move(labels);
  return table;
}

}  // namespace l21::internal::io
