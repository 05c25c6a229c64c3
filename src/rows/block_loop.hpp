// The one loop over the rows of a source. Everything that reads data goes through it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "rows/row_source.hpp"

namespace l21::internal {

// Rows are cut into blocks, and the blocks into slots of consecutive blocks that hold about as many values each. The
// cut depends on the rows alone. One thread works through a slot in order, so sums that are kept per slot and given to
// add_up() have the same bits for any number of threads. Where threads share the columns there is one slot.
template <class T>
class BlockLoop {
 public:
  // `accumulator_bytes` is what one slot will need for its sums; large ones mean fewer slots. `components` is how many
  // columns blocks will be multiplied with.
  BlockLoop(const RowSource<T>& source, int threads, std::size_t accumulator_bytes = 0, Index components = 1);

  [[nodiscard]] int slots() const { return slots_; }
  [[nodiscard]] int threads() const { return threads_; }
  [[nodiscard]] Index block_rows() const { return block_rows_; }

  struct Block {
    int slot;
    int thread;
    Index first;
    Index count;
    RowBlock<T>& rows;  // loaded
  };
  void run(const std::function<void(const Block&)>& body);

 private:
  const RowSource<T>& source_;
  int threads_;
  int team_ = 1;  // threads that share the columns of a block
  Index block_rows_;
  Index blocks_;
  int slots_;
  std::vector<Index> first_block_;                       // of every slot, and the end
  std::vector<std::unique_ptr<RowBlock<T>>> workspace_;  // one per thread
};

}  // namespace l21::internal
