#include "rows/pass.hpp"

#include <algorithm>

namespace l21::internal {
namespace {

std::size_t moment_bytes(Index cols, Index components) {
  return static_cast<std::size_t>(cols) * static_cast<std::size_t>(components) * sizeof(double);
}

}  // namespace

template <class T>
Pass<T>::Pass(const RowSource<T>& source, Index components, int threads)
    : source_(source),
      loop_(source, threads, moment_bytes(source.cols(), components), components),
      W_(source.make_directions()),
      moments_(source, loop_.slots()) {
  const auto rows = static_cast<std::size_t>(loop_.block_rows());
  const auto workers = static_cast<std::size_t>(loop_.threads());
  projections_.assign(workers, std::vector<T>(rows * static_cast<std::size_t>(components)));
  squared_norms_.assign(workers, std::vector<double>(rows));
}

template <class T>
void Pass<T>::run(const Matrix<double>& W, SquaredNorms norms_of,
                  const std::function<void(const ProjectedBlock<T>&)>& body, bool sum) {
  source_.pack(W, *W_);
  loop_.run([&](const typename BlockLoop<T>::Block& block) {
    auto& P = projections_[static_cast<std::size_t>(block.thread)];
    auto& norms = squared_norms_[static_cast<std::size_t>(block.thread)];
    block.rows.project(*W_, P.data());
    if (norms_of == SquaredNorms::of_residuals) block.rows.subtract_projection(*W_, P.data());
    if (norms_of != SquaredNorms::none) block.rows.squared_norms(norms.data());
    body({block.slot, block.first, block.count, W.cols(), P.data(), norms.data()});
    if (sum) block.rows.accumulate(P.data(), W.cols(), moments_.slot(block.slot));
  });
}

template <class T>
void Pass<T>::project(const Matrix<double>& W, SquaredNorms norms_of,
                      const std::function<void(const ProjectedBlock<T>&)>& body) {
  run(W, norms_of, body, false);
}

template <class T>
void Pass<T>::moment(const Matrix<double>& W, SquaredNorms norms_of,
                     const std::function<void(const ProjectedBlock<T>&)>& body, Matrix<double>& M) {
  moments_.begin(W.cols(), norms_of == SquaredNorms::of_residuals ? &W : nullptr);
  run(W, norms_of, body, true);
  moments_.finish(loop_.threads(), M);
}

template <class T>
void Pass<T>::combine(Index components, const std::function<void(const ProjectedBlock<T>&)>& body, Matrix<double>& M) {
  moments_.begin(components, nullptr);
  loop_.run([&](const typename BlockLoop<T>::Block& block) {
    auto& t = projections_[static_cast<std::size_t>(block.thread)];
    body({block.slot, block.first, block.count, components, t.data(), nullptr});
    block.rows.accumulate(t.data(), components, moments_.slot(block.slot));
  });
  moments_.finish(loop_.threads(), M);
}

template <class T>
Matrix<double> combine_rows(const RowSource<T>& source, const std::type_identity_t<RowMatrix<T>>& C, int threads) {
  if (C.cols() == 0) return Matrix<double>(source.cols(), 0);
  Matrix<double> M;
  Pass<T>(source, C.cols(), threads)
      .combine(
          C.cols(),
          [&](const ProjectedBlock<T>& block) {
            std::copy_n(C.row(block.first).data(), block.count * C.cols(), block.t);
          },
          M);
  return M;
}

template class Pass<float>;
template class Pass<double>;
template Matrix<double> combine_rows<float>(const RowSource<float>&, const RowMatrix<float>&, int);
template Matrix<double> combine_rows<double>(const RowSource<double>&, const RowMatrix<double>&, int);

}  // namespace l21::internal
