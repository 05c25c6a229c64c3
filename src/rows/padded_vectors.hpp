// Vectors of one length, laid out as the products want them.
#pragma once

#include <algorithm>
#include <memory>
#include <new>

#include "l21/types.hpp"
#include "linalg/large_pages.hpp"
#include "linalg/parallel.hpp"
#include "simd/simd.hpp"

namespace l21::internal {

// `count` vectors of `length` values: each begins on a cache line, and zeros fill it up to the next one. The rows of a
// block, or the columns of W.
template <class T>
class PaddedVectors {
 public:
  PaddedVectors() = default;
  PaddedVectors(Index length, Index count) { resize(length, count); }
  // A copy, rounded to T.
  PaddedVectors(const Matrix<double>& columns) { assign(columns); }  // NOLINT: wherever W is wanted

  // Keeps its memory when that suffices; the values are lost.
  void resize(Index length, Index count) { resize_with(padded(length), length, count); }
  // The same without padding: one right after the other.
  void resize_tightly(Index length, Index count) { resize_with(length, length, count); }

  void assign(const Matrix<double>& columns) {
    resize(columns.rows(), columns.cols());
    constexpr Index kWorthSharing = 1 << 20;
    parallel_for(length_ * count_ < kWorthSharing ? 1 : ProductTeam::size(), count_, [&](Index k, int) {
      for (Index j = 0; j < length_; ++j) vector(k)[j] = static_cast<T>(columns(j, k));
    });
  }

  [[nodiscard]] Index length() const { return length_; }
  [[nodiscard]] Index count() const { return count_; }
  [[nodiscard]] Index stride() const { return stride_; }
  [[nodiscard]] T* vector(Index k) { return data_.get() + k * stride_; }
  [[nodiscard]] const T* vector(Index k) const { return data_.get() + k * stride_; }

  // Vectors [first, first + count) for SIMD vectors of so many bytes.
  [[nodiscard]] Panel<T> panel(Index first, Index count, Index vector_bytes) const {
    const Index lanes = vector_bytes / static_cast<Index>(sizeof(T));
    return {vector(first), count, (length_ + lanes - 1) / lanes * lanes, stride_};
  }

 private:
  void resize_with(Index stride, Index length, Index count) {
    if (stride * count > capacity_) {
      capacity_ = stride * count;
      const auto bytes = static_cast<std::size_t>(capacity_) * sizeof(T);
      data_.reset(static_cast<T*>(operator new(bytes, kLine)));
      prefer_large_pages(data_.get(), bytes);
    }
    length_ = length, count_ = count, stride_ = stride;
    for (Index k = 0; k < count; ++k) std::fill(vector(k) + length, vector(k) + stride, T(0));
  }

  static constexpr std::align_val_t kLine{64};
  struct Free {
    void operator()(T* data) const { operator delete(data, kLine); }
  };

  // Vectors that lie a power of two apart share the sets of the cache; an odd number of cache lines keeps them apart.
  static Index padded(Index length) {
    constexpr Index kValues = 64 / static_cast<Index>(sizeof(T));
    const Index lines = (length + kValues - 1) / kValues;
    return (lines < 8 ? lines : lines | 1) * kValues;
  }

  Index length_ = 0, count_ = 0, stride_ = 0, capacity_ = 0;
  std::unique_ptr<T, Free> data_;
};

}  // namespace l21::internal
