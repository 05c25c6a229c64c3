#include "rows/block_loop.hpp"

#include <map>
#include <mutex>
#include <vector>

#include "rows/dense_rows.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// 16 slots are affordable, and every loop is worth threads.
constexpr std::size_t kLargeSums = std::size_t{4} << 20;

template <class T>
class BlockLoopTest : public testing::Test {};
TYPED_TEST_SUITE(BlockLoopTest, BothPrecisions);

using Cut = std::map<int, std::vector<std::pair<Index, Index>>>;  // slot: first, count of its blocks in order of visits

template <class T>
Cut visited(BlockLoop<T>& loop) {
  Cut cut;
  std::mutex mutex;
  loop.run([&](const typename BlockLoop<T>::Block& block) {
    const std::lock_guard lock(mutex);
    EXPECT_LT(block.thread, loop.threads());
    EXPECT_LE(block.count, loop.block_rows());
    cut[block.slot].emplace_back(block.first, block.count);
  });
  return cut;
}

// Rows around one, two and many block boundaries; 252 rows of 5 columns are a block.
TYPED_TEST(BlockLoopTest, VisitsEveryRowOnceAndInOrderWithinASlot) {
  using T = TypeParam;
  for (const Index n : {1, 2, 251, 252, 253, 503, 504, 505, 4031, 4032, 4033, 9001}) {
    const RowMatrix<double> X = random_rows(n, 5, 1);
    const DenseRows<T> source(rows_of(X), RowPreparation::identity(5));
    for (const int threads : kThreadCounts) {
      BlockLoop<T> loop(source, threads, kLargeSums);
      EXPECT_LE(loop.slots(), 16);
      EXPECT_EQ(loop.threads(), std::min(threads, loop.slots()));
      Index next = 0;
      const Cut cut = visited(loop);
      EXPECT_EQ(static_cast<int>(cut.size()), loop.slots());
      for (const auto& [slot, blocks] : cut)
        for (const auto& [first, count] : blocks) {
          EXPECT_EQ(first, next);
          EXPECT_GE(count, 1);
          next = first + count;
        }
      EXPECT_EQ(next, n);
    }
  }
}

TYPED_TEST(BlockLoopTest, CutsTheRowsTheSameWayForAnyNumberOfThreads) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(5000, 3, 1);
  const DenseRows<T> source(rows_of(X), RowPreparation::identity(3));
  for (const std::size_t bytes : {std::size_t{0}, kLargeSums, std::size_t{20} << 20, std::size_t{1} << 30}) {
    BlockLoop<T> alone(source, 1, bytes);
    const Cut expected = visited(alone);
    for (const int threads : kThreadCounts) {
      BlockLoop<T> loop(source, threads, bytes);
      EXPECT_EQ(visited(loop), expected);
    }
  }
}

TYPED_TEST(BlockLoopTest, HasFewerSlotsWhereSumsAreLarge) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(9000, 3, 1);
  const DenseRows<T> source(rows_of(X), RowPreparation::identity(3));
  EXPECT_EQ(BlockLoop<T>(source, 1, 0).slots(), 16);
  EXPECT_EQ(BlockLoop<T>(source, 1, std::size_t{8} << 20).slots(), 4);
  EXPECT_EQ(BlockLoop<T>(source, 1, std::size_t{1} << 40).slots(), 2);
}

TYPED_TEST(BlockLoopTest, DoesNotWakeThreadsForMicroseconds) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(3000, 3, 1);
  const DenseRows<T> source(rows_of(X), RowPreparation::identity(3));
  EXPECT_EQ(BlockLoop<T>(source, 4).threads(), 1);
  EXPECT_EQ(BlockLoop<T>(source, 4, kLargeSums).threads(), 4);
}

TYPED_TEST(BlockLoopTest, LoadsTheRowsItAnnounces) {
  using T = TypeParam;
  RowMatrix<double> X(1000, 1);
  for (Index i = 0; i < X.rows(); ++i) X(i, 0) = static_cast<double>(i);
  const DenseRows<T> source(rows_of(X), RowPreparation::identity(1));
  BlockLoop<T> loop(source, 3, kLargeSums);
  Vector<double> seen = Vector<double>::Constant(1000, -1);
  loop.run([&](const typename BlockLoop<T>::Block& block) { block.rows.squared_norms(seen.data() + block.first); });
  EXPECT_TRUE(same_bits(seen.cwiseSqrt(), X.col(0)));
}

}  // namespace
}  // namespace l21::internal::test
