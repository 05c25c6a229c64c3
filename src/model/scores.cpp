#include "model/scores.hpp"

#include <algorithm>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"

namespace l21::internal {

template <class T>
Scores<T>::Scores(const PreparedRows<T>& rows, Index components, double most_bytes)
    : rows_(rows), components_(components), most_bytes_(most_bytes) {
  const auto bytes = static_cast<double>(rows.rows() * components) * sizeof(T);
  if (bytes <= most_bytes || components * 8 <= rows.cols()) kept_.resize(rows.rows(), components);
}

template <class T>
void Scores<T>::keep(const ProjectedBlock<T>& block) {
  if (kept_.size() > 0)
    kept_.middleRows(block.first, block.count) = Eigen::Map<const RowMatrix<T>>(block.t, block.count, block.components);
}

template <class T>
Index Scores<T>::group() const {
  const double column = 8 * static_cast<double>(std::max<Index>(1, rows_.rows()));
  const Index affordable = std::max(static_cast<Index>(most_bytes_ / column), rows_.cols() / 40);
  return std::clamp<Index>(affordable, 1, components_);
}

template <class T>
Matrix<double> Scores<T>::columns(const Matrix<double>& V, const Matrix<double>& R) const {
  Matrix<double> scores(rows_.rows(), V.cols());
  if (kept_.size() == 0) {
    project_rows(*rows_.source, V, rows_.threads, scores);
    return scores;
  }
  constexpr Index kRows = 1024;
  const Matrix<T> factor = R.cast<T>();
  parallel_for(rows_.threads, (rows_.rows() + kRows - 1) / kRows, [&](Index block, int) {
    const Index first = block * kRows, count = std::min(kRows, rows_.rows() - first);
    RowMatrix<T> rotated(count, V.cols());
    gemm(Op::transpose, Op::none, V.cols(), count, components_, T(1), factor.data(), components_,
         kept_.row(first).data(), components_, T(0), rotated.data(), V.cols());
    scores.middleRows(first, count) = rotated.template cast<double>();
  });
  return scores;
}

template class Scores<float>;
template class Scores<double>;

}  // namespace l21::internal
