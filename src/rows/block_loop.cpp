#include "rows/block_loop.hpp"

#include <algorithm>

#include "linalg/parallel.hpp"

namespace l21::internal {
namespace {

// What the sums of all slots may take: a sixteenth of the rows, within reason.
double accumulator_budget(double values) {
  constexpr double kShareOfRows = 1.0 / 16, kLeast = 32 << 20, kMost = 256 << 20;
  return std::clamp(kShareOfRows * values * sizeof(double), kLeast, kMost);
}

// A slot is the work of one thread: one for every 256 rows up to 16, then one for every 4096, so that many rows keep
// many threads busy. Adding the slots up moves 24 bytes for each of their numbers, for which a pass does 4 x 4096
// flops; with half as many rows a slot it would show, with twice as many more threads would idle. Beyond 16 slots rows
// count by their values: 20 instead of 16 cost a quarter of a pass over 100000 sparse rows of 50 values in 20000
// columns.
Index slots_worth_having(Index rows, double full_rows) {
  constexpr Index kFewSlots = 16, kRowsPerFewSlot = 256;
  constexpr double kRowsPerSlot = 4096;
  return std::max(std::min(kFewSlots, rows / kRowsPerFewSlot), static_cast<Index>(full_rows / kRowsPerSlot));
}

// As few as memory asks for; an even number, for the smallest machine has two cores.
Index slots_for(Index rows, Index cols, double values, Index blocks, std::size_t accumulator_bytes) {
  constexpr Index kLeastWithoutSums = 16;
  const double full_rows = values / static_cast<double>(std::max<Index>(cols, 1));
  const auto affordable =
      static_cast<Index>(accumulator_budget(values) / static_cast<double>(std::max<std::size_t>(1, accumulator_bytes)));
  const Index worthwhile = slots_worth_having(rows, accumulator_bytes > 0 ? full_rows : static_cast<double>(rows));
  const Index least = accumulator_bytes > 0 ? 2 : kLeastWithoutSums;
  return std::min(blocks, std::max(std::min(affordable, worthwhile) / 2 * 2, least));
}

// A loop that is over in microseconds is not worth waking threads for. Results do not depend on this.
int threads_for(int threads, Index slots, Index rows, Index cols, std::size_t accumulator_bytes) {
  constexpr double kWorthwhile = 5e5;  // multiplications
  const double per_row = std::max(static_cast<double>(cols), static_cast<double>(accumulator_bytes) / sizeof(double));
  return static_cast<double>(rows) * per_row < kWorthwhile ? 1 : static_cast<int>(std::min<Index>(threads, slots));
}

// Where every slot begins, and the end: as equal in stored values as whole blocks allow, none empty.
template <class T>
std::vector<Index> cut_blocks(const RowSource<T>& source, Index block_rows, Index blocks, Index slots) {
  std::vector<Index> first(static_cast<std::size_t>(slots) + 1, 0);
  first.back() = blocks;
  for (Index slot = 1; slot < slots; ++slot) {
    const double share = source.values() * static_cast<double>(slot) / static_cast<double>(slots);
    Index low = 0, high = blocks;  // the first block that begins with its share
    while (low < high) {
      const Index middle = (low + high) / 2;
      if (source.values_before(std::min(middle * block_rows, source.rows())) < share)
        low = middle + 1;
      else
        high = middle;
    }
    const auto at = static_cast<std::size_t>(slot);
    first[at] = std::clamp(low, first[at - 1] + 1, blocks - (slots - slot));
  }
  return first;
}

}  // namespace

template <class T>
BlockLoop<T>::BlockLoop(const RowSource<T>& source, int threads, std::size_t accumulator_bytes, Index components)
    : source_(source),
      block_rows_(source.block_rows(components)),
      blocks_((source.rows() + block_rows_ - 1) / block_rows_),
      slots_(source.shares_columns() ? 1
                                     : static_cast<int>(slots_for(source.rows(), source.cols(), source.values(),
                                                                  blocks_, accumulator_bytes))),
      first_block_(cut_blocks(source, block_rows_, blocks_, slots_)) {
  threads_ = std::max(1, threads_for(threads, slots_, source.rows(), source.cols(), accumulator_bytes));
  if (source.shares_columns()) team_ = std::max(1, threads_for(threads, threads, source.rows(), source.cols(), 0));
  for (int thread = 0; thread < threads_; ++thread) workspace_.push_back(source.make_block(block_rows_));
}

template <class T>
void BlockLoop<T>::run(const std::function<void(const Block&)>& body) {
  const auto work_through = [&](Index slot, int thread) {
    RowBlock<T>& rows = *workspace_[static_cast<std::size_t>(thread)];
    const auto at = static_cast<std::size_t>(slot);
    for (Index block = first_block_[at]; block < first_block_[at + 1]; ++block) {
      const Index first = block * block_rows_, count = std::min(block_rows_, source_.rows() - first);
      rows.load(first, count);
      body({static_cast<int>(slot), thread, first, count, rows});
    }
  };
  if (!source_.shares_columns()) return parallel_for(threads_, slots_, work_through);
  const ProductTeam team(team_);
  work_through(0, 0);
}

template class BlockLoop<float>;
template class BlockLoop<double>;

}  // namespace l21::internal
