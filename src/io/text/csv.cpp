#include "io/text/csv.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/table/fail.hpp"
#include "io/table/parallel.hpp"
#include "io/table/selection.hpp"
#include "io/text/csv_field.hpp"
#include "io/text/csv_rows.hpp"

namespace l21::internal::io {
namespace {

// Fixed, so that the pieces do not depend on the number of cores.
constexpr std::size_t kPieceBytes = std::size_t{1} << 21;

// Whole records of the text.
struct Piece {
  const char* begin = nullptr;
  const char* end = nullptr;  // behind the last newline, or the end of the text
  Index rows = 0;
  Index first_row = 0;
};

// Every newline ends a record: each piece is extended to its next newline, and its rows are counted on all threads.
std::vector<Piece> split_plain(const char* begin, const char* end, int threads) {
  std::vector<Piece> pieces;
  for (const char* p = begin; p < end;) {
    const char* rough = p + std::min<std::size_t>(kPieceBytes, static_cast<std::size_t>(end - p));
    const auto* newline =
        static_cast<const char*>(std::memchr(rough - 1, '\n', static_cast<std::size_t>(end - rough) + 1));
    const char* stop = newline == nullptr ? end : newline + 1;
    pieces.push_back({p, stop});
    p = stop;
  }
  for_each_piece(pieces.size(), threads, [&](std::size_t i) {
    Piece& piece = pieces[i];
    piece.rows = std::count(piece.begin, piece.end, '\n') + (piece.end[-1] == '\n' ? 0 : 1);
  });
  return pieces;
}

// A newline may lie inside quotes: records are walked one after the other.
std::vector<Piece> split_quoted(const char* begin, const char* end, char delimiter) {
  std::vector<Piece> pieces;
  for (const char* p = begin; p < end;) {
    if (pieces.empty() || static_cast<std::size_t>(p - pieces.back().begin) >= kPieceBytes) pieces.push_back({p, p});
    p = record_end(p, end, delimiter);
    if (p < end) ++p;
    pieces.back().end = p;
    ++pieces.back().rows;
  }
  return pieces;
}

std::vector<Piece> split_into_pieces(const CsvPlan& plan) {
  const char* begin = plan.text.data() + plan.layout.body;
  const char* end = plan.text.data() + plan.layout.end;
  const bool quotes = std::memchr(begin, '"', static_cast<std::size_t>(end - begin)) != nullptr;
  auto pieces = quotes ? split_quoted(begin, end, plan.layout.delimiter) : split_plain(begin, end, plan.threads);
  Index row = 0;
  for (Piece& piece : pieces) {
    piece.first_row = row;
    row += piece.rows;
  }
  return pieces;
}

Table parse_rows(const CsvPlan& plan, Index columns, bool with_ids) {
  const auto pieces = split_into_pieces(plan);
  const Index rows = pieces.back().first_row + pieces.back().rows;
  // A line that is too short for its numbers is ragged; seen before the allocation, it cannot ask for memory at will.
  const auto body = static_cast<Index>(plan.layout.end - plan.layout.body);
  const bool plausible = columns <= (body + 1) / rows;
  Table table = Table::row_major(Storage::float64, plausible ? rows : 1, columns);
  if (with_ids) table.row_ids.resize(static_cast<std::size_t>(rows));
  for_each_piece(pieces.size(), plan.threads, [&](std::size_t i) {
    const Piece& piece = pieces[i];
    std::vector<double> nowhere(plausible ? 0 : static_cast<std::size_t>(columns));
    const char* p = piece.begin;
    for (Index r = 0; r < piece.rows; ++r) {
      const Index row = piece.first_row + r;
      double* target = plausible ? table.values<double>() + row * columns : nowhere.data();
      p = parse_record(plan, p, target, with_ids ? &table.row_ids[static_cast<std::size_t>(row)] : nullptr);
      if (r + 1 < piece.rows) ++p;
    }
  });
  return table;
}

Table parse_chosen(std::string_view text, const std::string& where, const CsvLayout& layout, const ColumnChoice& choice,
                   const ReadOptions& options) {
  std::vector<Index> target(static_cast<std::size_t>(layout.fields), kSkipped);
  for (std::size_t k = 0; k < choice.kept.size(); ++k) {
    target[static_cast<std::size_t>(choice.kept[k])] = static_cast<Index>(k);
  }
  if (choice.id) target[static_cast<std::size_t>(*choice.id)] = kIdField;
  const CsvPlan plan{text, where, layout, std::move(target), options.threads, options.missing_cells};
  Table table = parse_rows(plan, static_cast<Index>(choice.kept.size()), choice.id.has_value());
  if (!layout.names.empty()) {
    for (const Index j : choice.kept) table.column_names.push_back(layout.names[static_cast<std::size_t>(j)]);
  }
  if (choice.id) {
    const std::string name = layout.names.empty() ? "" : layout.names[static_cast<std::size_t>(*choice.id)];
    table.id_name = name.empty() ? "id" : name;
  }
  return table;
}

}  // namespace

Table parse_csv(std::string_view text, const std::string& where, const ReadOptions& options) {
  if (!options.transpose) {
    const CsvLayout layout = detect_layout(text, where, options);
    return parse_chosen(text, where, layout, choose_columns(layout.names, layout.fields, options, where), options);
  }
  // The options speak of the transposed table; the file itself is read whole, its first column as names where it is
  // text.
  const CsvLayout layout = detect_layout(text, where, {});
  ReadOptions whole;
  if (layout.first_column_is_text && layout.fields > 1) whole.id_column = "1";
  const ColumnChoice all = choose_columns({}, layout.fields, whole, where);
  return apply_options(parse_chosen(text, where, layout, all, options), options, where);
}

}  // namespace l21::internal::io
