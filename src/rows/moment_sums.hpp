// sum_i x_i a_i^T: one sum per slot.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "rows/row_source.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {

template <class T>
class MomentSums {
 public:
  MomentSums(const RowSource<T>& source, int slots)
      : source_(source), parts_(static_cast<std::size_t>(slots)), begun_(parts_.size()) {}

  // Zeros for a_i of m values. `subtracted`: the W that RowBlock::subtract_projection will be given; null: none.
  void begin(Index m, const Matrix<double>* subtracted) {
    m_ = m, subtracted_ = subtracted;
    std::fill(begun_.begin(), begun_.end(), char{0});
  }
  // To be called by the thread that works on the slot: it touches the memory first.
  [[nodiscard]] Matrix<double>& slot(int slot) {
    const auto at = static_cast<std::size_t>(slot);
    if (std::exchange(begun_[at], char{1}) == 0) source_.begin_moment(m_, subtracted_, parts_[at]);
    return parts_[at];
  }
  // M (d x m) <- the sum of all. Ends what begin() began.
  void finish(int threads, Matrix<double>& M) {
    for (std::size_t at = 0; at < parts_.size(); ++at) (void)slot(static_cast<int>(at));
    Matrix<double> sum = add_up(std::move(parts_), threads);
    source_.finish_moment(m_, subtracted_, sum, M);
    parts_.front() = std::move(sum);  // the next sum needs its memory
  }

 private:
  const RowSource<T>& source_;
  Index m_ = 0;
  const Matrix<double>* subtracted_ = nullptr;
  std::vector<Matrix<double>> parts_;
  std::vector<char> begun_;
};

}  // namespace l21::internal
