#include "io/bytes/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <thread>

#include "support.hpp"

namespace l21::internal::test {
namespace {

using AtomicFile = FileTest;

TEST_F(AtomicFile, WritesWhatItIsGiven) {
  const std::string path = folder / "a.bin";
  io::write_file_atomically(path, to_bytes("hello"));
  EXPECT_EQ(slurp(path), "hello");
  EXPECT_EQ(io::read_file(path), to_bytes("hello"));
}

TEST_F(AtomicFile, ReplacesAnExistingFileAndKeepsItsPermissions) {
  const std::string path = folder.write("a.bin", "old content");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  io::write_file_atomically(path, to_bytes("new"));
  EXPECT_EQ(slurp(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(AtomicFile, LeavesTheOldFileAndNoTemporaryWhenWritingFails) {
  const std::string path = folder.write("a.bin", "old");
  const auto fail = [](const std::string& temporary) {
    std::ofstream(temporary) << "half";
    throw DataError("no more");
  };
  EXPECT_EQ(message_of<DataError>([&] { io::write_atomically(path, fail); }), "no more");
  EXPECT_EQ(slurp(path), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(AtomicFile, WritesThroughASymbolicLink) {
  const std::string target = folder.write("target.bin", "old");
  fs::create_symlink(target, folder / "link.bin");
  io::write_file_atomically(folder / "link.bin", to_bytes("new"));
  EXPECT_TRUE(fs::is_symlink(folder / "link.bin"));
  EXPECT_EQ(slurp(target), "new");
}

TEST_F(AtomicFile, WritesIntoAPipeInsteadOfReplacingIt) {
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string received;
  std::jthread reader([&] { received = slurp(path); });
  io::write_file_atomically(path, to_bytes("through"));
  reader.join();
  EXPECT_EQ(received, "through");
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(AtomicFile, ReportsAFullDevice) {
  EXPECT_EQ(message_of<DataError>([] { io::write_file_atomically("/dev/full", to_bytes("x")); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST_F(AtomicFile, ReportsAMissingFolder) {
  const std::string path = folder / "none/a.bin";
  EXPECT_EQ(message_of<DataError>([&] { io::write_file_atomically(path, to_bytes("x")); }),
            path + ": cannot be written: No such file or directory");
}

TEST_F(AtomicFile, RefusesToReplaceAFolder) {
  EXPECT_EQ(message_of<DataError>([&] { io::write_file_atomically(folder.path(), to_bytes("x")); }),
            folder.path() + ": is a folder, a file was expected");
}

TEST_F(AtomicFile, ReportsAMissingFileAndAFolderOnReading) {
  EXPECT_EQ(message_of<DataError>([&] { (void)io::read_file(folder / "none"); }),
            (folder / "none") + ": no such file; check the path");
  EXPECT_EQ(message_of<DataError>([&] { (void)io::read_file(folder.path()); }),
            folder.path() + ": is a folder, a file was expected");
}

TEST_F(AtomicFile, ReportsAFileThatMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::string path = folder.write("secret", "x");
  fs::permissions(path, fs::perms::none);
  EXPECT_EQ(message_of<DataError>([&] { (void)io::read_file(path); }), path + ": cannot be opened: Permission denied");
}

}  // namespace
}  // namespace l21::internal::test
