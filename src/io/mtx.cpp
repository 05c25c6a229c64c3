#include "io/mtx.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "io/element.hpp"
#include "io/fail.hpp"
#include "io/number.hpp"
#include "io/shape.hpp"

namespace l21::io {
namespace {

enum class Symmetry { general, symmetric, skew };

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

Symmetry parse_banner(std::string_view line, const std::string& where) {
  std::string lower(line);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  WordReader words(lower, where);
  if (words.word() != "%%matrixmarket" || words.word() != "matrix") {
    data_error("{}:1: is not Matrix Market (it does not begin with '%%MatrixMarket matrix')", where);
  }
  const auto format = words.word();
  if (format == "coordinate") {
    data_error("{}: sparse 'coordinate' files are not supported by this version; convert it to a dense 'array'", where);
  }
  if (format != "array") data_error("{}:1: unknown format '{}', 'array' was expected", where, shown(format));
  const auto field = words.word();
  if (field != "real" && field != "integer" && field != "double") {
    data_error("{}:1: '{}' values cannot be read, only real and integer ones", where, shown(field));
  }
  const auto symmetry = words.word();
  if (symmetry == "general") return Symmetry::general;
  if (symmetry == "symmetric") return Symmetry::symmetric;
  if (symmetry == "skew-symmetric") return Symmetry::skew;
  data_error("{}:1: unknown symmetry '{}'; general and symmetric are read", where, shown(symmetry));
}

Index parse_extent(WordReader& words) {
  const auto word = words.word();
  Index value = -1;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || stop != word.data() + word.size() || value < 0) {
    data_error("{}: the size is not two counts: '{}'", words.place(), shown(word));
  }
  return value;
}

double parse_value(WordReader& words, Index i, Index j) {
  const auto word = words.word();
  if (word.empty()) data_error("{}: ends before the value of row {}, column {}", words.place(), i + 1, j + 1);
  const auto value = parse_number(word);
  if (!value || !std::isfinite(*value)) {
    const char* problem = value ? "not a finite number" : "not a number";
    data_error("{}: row {}, column {}: {}: '{}'", words.place(), i + 1, j + 1, problem, shown(word));
  }
  return *value;
}

void parse_values(WordReader& words, Symmetry symmetry, Index rows, Index cols, double* values) {
  for (Index j = 0; j < cols; ++j) {
    const Index first = symmetry == Symmetry::general ? 0 : symmetry == Symmetry::symmetric ? j : j + 1;
    if (symmetry == Symmetry::skew) values[j * rows + j] = 0.0;
    for (Index i = first; i < rows; ++i) {
      const double value = parse_value(words, i, j);
      values[j * rows + i] = value;
      if (symmetry != Symmetry::general) values[i * rows + j] = symmetry == Symmetry::skew ? -value : value;
    }
  }
  const auto extra = words.word();
  if (!extra.empty()) data_error("{}: more values than {} x {}: '{}'", words.place(), rows, cols, shown(extra));
}

}  // namespace

Table parse_mtx(std::string_view text, const std::string& where) {
  if (text.empty()) data_error("{}: the file is empty", where);
  WordReader words(text, where);
  const Symmetry symmetry = parse_banner(words.line(), where);
  words.skip_comments();
  const Index rows = parse_extent(words);
  const Index cols = parse_extent(words);
  if (symmetry != Symmetry::general && rows != cols) {
    data_error("{}: a symmetric matrix must be square, the size is {} x {}", where, rows, cols);
  }
  // Every value takes a digit and a blank; the lower triangle is less than half of the matrix by at most a row.
  const auto values = value_count({rows, cols});
  const std::size_t most = symmetry == Symmetry::general ? text.size() : 4 * text.size();
  if (!values || *values > most) data_error("{}: claims {} x {} values and is too short", where, rows, cols);
  if (*values == 0) data_error("{}: holds no values, its size is {} x {}", where, rows, cols);
  auto bytes = std::make_unique_for_overwrite<std::byte[]>(*values * sizeof(double));
  parse_values(words, symmetry, rows, cols, reinterpret_cast<double*>(bytes.get()));
  return shaped_table(std::move(bytes), Storage::float64, {rows, cols}, Order::column_major);
}

void format_mtx(const RowsView& view, const std::function<void(std::string_view)>& put) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  fmt::memory_buffer lines;
  const bool whole = view.storage == Storage::uint8 || view.storage == Storage::int16;
  fmt::format_to(std::back_inserter(lines), "%%MatrixMarket matrix array {} general\n{} {}\n",
                 whole ? "integer" : "real", view.rows, view.cols);
  with_scalar(view.storage, [&]<class T>(T) {
    for (Index j = 0; j < view.cols; ++j) {
      const T* column = static_cast<const T*>(view.data) + j * view.col_stride;
      for (Index i = 0; i < view.rows; ++i) {
        fmt::format_to(std::back_inserter(lines), "{}\n", column[i * view.row_stride]);
        if (lines.size() < kPiece) continue;
        put({lines.data(), lines.size()});
        lines.clear();
      }
    }
  });
  put({lines.data(), lines.size()});
}

}  // namespace l21::io
