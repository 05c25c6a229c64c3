#include "io/table/sparse.hpp"

#include "io/numpy/npy.hpp"
#include "io/numpy/scipy_npz.hpp"
#include "io/text/svmlight.hpp"
#include "support.hpp"

namespace l21::internal::test {
namespace {

using SparseFile = FileTest;

Table svm(std::string_view text) {
  return io::parse_svmlight(text, "t.svm");
}
std::string svm_error(std::string_view text) {
  return message_of<DataError>([&] { (void)svm(text); });
}

TEST(Svmlight, RowsHaveALabelAndEntries) {
  const Table table = svm("# remark\n+1 qid:3 1:0.5 4:-2 # more\n\n-1\n3.5 2:1e2\r\n");
  EXPECT_EQ(rows_of(table), (Rows{{0.5, 0, 0, -2}, {0, 0, 0, 0}, {0, 100, 0, 0}}));
  EXPECT_EQ(table.row_ids, (std::vector<std::string>{"+1", "-1", "3.5"}));
  EXPECT_EQ(table.id_name, "label");
}

TEST(Svmlight, ColumnsCountFromZeroWhereOneOfThemIsZero) {
  EXPECT_EQ(rows_of(svm("0 0:1 2:3\n0 1:2\n")), (Rows{{1, 0, 3}, {0, 2, 0}}));
  EXPECT_EQ(rows_of(svm("0 3:3 1:1\n")), (Rows{{1, 0, 3}}));
}

TEST(Svmlight, BadLinesAreReportedWithTheirPlace) {
  EXPECT_EQ(svm_error(""), "t.svm: the file is empty");
  EXPECT_EQ(svm_error("1\n2\n"), "t.svm: no row has an entry");
  EXPECT_EQ(svm_error("1 2:3\n1:5 2:3\n"),
            "t.svm:2: row 2: begins with '1:5'; a line begins with a label, 0 where there is none");
  EXPECT_EQ(svm_error("1 2\n"), "t.svm:1: row 1: '2' is not column:value");
  EXPECT_EQ(svm_error("1 -2:4\n"), "t.svm:1: row 1: '-2' is not a column number");
  EXPECT_EQ(svm_error("1 2:x\n"), "t.svm:1: row 1, column 2: not a number: 'x'");
  EXPECT_EQ(svm_error("1 2:nan\n"), "t.svm:1: row 1, column 2: not a finite number: 'nan'");
  EXPECT_EQ(svm_error("1 2:1 2:4\n"), "t.svm: row 1, column 2: two entries; add them up first");
  EXPECT_EQ(svm_error("1 2000000000:1\n"), "t.svm: claims a size of 1 x 2000000000, but has 1 entries only");
}

class ScipyNpz : public FileTest {
 protected:
  using Members = std::vector<std::pair<std::string, std::vector<std::byte>>>;

  template <class T>
  static std::vector<std::byte> array(const std::string& descr, const std::vector<T>& values) {
    auto bytes = io::format_npy_header(descr, {static_cast<Index>(values.size())});
    const auto* data = reinterpret_cast<const std::byte*>(values.data());
    bytes.insert(bytes.end(), data, data + values.size() * sizeof(T));
    return bytes;
  }
  static std::vector<std::byte> text(const std::string& value) {
    auto bytes = io::format_npy_header("|S" + std::to_string(value.size()), {});
    for (const char c : value) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
  }
  std::string write(const Members& members) {
    io::ZipWriter writer;
    for (const auto& [member, bytes] : members) writer.add(member, bytes);
    const auto bytes = writer.finish();
    return folder.write("s.npz", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  // 2 x 3: (1, 0, 2), (0, 3, 0)
  Members csr() const {
    return {{"indices.npy", array<std::int32_t>("<i4", {0, 2, 1})},
            {"indptr.npy", array<std::int32_t>("<i4", {0, 2, 3})},
            {"format.npy", text("csr")},
            {"shape.npy", array<std::int64_t>("<i8", {2, 3})},
            {"data.npy", array<double>("<f8", {1, 2, 3})}};
  }
  std::string error(const Members& members) {
    const std::string path = write(members);
    const std::string message = message_of<DataError>([&] { (void)read_table(path); });
    return message.substr(0, path.size()) == path ? message.substr(path.size()) : message;
  }
};

TEST_F(ScipyNpz, CompressedRowsColumnsAndCoordinatesAreRead) {
  const Rows expected{{1, 0, 2}, {0, 3, 0}};
  Members members = csr();
  EXPECT_EQ(rows_of(read_table(write(members))), expected);
  members[2].second = text("csc");
  members[0].second = array<std::int32_t>("<i4", {0, 1, 0});
  members[1].second = array<std::int64_t>("<i8", {0, 1, 2, 3});
  members[4].second = array<float>("<f4", {1, 3, 2});
  EXPECT_EQ(rows_of(read_table(write(members))), expected);
  EXPECT_EQ(rows_of(read_table(write({{"row.npy", array<std::int32_t>("<i4", {1, 0, 0})},
                                      {"col.npy", array<std::int32_t>("<i4", {1, 2, 0})},
                                      {"format.npy", text("coo")},
                                      {"shape.npy", array<std::int64_t>("<i8", {2, 3})},
                                      {"data.npy", array<std::int64_t>("<i8", {3, 2, 1})}}))),
            expected);
}

TEST_F(ScipyNpz, UnsortedRowsAreSorted) {
  Members members = csr();
  members[0].second = array<std::int32_t>("<i4", {2, 0, 1});
  const Table table = read_table(write(members));
  EXPECT_EQ(rows_of(table), (Rows{{2, 0, 1}, {0, 3, 0}}));
  EXPECT_EQ(table.sparse->columns, (std::vector<std::int32_t>{0, 2, 1}));
}

TEST_F(ScipyNpz, ArraysThatDoNotFitAreReported) {
  const auto with = [&](std::size_t member, std::vector<std::byte> bytes) {
    Members members = csr();
    members[member].second = std::move(bytes);
    return error(members);
  };
  EXPECT_EQ(with(0, array<std::int32_t>("<i4", {0, 3, 1})), ": row 1: an entry in column 4, but there are 3 columns");
  EXPECT_EQ(with(0, array<std::int32_t>("<i4", {0, -1, 1})), ": row 1: an entry in column 0, but there are 3 columns");
  EXPECT_EQ(with(0, array<std::int32_t>("<i4", {2, 2, 1})), ": row 1, column 3: two entries; add them up first");
  EXPECT_EQ(with(0, array<std::int32_t>("<i4", {0, 2})),
            ": 3 values, 2 column numbers, and row pointers that end at 3: these must be equal");
  EXPECT_EQ(with(0, array<double>("<f8", {0, 2, 1})),
            ":indices: holds '<f8', but row and column numbers are '<i4' or '<i8'");
  EXPECT_EQ(with(0, array<std::int64_t>("<i8", {0, 1LL << 40, 1})),
            ":indices: number 2 is 1099511627776, which is too large");
  EXPECT_EQ(with(1, array<std::int32_t>("<i4", {0, 4, 3})),
            ": row 2 begins at entry 4 and ends at entry 3: row pointers must not fall");
  EXPECT_EQ(with(1, array<std::int32_t>("<i4", {0, 3})),
            ": 2 row pointers for 2 rows; there must be one more than rows");
  EXPECT_EQ(with(1, array<std::int32_t>("<i4", {1, 2, 3})), ": the first row begins at entry 1; it must be 0");
  EXPECT_EQ(with(2, text("bsr")),
            ": a sparse matrix in format 'bsr'; csr, csc and coo are read (scipy: matrix.tocsr())");
  EXPECT_EQ(with(3, array<std::int64_t>("<i8", {2})), ":shape: is not the number of rows and of columns");
  EXPECT_EQ(with(3, array<std::int64_t>("<i8", {2, 1LL << 40})),
            ": 2 x 1099511627776 is too large, at most 2147483647 rows and columns are read");
}

TEST_F(ScipyNpz, ASparseTableIsWrittenAndReadAgain) {
  const Table table = svm("1 1:0.5 4:-2\n0\n0 2:3\n");
  const std::string path = folder / "again.npz";
  write_table(path, table);
  const Table again = read_table(path);
  EXPECT_EQ(rows_of(again), rows_of(table));
  EXPECT_EQ(again.row_ids, table.row_ids);
}

TEST_F(SparseFile, ColumnsAreChosenAndTablesTurned) {
  const std::string path = folder.write("t.svm", "1 1:0.5 4:-2\n0 2:3\n");
  ReadOptions chosen, excluding, turning, with_id;
  chosen.columns = {"4", "1"};
  excluding.exclude = {"2-3"};
  turning.transpose = true;
  with_id.id_column = "1";
  EXPECT_EQ(rows_of(read_table(path, chosen)), (Rows{{-2, 0.5}, {0, 0}}));
  EXPECT_EQ(rows_of(read_table(path, excluding)), (Rows{{0.5, -2}, {0, 0}}));
  const Table turned = read_table(path, turning);
  EXPECT_EQ(rows_of(turned), (Rows{{0.5, 0}, {0, 3}, {0, 0}, {-2, 0}}));
  EXPECT_EQ(turned.column_names, (std::vector<std::string>{"1", "0"}));
  EXPECT_EQ(message_of<InvalidArgument>([&] { (void)read_table(path, with_id); }),
            path + ": an id column needs a dense table, and this one is sparse");
}

TEST_F(SparseFile, IsNotWrittenWhereZerosWouldBe) {
  const Table table = svm("1 1:0.5\n");
  const std::string path = folder / "t.csv";
  EXPECT_EQ(message_of<InvalidArgument>([&] { write_table(path, table); }),
            path + ": a sparse table is written as .npz or .mtx");
  EXPECT_EQ(message_of<InvalidArgument>([&] { write_table("-", table); }),
            "standard output: a sparse table is written as a .npz or .mtx file");
}

}  // namespace
}  // namespace l21::internal::test
