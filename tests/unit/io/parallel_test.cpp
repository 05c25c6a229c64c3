#include "io/table/parallel.hpp"

#include <sys/resource.h>

#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "support.hpp"

namespace l21::internal::test {
namespace {

using ReadThreads = FileTest;

// The threads that worked on 64 pieces of a millisecond.
std::set<std::thread::id> team_of(int threads) {
  std::set<std::thread::id> seen;
  std::mutex mutex;
  io::for_each_piece(64, threads, [&](std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::scoped_lock lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  return seen;
}

TEST(Pieces, RunOnAsManyThreadsAsAreAllowed) {
  EXPECT_EQ(team_of(1), std::set{std::this_thread::get_id()});
  const auto three = team_of(3);
  EXPECT_LE(three.size(), 3U);
  EXPECT_GE(three.size(), 2U);
  EXPECT_LE(team_of(0).size(), std::max(1U, std::thread::hardware_concurrency()));
}

TEST(Pieces, TheFirstFailureIsReportedForAnyNumberOfThreads) {
  for (const int threads : {0, 1, 2, 7}) {
    const auto run = [&] {
      io::for_each_piece(20, threads, [](std::size_t i) {
        if (i >= 4) throw std::runtime_error("piece " + std::to_string(i));
      });
    };
    EXPECT_EQ(message_of<std::runtime_error>(run), "piece 4") << threads;
  }
}

double seconds_of(int who) {
  rusage used{};
  ::getrusage(who, &used);
  return static_cast<double>(used.ru_utime.tv_sec) + 1e-6 * static_cast<double>(used.ru_utime.tv_usec);
}

// The share of the CPU time of reading that other threads than the calling one took.
double share_of_others(const std::string& path, int threads) {
  ReadOptions options;
  options.threads = threads;
  const double all = seconds_of(RUSAGE_SELF), own = seconds_of(RUSAGE_THREAD);
  for (int i = 0; i < 5; ++i) (void)read_table(path, options);
  const double total = seconds_of(RUSAGE_SELF) - all;
  return (total - (seconds_of(RUSAGE_THREAD) - own)) / total;
}

// Ten pieces of 2 MiB.
TEST_F(ReadThreads, TheCallingThreadReadsAloneWhenOneIsAllowed) {
  std::string text;
  for (int i = 0; i < 1 << 20; ++i) text += std::to_string(i) + "," + std::to_string(7 * i) + ".25\n";
  const std::string path = folder.write("long.csv", text);
  EXPECT_LE(share_of_others(path, 1), 0.1);
  EXPECT_GE(share_of_others(path, 4), 0.2);
}

TEST_F(ReadThreads, AnyNumberReadsTheSame) {
  for (int i = 0; i < 9; ++i)
    folder.write("images/" + std::to_string(i) + ".pgm", "P2\n2 1\n255\n" + std::to_string(i) + " 9\n");
  ReadOptions options;
  const auto expected = rows_of(read_table(folder / "images", options));
  EXPECT_EQ(expected.size(), 9U);
  for (options.threads = 1; options.threads < 12; ++options.threads)
    EXPECT_EQ(rows_of(read_table(folder / "images", options)), expected);
}

TEST_F(ReadThreads, NumbersThatMakeNoSenseAreRefused) {
  ReadOptions options;
  for (const int threads : {-1, 4097}) {
    options.threads = threads;
    EXPECT_EQ(message_of<InvalidArgument>([&] { (void)read_table(folder.path(), options); }),
              "threads must satisfy 0 <= threads <= 4096, got " + std::to_string(threads));
  }
}

}  // namespace
}  // namespace l21::internal::test
