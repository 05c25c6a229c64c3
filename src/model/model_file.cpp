#include "l21/model_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "io/bytes/atomic_file.hpp"
#include "io/bytes/zip.hpp"
#include "io/numpy/npy.hpp"
#include "kernel/kernel_function.hpp"
#include "l21/error.hpp"
#include "model/report_json.hpp"
#include "model/score_distance.hpp"

namespace l21 {
using namespace internal;
namespace {

using Json = nlohmann::ordered_json;

// Raised only when an older program could misread a newer file.
constexpr int kFormatVersion = 1;

std::span<const std::byte> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

std::optional<ModelKind> kind_named(std::string_view name) {
  for (const auto kind : {ModelKind::linear, ModelKind::kernel, ModelKind::tensor})
    if (name == to_string(kind)) return kind;
  return std::nullopt;
}

// mode_1, mode_2, ...
std::string mode_name(std::size_t k) {
  return fmt::format("mode_{}", k + 1);
}

Json meta_of(const Model& model) {
  return {{"format", "l21pca model"},          {"format_version", kFormatVersion}, {"kind", to_string(model.kind())},
          {"n_features", model.columns()},     {"n_components", model.size()},     {"sample_shape", model.sample_shape},
          {"options", json_of(model.options)}, {"report", json_of(model.report)}};
}

void add_matrix(io::ZipWriter& zip, const char* name, const RowMatrix<double>& values) {
  zip.add(fmt::format("{}.npy", name), io::format_npy(rows_of(values), {values.rows(), values.cols()}));
}

void add_vector(io::ZipWriter& zip, const char* name, const Vector<double>& values) {
  if (values.size() > 0) zip.add(fmt::format("{}.npy", name), io::format_npy(rows_of(values), {values.size()}));
}

// What every kind of subspace has of its own.
void add_subspace(io::ZipWriter& zip, const LinearSubspace& linear) {
  add_matrix(zip, "components", linear.components);
  add_vector(zip, "center", linear.center);
  add_vector(zip, "feature_scale", linear.feature_scale);
  if (!linear.cells) return;
  add_vector(zip, "cell_scale", linear.cells->scale);
  add_vector(zip, "cell_range", linear.cells->range);
  add_vector(zip, "cell_spread", linear.cells->spread);
  add_vector(zip, "cell_tails", Vector<double>{{linear.cells->tails}});
}

void add_subspace(io::ZipWriter& zip, const TensorSubspace& tensor) {
  for (std::size_t k = 0; k < tensor.modes.size(); ++k) add_matrix(zip, mode_name(k).c_str(), tensor.modes[k]);
  add_vector(zip, "center", tensor.center);
  add_vector(zip, "feature_scale", tensor.feature_scale);
}

void add_subspace(io::ZipWriter& zip, const KernelExpansion& expansion) {
  if (expansion.landmarks.rows() > 0) add_matrix(zip, "landmarks", expansion.landmarks);
  Vector<double> rows(static_cast<Index>(expansion.rows.size()));
  std::copy(expansion.rows.begin(), expansion.rows.end(), rows.data());
  add_vector(zip, "landmark_rows", rows);
  add_matrix(zip, "coefficients", expansion.coefficients);
  add_vector(zip, "kernel_center", expansion.center);
  add_vector(zip, "center_scores", expansion.center_scores);
  add_vector(zip, "center_norm", Vector<double>{{expansion.center_norm}});
  if (expansion.map.size() > 0) add_matrix(zip, "kernel_map", expansion.map);
}

// Reads arrays of a model and checks their shapes.
class ArrayReader {
 public:
  explicit ArrayReader(const io::ZipReader& zip) : zip_(zip) {}

  [[nodiscard]] RowMatrix<double> matrix(const char* name) const {
    const std::string member = fmt::format("{}.npy", name);
    const Table table = io::parse_npy(zip_.read(member), fmt::format("{}: {}", zip_.path(), member));
    if (table.view.storage != Storage::float64 || (table.view.rows > 0 && table.view.col_stride != 1))
      throw DataError(fmt::format("{}: {}: expected a C-ordered float64 array", zip_.path(), member));
    RowMatrix<double> values(table.view.rows, table.view.cols);
    if (values.size() > 0)
      std::memcpy(values.data(), table.view.data, sizeof(double) * static_cast<std::size_t>(values.size()));
    return values;
  }
  // At least one value, all finite.
  [[nodiscard]] RowMatrix<double> filled_matrix(const char* name) const {
    RowMatrix<double> values = matrix(name);
    if (values.size() == 0) throw DataError(fmt::format("{}: {}.npy: has no values", zip_.path(), name));
    if (!values.allFinite())
      throw DataError(fmt::format("{}: {}.npy: holds values that are not finite", zip_.path(), name));
    return values;
  }
  // What overflowed in the units of the data is infinite; nothing is NaN.
  [[nodiscard]] Vector<double> vector(const char* name, Index size) const {
    const RowMatrix<double> values = matrix(name);
    if (values.size() != size)
      throw DataError(fmt::format("{}: {}.npy: expected {} values, found {}", zip_.path(), name, size, values.size()));
    if (values.hasNaN())
      throw DataError(fmt::format("{}: {}.npy: holds values that are no numbers", zip_.path(), name));
    return Eigen::Map<const Vector<double>>(values.data(), size);
  }
  [[nodiscard]] Vector<double> finite_vector(const char* name, Index size) const {
    Vector<double> values = vector(name, size);
    if (!values.allFinite())
      throw DataError(fmt::format("{}: {}.npy: holds values that are not finite", zip_.path(), name));
    return values;
  }
  [[nodiscard]] Vector<double> optional_vector(const char* name, Index size) const {
    return zip_.contains(fmt::format("{}.npy", name)) ? finite_vector(name, size) : Vector<double>();
  }

 private:
  const io::ZipReader& zip_;
};

Json read_meta(const io::ZipReader& zip) {
  if (!zip.contains("meta.json"))
    throw DataError(fmt::format("{}: not an l21pca model: it has no meta.json", zip.path()));
  const auto bytes = zip.read("meta.json");
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  Json meta = Json::parse(text, text + bytes.size(), nullptr, false);
  if (!meta.is_object() || meta.value("format", "") != "l21pca model")
    throw DataError(fmt::format("{}: not an l21pca model: meta.json does not say so", zip.path()));
  const auto version = meta.value("format_version", std::int64_t{0});
  if (version > kFormatVersion)
    throw DataError(
        fmt::format("{}: written by a newer l21pca (format version {}, this one reads up to {}); upgrade l21pca",
                    zip.path(), version, kFormatVersion));
  if (const std::string kind = meta.value("kind", ""); !kind_named(kind))
    throw DataError(fmt::format("{}: a model of kind '{}', which this l21pca cannot apply", zip.path(), kind));
  return meta;
}

LinearSubspace read_linear(const std::string& path, const ArrayReader& arrays) {
  LinearSubspace linear;
  linear.components = arrays.filled_matrix("components");
  linear.center = arrays.finite_vector("center", linear.columns());
  linear.feature_scale = arrays.optional_vector("feature_scale", linear.columns());
  if (const Vector<double> scale = arrays.optional_vector("cell_scale", linear.columns()); scale.size() > 0) {
    linear.cells =
        CellStatistics{scale, arrays.finite_vector("cell_range", linear.columns()),
                       arrays.finite_vector("cell_spread", linear.size()), arrays.finite_vector("cell_tails", 1)(0)};
    const CellStatistics& cells = *linear.cells;
    if (!(cells.scale.minCoeff() > 0 && cells.range.minCoeff() > 0 && cells.spread.minCoeff() >= 0 && cells.tails >= 1))
      throw DataError(fmt::format("{}: cell_scale, cell_range, cell_spread and cell_tails must be above 0", path));
  }
  return linear;
}

TensorSubspace read_tensor(const io::ZipReader& zip, const ArrayReader& arrays, const std::vector<Index>& shape) {
  TensorSubspace tensor;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const RowMatrix<double>& mode = tensor.modes.emplace_back(arrays.filled_matrix(mode_name(k).c_str()));
    const RowMatrix<double> products = mode * mode.transpose();
    if (!products.isIdentity(1e-6))
      throw DataError(fmt::format("{}: {}.npy: its rows are not orthonormal", zip.path(), mode_name(k)));
    if (mode.cols() != shape[k])
      throw DataError(
          fmt::format("{}: {}.npy: expected {} columns, found {}", zip.path(), mode_name(k), shape[k], mode.cols()));
  }
  if (tensor.modes.size() < 2)
    throw DataError(fmt::format("{}: meta.json: sample_shape must have two sizes or more", zip.path()));
  tensor.center = arrays.finite_vector("center", tensor.columns());
  tensor.feature_scale = arrays.optional_vector("feature_scale", tensor.columns());
  return tensor;
}

KernelExpansion read_kernel(const io::ZipReader& zip, const ArrayReader& arrays, const Json& meta,
                            const FitOptions& options) {
  KernelExpansion expansion;
  expansion.kernel = kernel_spec(options, 1);
  if (expansion.kernel.function == Kernel::none || !options.gamma || !(expansion.kernel.gamma > 0) ||
      expansion.kernel.degree < 1 || !std::isfinite(expansion.kernel.coef0))
    throw DataError(fmt::format("{}: meta.json: names no kernel that this l21pca knows", zip.path()));
  const Index d = meta.value("n_features", Index{0});
  if (d < 1) throw DataError(fmt::format("{}: meta.json: n_features must be at least 1, found {}", zip.path(), d));
  expansion.coefficients = arrays.filled_matrix("coefficients");
  const Index count = expansion.coefficients.rows();
  expansion.landmarks.resize(0, d);
  if (expansion.kernel.function != Kernel::precomputed) expansion.landmarks = arrays.filled_matrix("landmarks");
  if (expansion.landmarks.cols() != d || (expansion.landmarks.rows() != count && expansion.landmarks.rows() > 0))
    throw DataError(fmt::format("{}: landmarks.npy: expected {} x {} values, found {} x {}", zip.path(), count, d,
                                expansion.landmarks.rows(), expansion.landmarks.cols()));
  for (const double row : arrays.vector("landmark_rows", count)) {
    if (!(row >= 0 && row < 9e15) || row != std::floor(row) ||
        (expansion.landmarks.rows() == 0 && row >= static_cast<double>(d)))
      throw DataError(fmt::format("{}: landmark_rows.npy: {} is no row", zip.path(), row));
    expansion.rows.push_back(static_cast<Index>(row));
  }
  expansion.center = arrays.finite_vector("kernel_center", count);
  expansion.center_scores = arrays.finite_vector("center_scores", expansion.coefficients.cols());
  expansion.center_norm = arrays.finite_vector("center_norm", 1)(0);
  if (zip.contains("kernel_map.npy")) {
    expansion.map = arrays.filled_matrix("kernel_map");
    if (expansion.map.rows() != count)
      throw DataError(
          fmt::format("{}: kernel_map.npy: expected {} rows, found {}", zip.path(), count, expansion.map.rows()));
  }
  if (!is_semidefinite(expansion.kernel) && expansion.map.size() == 0)
    throw DataError(fmt::format("{}: has no kernel_map.npy, which this kernel needs", zip.path()));
  return expansion;
}

Subspace read_subspace(const io::ZipReader& zip, const ArrayReader& arrays, const Json& meta, const Model& model) {
  switch (kind_named(meta.value("kind", "")).value()) {
    case ModelKind::linear: break;
    case ModelKind::kernel: return read_kernel(zip, arrays, meta, model.options);
    case ModelKind::tensor: return read_tensor(zip, arrays, model.sample_shape);
  }
  return read_linear(zip.path(), arrays);
}

// Numbers of meta.json that are computed with.
void check_meta(const io::ZipReader& zip, const Model& model) {
  constexpr int kLargestExponent = 1100;
  if (std::abs(model.report.scale_exponent) > kLargestExponent)
    throw DataError(
        fmt::format("{}: meta.json: scale_exponent {} is out of range", zip.path(), model.report.scale_exponent));
  if (model.sample_shape.empty()) return;
  double values = 1;
  for (const Index size : model.sample_shape) values *= size >= 1 ? static_cast<double>(size) : 0.0;
  if (values != static_cast<double>(model.columns()))
    throw DataError(fmt::format("{}: meta.json: sample_shape {} does not hold {} values", zip.path(),
                                fmt::join(model.sample_shape, "x"), model.columns()));
}

// Files of earlier versions have none of it.
void read_combined(const io::ZipReader& zip, const ArrayReader& arrays, Model& model) {
  model.combined_cutoff = corner_cutoff(model);
  if (!zip.contains("combined.npy")) return;
  const Vector<double> combined = arrays.finite_vector("combined", 3);
  model.orthogonal_scale = combined(0);
  model.noise_dimensions = combined(1);
  model.combined_cutoff = combined(2);
  if (!zip.contains("score_scatter.npy")) return;
  const Index m = model.size();
  model.score_center = arrays.finite_vector("score_center", m);
  model.score_scatter = arrays.filled_matrix("score_scatter");
  if (model.score_scatter.rows() != m || model.score_scatter.cols() != m ||
      Eigen::LLT<Matrix<double>>(model.score_scatter).info() != Eigen::Success)
    throw DataError(
        fmt::format("{}: score_scatter.npy: expected {} x {} values of a positive definite matrix", zip.path(), m, m));
}

Model model_from(const io::ZipReader& zip, const Json& meta) {
  const ArrayReader arrays(zip);
  Model model;
  model.options = options_from_json(meta.value("options", Json::object()));
  model.report = report_from_json(meta.value("report", Json::object()));
  model.sample_shape = meta.value("sample_shape", std::vector<Index>());
  model.subspace = read_subspace(zip, arrays, meta, model);
  const Index d = model.columns(), m = model.size();
  check_meta(zip, model);
  model.explained_variance = arrays.vector("explained_variance", m);
  model.objective_share = arrays.vector("objective_share", m);
  model.score_median = arrays.vector("score_median", m);
  model.score_scale = arrays.vector("score_scale", m);
  const Vector<double> cutoffs = arrays.vector("cutoffs", 2);
  model.score_cutoff = cutoffs(0);
  model.orthogonal_cutoff = cutoffs(1);
  read_combined(zip, arrays, model);
  if (zip.contains("feature_names.npy")) {
    model.feature_names =
        io::parse_npy_strings(zip.read("feature_names.npy"), fmt::format("{}: feature_names.npy", zip.path()));
    if (static_cast<Index>(model.feature_names.size()) != d)
      throw DataError(
          fmt::format("{}: feature_names.npy: expected {} names, found {}", zip.path(), d, model.feature_names.size()));
  }
  return model;
}

Model load(const io::ZipReader& zip) {
  try {
    return model_from(zip, read_meta(zip));
  } catch (const nlohmann::json::exception& error) {
    throw DataError(fmt::format("{}: meta.json: {}", zip.path(), error.what()));
  }
}

}  // namespace

std::vector<std::byte> model_to_bytes(const Model& model) {
  io::ZipWriter zip;
  zip.add("meta.json", as_bytes(meta_of(model).dump(2)));
  std::visit([&](const auto& subspace) { add_subspace(zip, subspace); }, model.subspace);
  add_vector(zip, "explained_variance", model.explained_variance);
  add_vector(zip, "objective_share", model.objective_share);
  add_vector(zip, "score_median", model.score_median);
  add_vector(zip, "score_scale", model.score_scale);
  add_vector(zip, "cutoffs", Vector<double>{{model.score_cutoff, model.orthogonal_cutoff}});
  add_vector(zip, "combined", Vector<double>{{model.orthogonal_scale, model.noise_dimensions, model.combined_cutoff}});
  add_vector(zip, "score_center", model.score_center);
  if (model.score_scatter.size() > 0) add_matrix(zip, "score_scatter", model.score_scatter);
  if (!model.feature_names.empty()) zip.add("feature_names.npy", io::format_npy_strings(model.feature_names));
  return zip.finish();
}

Model model_from_bytes(std::span<const std::byte> bytes) {
  return load({"model", std::vector<std::byte>(bytes.begin(), bytes.end())});
}

void save_model(const std::string& path, const Model& model) {
  io::write_file_atomically(path, model_to_bytes(model));
}

Model load_model(const std::string& path) {
  return load(io::ZipReader(path));
}

std::string to_json(const Model& model, int indent) {
  Json json = meta_of(model);
  json["score_cutoff"] = std::isfinite(model.score_cutoff) ? Json(model.score_cutoff) : Json(nullptr);
  json["orthogonal_cutoff"] = std::isfinite(model.orthogonal_cutoff) ? Json(model.orthogonal_cutoff) : Json(nullptr);
  const auto list = [](const Vector<double>& values) {
    Json array = Json::array();
    for (const double value : values) array.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
    return array;
  };
  json["explained_variance"] = list(model.explained_variance);
  json["objective_share"] = list(model.objective_share);
  return json.dump(indent);
}

}  // namespace l21
