#include <hdf5.h>

#include "support.hpp"

namespace l21::internal::test {
namespace {

class Hdf5 : public FileTest {
 protected:
  template <class T>
  void add(const std::string& name, hid_t file_type, hid_t memory_type, std::vector<hsize_t> extents,
           const std::vector<T>& values) {
    const bool exists = fs::exists(path);
    const hid_t file = exists ? H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)
                              : H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t space = H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr);
    const hid_t set = H5Dcreate2(file, name.c_str(), file_type, space, links, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(links);
    H5Fclose(file);
  }
  const std::string path = folder / "a.h5";
  const std::vector<double> six{0, 1, 2, 3, 4, 5};
};

TEST_F(Hdf5, TheOnlyDataSetIsFoundInItsGroup) {
  add("/group/deep/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, {2, 3}, six);
  EXPECT_EQ(rows_of(read_table(path)), (Rows{{0, 1, 2}, {3, 4, 5}}));
}

TEST_F(Hdf5, EveryNumberTypeIsRead) {
  const std::pair<hid_t, Storage> types[] = {{H5T_IEEE_F64BE, Storage::float64}, {H5T_IEEE_F32LE, Storage::float32},
                                             {H5T_STD_U8LE, Storage::uint8},     {H5T_STD_I16BE, Storage::int16},
                                             {H5T_STD_I8LE, Storage::float64},   {H5T_STD_U16LE, Storage::float64},
                                             {H5T_STD_I32LE, Storage::float64},  {H5T_STD_U64BE, Storage::float64}};
  int i = 0;
  for (const auto& [type, storage] : types) add("x" + std::to_string(i++), type, H5T_NATIVE_DOUBLE, {2, 3}, six);
  i = 0;
  for (const auto& [type, storage] : types) {
    const Table table = read_table(path + ":x" + std::to_string(i++));
    EXPECT_EQ(table.view.storage, storage) << i;
    EXPECT_EQ(rows_of(table), (Rows{{0, 1, 2}, {3, 4, 5}})) << i;
  }
}

TEST_F(Hdf5, TrailingAxesAreKeptAsSampleShape) {
  add("x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, {1, 2, 3}, six);
  const Table table = read_table(path);
  EXPECT_EQ(rows_of(table), (Rows{{0, 1, 2, 3, 4, 5}}));
  EXPECT_EQ(table.sample_shape, (std::vector<Index>{2, 3}));
}

TEST_F(Hdf5, SeveralOrMissingDataSetsAreListed) {
  add("/x", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, {6}, six);
  add("/g/y", H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, {6}, six);
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }),
            path + ": holds several data sets: /g/y, /x; name one as " + path + ":/PATH");
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path + ":/z"); }),
            path + ": has no data set '/z'; it has /g/y, /x");
  EXPECT_EQ(read_table(path + ":g/y").view.rows, 6);
}

TEST_F(Hdf5, TextsAndRecordsAreRefused) {
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, 4);
  add("t", text, text, {1}, std::vector<char>{'a', 'b', 'c', 0});
  H5Tclose(text);
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }), path + ":/t: holds texts, not numbers");
  const hid_t complex = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(complex, "r", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert(complex, "i", 8, H5T_NATIVE_DOUBLE);
  add("c", complex, complex, {1}, std::vector<double>{1, 2});
  H5Tclose(complex);
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path + ":c"); }),
            path + ":/c: holds complex numbers or records; save its real part or one field");
}

TEST_F(Hdf5, ADataSetThatWasNeverFilledIsRefusedBeforeAllocation) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t extents[] = {1000000, 1000000};
  const hsize_t chunk[] = {100, 100};
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(creation, 2, chunk);
  const hid_t space = H5Screate_simple(2, extents, nullptr);
  H5Dclose(H5Dcreate2(file, "x", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
  H5Sclose(space);
  H5Pclose(creation);
  H5Fclose(file);
  EXPECT_EQ(
      message_of<DataError>([&] { (void)read_table(path); }),
      path +
          ":/x: shape (1000000, 1000000) claims far more than the 0 bytes stored; the file is damaged or was never "
          "filled");
}

TEST_F(Hdf5, WhatIsNotHdf5IsRefusedInSilence) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(folder.write("b.h5", "garbage")); }),
            (folder / "b.h5") + ": is not an HDF5 file, or is damaged");
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(folder.write("c.h5", "")); }),
            (folder / "c.h5") + ": the file is empty");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(Hdf5, TheCallersErrorPrinterIsPutBack) {
  H5E_auto2_t before = nullptr;
  H5E_auto2_t after = nullptr;
  void* context = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &context);
  EXPECT_THROW((void)read_table(folder.write("b.h5", "garbage")), DataError);
  H5Eget_auto2(H5E_DEFAULT, &after, &context);
  EXPECT_EQ(before, after);
}

TEST_F(Hdf5, WhatIsWrittenIsReadBack) {
  Table table = counting_table<std::int16_t>(2, 6);
  table.sample_shape = {3, 2};
  write_table(folder / "b.h5", table);
  const Table back = read_table((folder / "b.h5") + ":/data");
  EXPECT_EQ(back.view.storage, Storage::int16);
  EXPECT_EQ(rows_of(back), rows_of(table));
  EXPECT_EQ(back.sample_shape, table.sample_shape);
}

TEST_F(Hdf5, APathWithGroupsIsWritten) {
  Table table = counting_table<float>(2, 3);
  table.view = table.view.transposed();
  write_table((folder / "b.hdf5") + ":/a/b/c", table);
  EXPECT_EQ(rows_of(read_table((folder / "b.hdf5") + ":/a/b/c")), rows_of(table));
  EXPECT_EQ(message_of<DataError>([&] { write_table((folder / "c.h5") + ":/", table); }),
            (folder / "c.h5") + ": HDF5 cannot hold a data set '/'; choose another path");
  EXPECT_EQ(folder.entries(), 1u);
}

}  // namespace
}  // namespace l21::internal::test
