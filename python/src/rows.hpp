// NumPy arrays and SciPy's sparse rows as the rows of the library, without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "l21/rows.hpp"

namespace l21::python {

namespace nb = nanobind;

// Rows, and what keeps their memory alive.
class BorrowedRows {
 public:
  // A two-dimensional array of float64, float32, uint8 or int16 with any strides, or (values, columns, starts, width)
  // of compressed sparse rows. Throws TypeError for anything else.
  explicit BorrowedRows(nb::handle object);
  [[nodiscard]] const Rows& rows() const { return rows_; }

 private:
  using Array = nb::ndarray<nb::ro, nb::device::cpu>;

  [[nodiscard]] Rows dense(nb::handle object);
  [[nodiscard]] Rows sparse(const nb::tuple& parts);

  std::vector<Array> held_;
  Rows rows_;
};

// A copy as float64.
[[nodiscard]] Vector<double> vector_from(nb::handle object);
[[nodiscard]] RowMatrix<double> matrix_from(nb::handle object);

// Arrays that own their memory.
[[nodiscard]] nb::object array_of(const Vector<double>& values);
[[nodiscard]] nb::object array_of(RowMatrix<double> values);

}  // namespace l21::python
