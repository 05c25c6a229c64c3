#include "io/numpy/npz.hpp"

#include "io/numpy/npy.hpp"
#include "support.hpp"

namespace l21::internal::test {
namespace {

class Npz : public FileTest {
 protected:
  std::string write(const std::string& name,
                    const std::vector<std::pair<std::string, std::vector<std::byte>>>& members) {
    io::ZipWriter writer;
    for (const auto& [member, bytes] : members) writer.add(member, bytes);
    const auto bytes = writer.finish();
    return folder.write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  const std::vector<std::byte> matrix = io::format_npy(counting_table<double>(2, 3).view, {2, 3});
  const std::vector<std::byte> vector = io::format_npy(counting_table<float>(4, 1).view, {4});
};

TEST_F(Npz, TheOnlyArrayNeedsNoName) {
  EXPECT_EQ(rows_of(read_table(write("a.npz", {{"x.npy", matrix}}))), (Rows{{0, 1, 2}, {3, 4, 5}}));
}

TEST_F(Npz, OneOfSeveralIsNamedBehindAColon) {
  const std::string path = write("a.npz", {{"x.npy", matrix}, {"y.npy", vector}});
  EXPECT_EQ(read_table(path + ":y").view.storage, Storage::float32);
  EXPECT_EQ(read_table(path + ":x").view.cols, 3);
}

TEST_F(Npz, SeveralWithoutANameAreListed) {
  const std::string path = write("a.npz", {{"x.npy", matrix}, {"y.npy", vector}});
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }),
            path + ": holds several arrays: x (2, 3), y (4); name one as " + path + ":NAME");
}

TEST_F(Npz, AMissingNameIsAnsweredByTheList) {
  const std::string path = write("a.npz", {{"x.npy", matrix}});
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path + ":z"); }),
            path + ": has no array 'z'; it has x (2, 3)");
}

TEST_F(Npz, AnArchiveWithoutArraysIsRefused) {
  const std::string path = write("a.npz", {{"readme.txt", to_bytes("hello")}});
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }), path + ": holds no arrays");
  const std::string texts = write("b.npz", {{"t.npy", io::format_npy_strings({"a"})}});
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(texts); }), texts + ": holds no numbers, only texts: t (1)");
}

TEST_F(Npz, ADamagedMemberIsNamed) {
  const std::string path = write("a.npz", {{"x.npy", to_bytes("not an array")}});
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }),
            path + ":x: is not an .npy array (it does not begin with \\x93NUMPY)");
}

TEST_F(Npz, AFileWithAColonInItsNameIsTakenAsItIs) {
  const std::string path = write("a.npz:x", {{"x.npy", vector}});
  EXPECT_EQ(read_table(path).view.rows, 4);
}

TEST_F(Npz, NamesAndShapeAreWrittenAndReadBack) {
  Table table = counting_table<std::uint8_t>(2, 4);
  table.sample_shape = {2, 2};
  table.row_ids = {"first", "zweite Größe"};
  table.column_names = {"a", "b", "c", "d"};
  write_table(folder / "a.npz", table);
  const Table back = read_table(folder / "a.npz");
  EXPECT_EQ(rows_of(back), rows_of(table));
  EXPECT_EQ(back.sample_shape, table.sample_shape);
  EXPECT_EQ(back.row_ids, table.row_ids);
  EXPECT_EQ(back.id_name, "id");
  EXPECT_EQ(back.column_names, table.column_names);
}

}  // namespace
}  // namespace l21::internal::test
