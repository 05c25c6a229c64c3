// sum_i x_i a_i^T: one sum per slot.
#pragma once

#include <utility>
#include <vector>

#include "rows/row_source.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {

template <class T>
class MomentSums {
 public:
  MomentSums(const RowSource<T>& source, int slots) : source_(source), parts_(static_cast<std::size_t>(slots)) {}

  // Zeros for a_i of m values. `subtracted`: the W that RowBlock::subtract_projection will be given; null: none.
  void begin(Index m, const Matrix<double>* subtracted) {
    m_ = m, subtracted_ = subtracted;
    for (auto& part : parts_) source_.begin_moment(m, subtracted, part);
  }
  [[nodiscard]] Matrix<double>& slot(int slot) { return parts_[static_cast<std::size_t>(slot)]; }
  // M (d x m) <- the sum of all. Ends what begin() began.
  void finish(int threads, Matrix<double>& M) {
    Matrix<double> sum = add_up(std::move(parts_), threads);
    source_.finish_moment(m_, subtracted_, sum, M);
    parts_.front() = std::move(sum);  // the next sum needs its memory
  }

 private:
  const RowSource<T>& source_;
  Index m_ = 0;
  const Matrix<double>* subtracted_ = nullptr;
  std::vector<Matrix<double>> parts_;
};

}  // namespace l21::internal
