#include "io/text/mtx.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

#include "io/table/element.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"
#include "io/table/sparse.hpp"
#include "io/text/number.hpp"

namespace l21::internal::io {
namespace {

enum class Symmetry { general, symmetric, skew };

struct Banner {
  bool coordinate = false;
  bool pattern = false;
  Symmetry symmetry = Symmetry::general;
};

// Words of the text, with the line they are in.
class WordReader {
 public:
  WordReader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  std::string_view line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const auto result = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return result;
  }
  // Lines that begin with % are comments, up to the line of sizes.
  void skip_comments() {
    while (at_ < text_.size()) {
      const std::size_t before = at_;
      const auto content = trimmed(line());
      if (!content.empty() && !content.starts_with('%')) {
        at_ = before;
        return;
      }
    }
  }
  // Empty at the end.
  std::string_view word() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());
    const auto result = text_.substr(at_, end - at_);
    at_ = end;
    return result;
  }
  // The place of the word read last, for errors.
  [[nodiscard]] std::string place() const {
    const auto stop = text_.begin() + static_cast<std::ptrdiff_t>(at_);
    return fmt::format("{}:{}", where_, 1 + std::count(text_.begin(), stop, '\n'));
  }

 private:
  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

Symmetry parse_symmetry(std::string_view word, const std::string& where) {
  if (word == "general") return Symmetry::general;
  if (word == "symmetric") return Symmetry::symmetric;
  if (word == "skew-symmetric") return Symmetry::skew;
  data_error("{}:1: unknown symmetry '{}'; general and symmetric are read", where, shown(word));
}

Banner parse_banner(std::string_view line, const std::string& where) {
  std::string lower(line);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  WordReader words(lower, where);
  if (words.word() != "%%matrixmarket" || words.word() != "matrix") {
    data_error("{}:1: is not Matrix Market (it does not begin with '%%MatrixMarket matrix')", where);
  }
  Banner banner;
  const auto format = words.word();
  banner.coordinate = format == "coordinate";
  if (!banner.coordinate && format != "array")
    data_error("{}:1: unknown format '{}', 'array' or 'coordinate' was expected", where, shown(format));
  const auto field = words.word();
  banner.pattern = banner.coordinate && field == "pattern";
  if (field != "real" && field != "integer" && field != "double" && !banner.pattern) {
    data_error("{}:1: '{}' values cannot be read, only real and integer ones", where, shown(field));
  }
  banner.symmetry = parse_symmetry(words.word(), where);
  return banner;
}

Index parse_extent(WordReader& words, const char* counts) {
  const auto word = words.word();
  const auto value = parse_count(word);
  if (!value) data_error("{}: the size is not {} counts: '{}'", words.place(), counts, shown(word));
  return *value;
}

// A row or column number, as an index from 0.
Index parse_place(WordReader& words, const char* what, Index count, Index entry) {
  const auto word = words.word();
  if (word.empty()) data_error("{}: ends before entry {}", words.place(), entry + 1);
  const auto value = parse_count(word);
  if (!value || *value < 1 || *value > count)
    data_error("{}: entry {}: {} '{}' is not one of 1 to {}", words.place(), entry + 1, what, shown(word), count);
  return *value - 1;
}

double parse_value(WordReader& words, Index i, Index j, MissingCells missing_cells) {
  const auto word = words.word();
  if (word.empty()) data_error("{}: ends before the value of row {}, column {}", words.place(), i + 1, j + 1);
  const auto value = parse_number(word);
  if (!value || !is_allowed(*value, missing_cells)) {
    const char* problem = value ? "not a finite number" : "not a number";
    data_error("{}: row {}, column {}: {}: '{}'", words.place(), i + 1, j + 1, problem, shown(word));
  }
  return *value;
}

void parse_values(WordReader& words, Symmetry symmetry, Index rows, Index cols, MissingCells missing_cells,
                  double* values) {
  for (Index j = 0; j < cols; ++j) {
    const Index first = symmetry == Symmetry::general ? 0 : symmetry == Symmetry::symmetric ? j : j + 1;
    if (symmetry == Symmetry::skew) values[j * rows + j] = 0.0;
    for (Index i = first; i < rows; ++i) {
      const double value = parse_value(words, i, j, missing_cells);
      values[j * rows + i] = value;
      if (symmetry != Symmetry::general) values[i * rows + j] = symmetry == Symmetry::skew ? -value : value;
    }
  }
  const auto extra = words.word();
  if (!extra.empty()) data_error("{}: more values than {} x {}: '{}'", words.place(), rows, cols, shown(extra));
}

void require_square(Symmetry symmetry, Index rows, Index cols, const std::string& where) {
  if (symmetry != Symmetry::general && rows != cols) {
    data_error("{}: a symmetric matrix must be square, the size is {} x {}", where, rows, cols);
  }
}

Table parse_coordinates(WordReader& words, const Banner& banner, std::size_t characters, MissingCells missing_cells,
                        const std::string& where) {
  const Index rows = parse_extent(words, "three"), cols = parse_extent(words, "three"),
              entries = parse_extent(words, "three");
  require_square(banner.symmetry, rows, cols, where);
  check_sparse_size(rows, cols, static_cast<std::size_t>(entries), where);
  // Every entry takes two digits and two blanks.
  if (static_cast<std::size_t>(entries) > characters / 4 + 1)
    data_error("{}: claims {} entries and is too short", where, entries);
  SparseBuilder builder;
  builder.reserve(static_cast<std::size_t>(entries));
  for (Index entry = 0; entry < entries; ++entry) {
    const Index i = parse_place(words, "row", rows, entry), j = parse_place(words, "column", cols, entry);
    const double value = banner.pattern ? 1.0 : parse_value(words, i, j, missing_cells);
    builder.add(i, j, value);
    if (banner.symmetry != Symmetry::general && i != j)
      builder.add(j, i, banner.symmetry == Symmetry::skew ? -value : value);
  }
  const auto extra = words.word();
  if (!extra.empty()) data_error("{}: more than {} entries: '{}'", words.place(), entries, shown(extra));
  return builder.finish(rows, cols, where);
}

}  // namespace

Table parse_mtx(std::string_view text, const std::string& where, MissingCells missing_cells) {
  if (text.empty()) data_error("{}: the file is empty", where);
  WordReader words(text, where);
  const Banner banner = parse_banner(words.line(), where);
  words.skip_comments();
  if (banner.coordinate) return parse_coordinates(words, banner, text.size(), missing_cells, where);
  const Symmetry symmetry = banner.symmetry;
  const Index rows = parse_extent(words, "two");
  const Index cols = parse_extent(words, "two");
  require_square(symmetry, rows, cols, where);
  // Every value takes a digit and a blank; the lower triangle is less than half of the matrix by at most a row.
  const auto values = value_count({rows, cols});
  const std::size_t most = symmetry == Symmetry::general ? text.size() : 4 * text.size();
  if (!values || *values > most) data_error("{}: claims {} x {} values and is too short", where, rows, cols);
  if (*values == 0) data_error("{}: holds no values, its size is {} x {}", where, rows, cols);
  auto bytes = std::make_unique_for_overwrite<std::byte[]>(*values * sizeof(double));
  parse_values(words, symmetry, rows, cols, missing_cells, reinterpret_cast<double*>(bytes.get()));
  return shaped_table(std::move(bytes), Storage::float64, {rows, cols}, Order::column_major);
}

namespace {

// Collects lines into pieces.
class LineWriter {
 public:
  explicit LineWriter(const std::function<void(std::string_view)>& put) : put_(put) {}
  template <class... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    fmt::format_to(std::back_inserter(lines_), format, std::forward<Args>(args)...);
    if (lines_.size() >= kPiece) flush();
  }
  void flush() {
    put_({lines_.data(), lines_.size()});
    lines_.clear();
  }

 private:
  const std::function<void(std::string_view)>& put_;
  fmt::memory_buffer lines_;
};

void format_array(const RowsView& view, LineWriter& lines) {
  const bool whole = view.storage == Storage::uint8 || view.storage == Storage::int16;
  lines.write("%%MatrixMarket matrix array {} general\n{} {}\n", whole ? "integer" : "real", view.rows, view.cols);
  with_scalar(view.storage, [&]<class T>(T) {
    for (Index j = 0; j < view.cols; ++j) {
      const T* column = static_cast<const T*>(view.data) + j * view.col_stride;
      for (Index i = 0; i < view.rows; ++i) lines.write("{}\n", column[i * view.row_stride]);
    }
  });
}

void format_coordinates(const SparseView& view, LineWriter& lines) {
  lines.write("%%MatrixMarket matrix coordinate real general\n{} {} {}\n", view.rows, view.cols, view.entries());
  with_scalar(view.storage, [&]<class T>(T) {
    const T* values = static_cast<const T*>(view.values);
    for (Index i = 0; i < view.rows; ++i)
      for (Index e = view.start(i); e < view.start(i + 1); ++e)
        lines.write("{} {} {}\n", i + 1, view.columns[e] + 1, values[e]);
  });
}

}  // namespace

void format_mtx(const Table& table, const std::function<void(std::string_view)>& put) {
  LineWriter lines(put);
  if (table.sparse)
    format_coordinates(*table.rows().sparse(), lines);
  else
    format_array(table.view, lines);
  lines.flush();
}

}  // namespace l21::internal::io
