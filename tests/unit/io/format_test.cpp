#include "io/table/format.hpp"

#include "support.hpp"

namespace l21::internal::test {
namespace {

using FormatOfNames = FileTest;

TEST_F(FormatOfNames, ExtensionsAreKnownInAnyCase) {
  EXPECT_EQ(io::locate("x/A.NPY").format, io::Format::npy);
  EXPECT_EQ(io::locate("a.HDF5").format, io::Format::hdf5);
  EXPECT_EQ(io::locate("a.csv.gz").format, io::Format::text);
  EXPECT_TRUE(io::locate("a.csv.gz").gzip);
  EXPECT_EQ(io::locate("a.mtx.gz").format, io::Format::matrix_market);
  EXPECT_FALSE(io::locate("a.npy.gz").format);
  EXPECT_FALSE(io::locate("npy").format);
}

TEST_F(FormatOfNames, MembersAreSplitOffBehindTheFirstFittingColon) {
  const auto mat = io::locate("dir:1/a.mat:X:y");
  EXPECT_EQ(mat.file, "dir:1/a.mat");
  EXPECT_EQ(mat.member, "X:y");
  const auto h5 = io::locate("a.h5:/group/data.csv");
  EXPECT_EQ(h5.file, "a.h5");
  EXPECT_EQ(h5.member, "/group/data.csv");
  EXPECT_FALSE(io::locate("a.npy:x").format);
}

TEST_F(FormatOfNames, AnExistingFileWinsOverTheSplit) {
  const std::string path = folder.write("a.mat:X", "anything");
  EXPECT_EQ(io::locate(path).file, path);
  EXPECT_FALSE(io::locate(path).member);
  EXPECT_EQ(io::locate(path).format, io::Format::mat);
}

TEST_F(FormatOfNames, UnknownExtensionsAreAnsweredByTheList) {
  const std::string path = folder.write("a.xlsx", "anything");
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }),
            path +
                ": its extension '.xlsx' is none of .npy, .npz, .csv, .tsv, .txt, .mat, .h5, .hdf5, .mtx, .svm, "
                ".svmlight, .libsvm (text also with "
                ".gz); rename or convert it");
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(folder / "none.xlsx"); }),
            (folder / "none.xlsx") + ": no such file; check the path");
}

TEST_F(FormatOfNames, WhatCannotBeWrittenIsSaidBeforehand) {
  const auto mistake = [](const std::string& path) {
    return message_of<InvalidArgument>([&] { check_writable(path); });
  };
  EXPECT_NO_THROW(check_writable("-"));
  EXPECT_NO_THROW(check_writable(folder / "new.npy"));
  EXPECT_NO_THROW(check_writable((folder / "new.h5") + ":/a/b"));
  EXPECT_NO_THROW(check_writable("new.csv"));
  for (const std::string name : {"a.txt", "a.xlsx", "a", "a.npy.gz", "a.mtx.gz", "a.mat:X"}) {
    EXPECT_EQ(mistake(folder / name), (folder / name) +
                                          ": cannot be written, its extension is none of .npy, .npz, .csv, "
                                          ".tsv, .csv.gz, .tsv.gz, .mat, .h5, .hdf5, .mtx");
  }
  EXPECT_EQ(mistake(folder / "none/a.npy"),
            (folder / "none/a.npy") + ": the folder " + (folder / "none") + " does not exist; create it first");
  fs::create_directory(folder / "dir.npy");
  EXPECT_EQ(mistake(folder / "dir.npy"), (folder / "dir.npy") + ": is a folder, name a file in it");
  folder.write("file", "");
  EXPECT_EQ(mistake((folder / "file") + "/a.npy"),
            (folder / "file") + "/a.npy: " + (folder / "file") + " is not a folder");
  EXPECT_EQ(message_of<InvalidArgument>([&] {
              write_table(folder / "a.doc", counting_table<double>(1, 1));
            }).find("cannot be written"),
            (folder / "a.doc").size() + 2);
}

TEST_F(FormatOfNames, AFolderThatMayNotBeWrittenIsSaidBeforehand) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  const std::string message = message_of<InvalidArgument>([&] { check_writable(folder / "a.npy"); });
  fs::permissions(folder.path(), fs::perms::owner_all);
  EXPECT_EQ(message, (folder / "a.npy") + ": the folder " + folder.path() + " cannot be written to: Permission denied");
}

}  // namespace
}  // namespace l21::internal::test
