#include "data/pass.hpp"

#include <algorithm>

#include "linalg/parallel.hpp"

namespace l21 {
namespace {

std::size_t moment_bytes(Index cols, Index components) {
  return static_cast<std::size_t>(cols) * static_cast<std::size_t>(components) * sizeof(double);
}

// M <- the sum of the parts in their order, column by column.
void add_in_order(const std::vector<Matrix<double>>& parts, int threads, Matrix<double>& M) {
  M = parts.front();
  if (parts.size() == 1) return;
  parallel_for(threads, M.cols(), [&](Index k, int) {
    for (std::size_t slot = 1; slot < parts.size(); ++slot) M.col(k) += parts[slot].col(k);
  });
}

}  // namespace

template <class T>
Pass<T>::Pass(const RowSource<T>& source, Index components, int threads)
    : source_(source),
      loop_(source, threads, moment_bytes(source.cols(), components), components),
      W_(source.cols(), components) {
  const auto rows = static_cast<std::size_t>(loop_.block_rows());
  const auto workers = static_cast<std::size_t>(loop_.threads());
  projections_.assign(workers, std::vector<T>(rows * static_cast<std::size_t>(components)));
  squared_norms_.assign(workers, std::vector<double>(rows));
  moments_.resize(static_cast<std::size_t>(loop_.slots()));
}

template <class T>
void Pass<T>::run(const Matrix<double>& W, Rest rest, const std::function<void(const ProjectedBlock<T>&)>& body,
                  bool sum) {
  W_.assign(W);
  loop_.run([&](const typename BlockLoop<T>::Block& block) {
    auto& P = projections_[static_cast<std::size_t>(block.thread)];
    auto& norms = squared_norms_[static_cast<std::size_t>(block.thread)];
    block.rows.project(W_, P.data());
    if (rest == Rest::residuals) block.rows.subtract_projection(W_, P.data());
    if (rest != Rest::ignore) block.rows.squared_norms(norms.data());
    body({block.slot, block.first, block.count, W.cols(), P.data(), norms.data()});
    if (sum) block.rows.accumulate(P.data(), moments_[static_cast<std::size_t>(block.slot)]);
  });
}

template <class T>
void Pass<T>::project(const Matrix<double>& W, Rest rest, const std::function<void(const ProjectedBlock<T>&)>& body) {
  run(W, rest, body, false);
}

template <class T>
void Pass<T>::moment(const Matrix<double>& W, Rest rest, const std::function<void(const ProjectedBlock<T>&)>& body,
                     Matrix<double>& M) {
  for (auto& moment : moments_) moment.setZero(source_.cols(), W.cols());
  run(W, rest, body, true);
  add_in_order(moments_, loop_.threads(), M);
}

template <class T>
void Pass<T>::combine(Index components, const std::function<void(const ProjectedBlock<T>&)>& body, Matrix<double>& M) {
  for (auto& moment : moments_) moment.setZero(source_.cols(), components);
  loop_.run([&](const typename BlockLoop<T>::Block& block) {
    auto& t = projections_[static_cast<std::size_t>(block.thread)];
    body({block.slot, block.first, block.count, components, t.data(), nullptr});
    block.rows.accumulate(t.data(), moments_[static_cast<std::size_t>(block.slot)]);
  });
  add_in_order(moments_, loop_.threads(), M);
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

}  // namespace l21
