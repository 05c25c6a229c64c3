#include "rows.hpp"

#include <memory>
#include <vector>

namespace l21::python {
namespace {

template <class T>
bool holds(const nb::dlpack::dtype& type) {
  return type == nb::dtype<T>();
}

Storage storage_of_array(const nb::dlpack::dtype& type) {
  if (holds<double>(type)) return Storage::float64;
  if (holds<float>(type)) return Storage::float32;
  if (holds<std::uint8_t>(type)) return Storage::uint8;
  if (holds<std::int16_t>(type)) return Storage::int16;
  throw nb::type_error("rows must be float64, float32, uint8 or int16");
}

using DoubleArray = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

template <class Owner>
nb::object owned_array(std::unique_ptr<Owner> owner, std::size_t dimensions, const std::size_t* shape) {
  double* const data = owner->data();
  const nb::capsule keeper(owner.release(), [](void* pointer) noexcept { delete static_cast<Owner*>(pointer); });
  return nb::ndarray<nb::numpy, double>(data, dimensions, shape, keeper).cast();
}

}  // namespace

BorrowedRows::BorrowedRows(nb::handle object)
    : rows_(nb::isinstance<nb::tuple>(object) ? sparse(nb::borrow<nb::tuple>(object)) : dense(object)) {}

Rows BorrowedRows::dense(nb::handle object) {
  const auto& array = held_.emplace_back(nb::cast<Array>(object));
  if (array.ndim() != 2) throw nb::type_error("rows must have two dimensions");
  return RowsView{array.data(),
                  storage_of_array(array.dtype()),
                  static_cast<Index>(array.shape(0)),
                  static_cast<Index>(array.shape(1)),
                  static_cast<Index>(array.stride(0)),
                  static_cast<Index>(array.stride(1))};
}

Rows BorrowedRows::sparse(const nb::tuple& parts) {
  if (parts.size() != 4) throw nb::type_error("sparse rows are (values, columns, starts, width)");
  for (std::size_t i = 0; i < 3; ++i) held_.push_back(nb::cast<Array>(parts[i]));
  const Array &values = held_[0], &columns = held_[1], &starts = held_[2];
  const Storage storage = storage_of_array(values.dtype());
  if (bytes_per_value(storage) < 4) throw nb::type_error("sparse values must be float64 or float32");
  if (!holds<std::int32_t>(columns.dtype())) throw nb::type_error("sparse columns must be int32");
  const bool wide = holds<std::int64_t>(starts.dtype());
  if (!wide && !holds<std::int32_t>(starts.dtype())) throw nb::type_error("sparse starts must be int32 or int64");
  for (const Array& part : held_)
    if (part.ndim() != 1 || (part.shape(0) > 1 && part.stride(0) != 1))
      throw nb::type_error("sparse arrays must be contiguous");
  SparseView view{values.data(),
                  storage,
                  static_cast<const std::int32_t*>(columns.data()),
                  starts.data(),
                  wide,
                  static_cast<Index>(starts.shape(0)) - 1,
                  nb::cast<Index>(parts[3])};
  if (view.rows < 0 || view.start(0) != 0 || view.entries() > static_cast<Index>(values.shape(0)) ||
      view.entries() > static_cast<Index>(columns.shape(0)))
    throw nb::value_error("sparse starts do not fit the entries");
  return view;
}

Vector<double> vector_from(nb::handle object) {
  const auto array = nb::cast<DoubleArray>(object);
  return Eigen::Map<const Vector<double>>(array.data(), static_cast<Index>(array.size()));
}

RowMatrix<double> matrix_from(nb::handle object) {
  const auto array = nb::cast<DoubleArray>(object);
  if (array.ndim() != 2) throw nb::type_error("a matrix must have two dimensions");
  return Eigen::Map<const RowMatrix<double>>(array.data(), static_cast<Index>(array.shape(0)),
                                             static_cast<Index>(array.shape(1)));
}

nb::object array_of(const Vector<double>& values) {
  const std::size_t shape[] = {static_cast<std::size_t>(values.size())};
  return owned_array(std::make_unique<Vector<double>>(values), 1, shape);
}

nb::object array_of(RowMatrix<double> values) {
  const std::size_t shape[] = {static_cast<std::size_t>(values.rows()), static_cast<std::size_t>(values.cols())};
  return owned_array(std::make_unique<RowMatrix<double>>(std::move(values)), 2, shape);
}

}  // namespace l21::python
