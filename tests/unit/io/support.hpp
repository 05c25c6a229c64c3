// What the tests of file formats share.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "io/table/element.hpp"
#include "l21/error.hpp"
#include "l21/io.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {

namespace fs = std::filesystem;

// A folder of its own for each test, gone afterwards.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (fs::temp_directory_path() / "l21pca-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] std::string path() const { return path_.string(); }
  std::string write(const std::string& name, std::string_view content) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
    return *this / name;
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

class FileTest : public ::testing::Test {
 protected:
  TempFolder folder;
};

inline std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

inline std::vector<std::byte> to_bytes(std::string_view text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

inline double value(const Table& table, Index i, Index j) {
  const RowsView& view = table.view;
  if (table.sparse) {
    const SparseView sparse = *table.rows().sparse();
    for (Index e = sparse.start(i); e < sparse.start(i + 1); ++e)
      if (sparse.columns[e] == j) return sparse.value(e);
    return 0;
  }
  return io::with_scalar(view.storage, [&]<class T>(T) {
    return static_cast<double>(static_cast<const T*>(view.data)[i * view.row_stride + j * view.col_stride]);
  });
}

inline std::vector<std::vector<double>> rows_of(const Table& table) {
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(table.view.rows));
  for (Index i = 0; i < table.view.rows; ++i) {
    for (Index j = 0; j < table.view.cols; ++j) rows[static_cast<std::size_t>(i)].push_back(value(table, i, j));
  }
  return rows;
}

using Rows = std::vector<std::vector<double>>;
using Names = std::vector<std::string>;

template <StoredScalar T>
Table make_table(Index rows, Index cols, const std::vector<T>& values) {
  Table table = Table::row_major(storage_of<T>(), rows, cols);
  std::copy(values.begin(), values.end(), table.values<T>());
  return table;
}

// 0, 1, 2, ... in a few odd sizes: enough to see every mistake of order.
template <StoredScalar T>
Table counting_table(Index rows, Index cols) {
  std::vector<T> values(static_cast<std::size_t>(rows * cols));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i);
  return make_table<T>(rows, cols, values);
}

}  // namespace l21::internal::test
