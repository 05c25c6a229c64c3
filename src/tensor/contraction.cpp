#include "tensor/contraction.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace l21::internal {
namespace {

Index product_of(std::vector<Index>::const_iterator begin, std::vector<Index>::const_iterator end) {
  return std::accumulate(begin, end, Index{1}, std::multiplies<>());
}

// out (before, r, after) <- op(F) in (before, c, after), op(F) r x c, all row-major.
void multiply_mode(const Matrix<double>& F, Op op, Index before, Index after, const double* in, double* out) {
  const Index r = op == Op::none ? F.rows() : F.cols(), c = op == Op::none ? F.cols() : F.rows();
  if (after == 1) {
    // Row-major out = in op(F)^T is column-major out^T = op(F) in^T.
    gemm(op, Op::none, r, before, c, 1.0, F.data(), F.rows(), in, c, 0.0, out, r);
    return;
  }
  const Op flipped = op == Op::none ? Op::transpose : Op::none;
  for (Index b = 0; b < before; ++b)
    gemm(Op::none, flipped, after, r, c, 1.0, in + b * c * after, after, F.data(), F.rows(), 0.0, out + b * r * after,
         after);
}

}  // namespace

Index volume(const std::vector<Index>& shape) {
  return product_of(shape.begin(), shape.end());
}

std::vector<Index> contracted_shape(const std::vector<Index>& shape, const ModeFactors& factors) {
  std::vector<Index> result = shape;
  for (std::size_t k = 0; k < shape.size(); ++k)
    if (factors[k].cols() > 0) result[k] = factors[k].cols();
  return result;
}

void multiply_modes(const ModeFactors& factors, Op op, Index count, std::vector<Index> shape,
                    std::vector<double>& values, std::vector<double>& scratch) {
  // The last mode is one large product; the others are many small ones, of fewer and fewer values.
  for (std::size_t k = shape.size(); k-- > 0;) {
    const Matrix<double>& F = factors[k];
    if (F.cols() == 0) continue;
    const auto at = shape.begin() + static_cast<std::ptrdiff_t>(k);
    const Index before = count * product_of(shape.begin(), at), after = product_of(at + 1, shape.end());
    shape[k] = op == Op::none ? F.rows() : F.cols();
    scratch.resize(static_cast<std::size_t>(before * shape[k] * after));
    multiply_mode(F, op, before, after, values.data(), scratch.data());
    values.swap(scratch);
  }
}

void unfold(const std::vector<Index>& shape, std::size_t mode, Index count, const double* values, double* rows) {
  const auto at = shape.begin() + static_cast<std::ptrdiff_t>(mode);
  const Index before = count * product_of(shape.begin(), at), d = *at, after = product_of(at + 1, shape.end());
  for (Index b = 0; b < before; ++b)
    Eigen::Map<RowMatrix<double>>(rows + b * d * after, after, d) =
        Eigen::Map<const RowMatrix<double>>(values + b * d * after, d, after).transpose();
}

}  // namespace l21::internal
