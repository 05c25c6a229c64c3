#include "data/pass.hpp"

namespace l21 {
namespace {

std::size_t moment_bytes(Index cols, Index components) {
  return static_cast<std::size_t>(cols) * static_cast<std::size_t>(components) * sizeof(double);
}

Matrix<double> in_order(const std::vector<RowMatrix<double>>& parts) {
  RowMatrix<double> sum = parts.front();
  for (std::size_t slot = 1; slot < parts.size(); ++slot) sum += parts[slot];
  return sum;
}

}  // namespace

template <class T>
Pass<T>::Pass(const RowSource<T>& source, Index components, int threads)
    : source_(source), loop_(source, threads, moment_bytes(source.cols(), components)) {
  const auto rows = static_cast<std::size_t>(loop_.block_rows());
  const auto workers = static_cast<std::size_t>(loop_.threads());
  projections_.assign(workers, std::vector<T>(rows * static_cast<std::size_t>(components)));
  squared_norms_.assign(workers, std::vector<double>(rows));
  moments_.resize(static_cast<std::size_t>(loop_.slots()));
}

template <class T>
void Pass<T>::run(const Matrix<double>& W, Rest rest, const std::function<void(const ProjectedBlock<T>&)>& body,
                  bool sum) {
  W_ = W.cast<T>();
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
  M = in_order(moments_);
}

template <class T>
void Pass<T>::combine(Index components, const std::function<void(const ProjectedBlock<T>&)>& body, Matrix<double>& M) {
  for (auto& moment : moments_) moment.setZero(source_.cols(), components);
  loop_.run([&](const typename BlockLoop<T>::Block& block) {
    auto& t = projections_[static_cast<std::size_t>(block.thread)];
    body({block.slot, block.first, block.count, components, t.data(), nullptr});
    block.rows.accumulate(t.data(), moments_[static_cast<std::size_t>(block.slot)]);
  });
  M = in_order(moments_);
}

Matrix<double> combine_rows(const RowSource<double>& source, const RowMatrix<double>& C, int threads) {
  if (C.cols() == 0) return Matrix<double>(source.cols(), 0);
  BlockLoop<double> loop(source, threads, moment_bytes(source.cols(), C.cols()));
  std::vector<RowMatrix<double>> moments(static_cast<std::size_t>(loop.slots()),
                                         RowMatrix<double>::Zero(source.cols(), C.cols()));
  loop.run([&](const BlockLoop<double>::Block& block) {
    block.rows.accumulate(C.row(block.first).data(), moments[static_cast<std::size_t>(block.slot)]);
  });
  return in_order(moments);
}

template class Pass<float>;
template class Pass<double>;

}  // namespace l21
