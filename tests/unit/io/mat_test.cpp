#include <matio.h>

#include <numeric>

#include "support.hpp"

namespace l21::internal::test {
namespace {

class Mat : public FileTest {
 protected:
  struct Variable {
    std::string name;
    matio_classes class_type = MAT_C_DOUBLE;
    matio_types data_type = MAT_T_DOUBLE;
    std::vector<std::size_t> extents;
    const void* data = nullptr;
    int flags = 0;
  };
  void write(const std::vector<Variable>& variables, mat_ft version = MAT_FT_MAT5,
             matio_compression compression = MAT_COMPRESSION_NONE) {
    mat_t* file = Mat_CreateVer(path.c_str(), nullptr, version);
    for (Variable variable : variables) {
      matvar_t* created = Mat_VarCreate(variable.name.c_str(), variable.class_type, variable.data_type,
                                        static_cast<int>(variable.extents.size()), variable.extents.data(),
                                        const_cast<void*>(variable.data), variable.flags);
      ASSERT_EQ(Mat_VarWrite(file, created, compression), 0);
      Mat_VarFree(created);
    }
    Mat_Close(file);
  }
  std::string error(const std::string& name) {
    return message_of<DataError>([&] { (void)read_table(name); });
  }

  const std::string path = folder / "a.mat";
  const std::vector<double> six{1, 2, 3, 4, 5, 6};
  const Variable matrix{"X", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 3}, six.data()};
  const Rows matrix_rows{{1, 3, 5}, {2, 4, 6}};
};

TEST_F(Mat, EveryVersionIsReadColumnMajor) {
  struct Case {
    mat_ft version;
    matio_compression compression;
  };
  for (const auto& [version, compression] :
       {Case{MAT_FT_MAT4, MAT_COMPRESSION_NONE}, Case{MAT_FT_MAT5, MAT_COMPRESSION_NONE},
        Case{MAT_FT_MAT5, MAT_COMPRESSION_ZLIB}, Case{MAT_FT_MAT73, MAT_COMPRESSION_NONE},
        Case{MAT_FT_MAT73, MAT_COMPRESSION_ZLIB}}) {
    write({matrix}, version, compression);
    const Table table = read_table(path);
    EXPECT_EQ(rows_of(table), matrix_rows) << version;
    EXPECT_EQ(table.view.row_stride, 1);
    EXPECT_EQ(table.view.col_stride, 2);
    EXPECT_EQ(rows_of(read_table(path + ":X")), matrix_rows);
  }
}

TEST_F(Mat, FourTypesAreKeptAndOthersBecomeDoubles) {
  const std::uint8_t bytes[] = {1, 2, 3, 200};
  const std::int16_t shorts[] = {-1, 2, 3, 4};
  const float singles[] = {0.5f, 2, 3, 4};
  const std::int32_t ints[] = {-100000, 2, 3, 4};
  const std::uint64_t longs[] = {1, 2, 3, 4};
  write({{"b", MAT_C_UINT8, MAT_T_UINT8, {2, 2}, bytes},
         {"s", MAT_C_INT16, MAT_T_INT16, {2, 2}, shorts},
         {"f", MAT_C_SINGLE, MAT_T_SINGLE, {2, 2}, singles},
         {"i", MAT_C_INT32, MAT_T_INT32, {2, 2}, ints},
         {"l", MAT_C_UINT64, MAT_T_UINT64, {2, 2}, longs}});
  EXPECT_EQ(read_table(path + ":b").view.storage, Storage::uint8);
  EXPECT_EQ(rows_of(read_table(path + ":b")), (Rows{{1, 3}, {2, 200}}));
  EXPECT_EQ(read_table(path + ":s").view.storage, Storage::int16);
  EXPECT_EQ(rows_of(read_table(path + ":s")), (Rows{{-1, 3}, {2, 4}}));
  EXPECT_EQ(read_table(path + ":f").view.storage, Storage::float32);
  EXPECT_EQ(rows_of(read_table(path + ":f")), (Rows{{0.5, 3}, {2, 4}}));
  EXPECT_EQ(read_table(path + ":i").view.storage, Storage::float64);
  EXPECT_EQ(rows_of(read_table(path + ":i")), (Rows{{-100000, 3}, {2, 4}}));
  EXPECT_EQ(rows_of(read_table(path + ":l")), (Rows{{1, 3}, {2, 4}}));
}

TEST_F(Mat, TheFirstOfThreeAxesIsRows) {
  std::vector<double> values(24);
  std::iota(values.begin(), values.end(), 0.0);
  for (const auto version : {MAT_FT_MAT5, MAT_FT_MAT73}) {
    write({{"X", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 3, 4}, values.data()}}, version);
    const Table table = read_table(path);
    EXPECT_EQ(table.sample_shape, (std::vector<Index>{3, 4}));
    // Element (i, j, k) lies at i + 2 j + 6 k and becomes column 4 j + k.
    for (Index i = 0; i < 2; ++i) {
      for (Index j = 0; j < 3; ++j) {
        for (Index k = 0; k < 4; ++k) EXPECT_EQ(value(table, i, 4 * j + k), static_cast<double>(i + 2 * j + 6 * k));
      }
    }
  }
}

TEST_F(Mat, AMatrixAmongVectorsAndTextsNeedsNoName) {
  write(
      {{"label", MAT_C_DOUBLE, MAT_T_DOUBLE, {6, 1}, six.data()}, matrix, {"t", MAT_C_CHAR, MAT_T_UTF8, {1, 2}, "ab"}});
  EXPECT_EQ(rows_of(read_table(path)), matrix_rows);
}

TEST_F(Mat, SeveralMatricesAreListed) {
  write({matrix, {"Y", MAT_C_DOUBLE, MAT_T_DOUBLE, {3, 2}, six.data()}});
  EXPECT_EQ(error(path), path + ": holds several matrices: X (2 x 3), Y (3 x 2); name one as " + path + ":VARIABLE");
  EXPECT_EQ(error(path + ":Z"), path + ": has no variable 'Z'; it has X (2 x 3), Y (3 x 2)");
}

TEST_F(Mat, WhatIsNoRealMatrixIsRefusedWithTheReason) {
  mat_complex_split_t complex{const_cast<double*>(six.data()), const_cast<double*>(six.data())};
  write({{"c", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 3}, &complex, MAT_F_COMPLEX},
         {"t", MAT_C_CHAR, MAT_T_UTF8, {1, 2}, "ab"}});
  EXPECT_EQ(error(path + ":c"), path + ":c: is complex; save its real part; a real numeric matrix is needed");
  EXPECT_EQ(error(path + ":t"), path + ":t: is text; a real numeric matrix is needed");
  EXPECT_EQ(error(path),
            path + ": holds no real numeric matrix; it has c (2 x 3: complex; save its real part), t (1 x 2: text)");
}

TEST_F(Mat, SparseMatricesCellsAndStructsAreRefused) {
  mat_uint32_t rows[] = {0, 1};
  mat_uint32_t starts[] = {0, 1, 2};
  double values[] = {1, 2};
  mat_sparse_t sparse{};
  sparse.nzmax = sparse.nir = sparse.ndata = 2;
  sparse.njc = 3;
  sparse.ir = rows;
  sparse.jc = starts;
  sparse.data = values;
  write({{"S", MAT_C_SPARSE, MAT_T_DOUBLE, {2, 2}, &sparse, MAT_F_DONT_COPY_DATA}});
  EXPECT_EQ(error(path + ":S"), path + ":S: is sparse; convert it with full(); a real numeric matrix is needed");

  mat_t* file = Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT5);
  std::size_t extents[] = {1, 1};
  const char* fields[] = {"f", nullptr};
  matvar_t* record = Mat_VarCreateStruct("R", 2, extents, fields, 1);
  Mat_VarWrite(file, record, MAT_COMPRESSION_NONE);
  Mat_VarFree(record);
  matvar_t* cells[] = {nullptr};
  matvar_t* cell = Mat_VarCreate("C", MAT_C_CELL, MAT_T_CELL, 2, extents, cells, 0);
  Mat_VarWrite(file, cell, MAT_COMPRESSION_NONE);
  Mat_VarFree(cell);
  Mat_Close(file);
  EXPECT_EQ(error(path + ":R"), path + ":R: is a struct; a real numeric matrix is needed");
  EXPECT_EQ(error(path + ":C"), path + ":C: is a cell array; a real numeric matrix is needed");
}

TEST_F(Mat, DamagedFilesAreRefusedInSilence) {
  ::testing::internal::CaptureStderr();
  folder.write("a.mat", "this is not a MATLAB file at all, whatever its name may say about it");
  EXPECT_EQ(error(path), path + ": is not a MATLAB file, or is damaged");
  folder.write("a.mat", "");
  EXPECT_EQ(error(path), path + ": the file is empty");
  std::vector<double> many(10000, 1.0);
  write({{"X", MAT_C_DOUBLE, MAT_T_DOUBLE, {100, 100}, many.data()}}, MAT_FT_MAT5, MAT_COMPRESSION_NONE);
  const std::string whole = slurp(path);
  for (const std::size_t length : {130u, 200u, 40000u, static_cast<unsigned>(whole.size()) - 1}) {
    folder.write("b.mat", whole.substr(0, length));
    EXPECT_EQ(error(folder / "b.mat"), (folder / "b.mat") + ": is cut off after " + std::to_string(length) + " bytes");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(Mat, WhatIsWrittenIsReadBack) {
  Table table = counting_table<float>(3, 4);
  table.sample_shape = {2, 2};
  write_table(path, table);
  const Table back = read_table(path + ":data");
  EXPECT_EQ(back.view.storage, Storage::float32);
  EXPECT_EQ(rows_of(back), rows_of(table));
  EXPECT_EQ(back.sample_shape, table.sample_shape);
  const std::string first = slurp(path);
  write_table(path, table);
  EXPECT_EQ(slurp(path), first);
}

TEST_F(Mat, EveryStorageIsWritten) {
  for (const Table& table : {counting_table<double>(2, 3), counting_table<float>(2, 3)}) {
    write_table(path, table);
    EXPECT_EQ(rows_of(read_table(path)), rows_of(table));
    EXPECT_EQ(read_table(path).view.storage, table.view.storage);
  }
  write_table(path, counting_table<std::uint8_t>(2, 3));
  EXPECT_EQ(read_table(path).view.storage, Storage::uint8);
  write_table(path, counting_table<std::int16_t>(2, 3));
  EXPECT_EQ(read_table(path).view.storage, Storage::int16);
}

}  // namespace
}  // namespace l21::internal::test
