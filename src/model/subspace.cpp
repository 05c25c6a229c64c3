#include <fmt/format.h>

#include "l21/error.hpp"
#include "l21/model.hpp"
#include "tensor/contraction.hpp"

namespace l21 {
namespace {

template <ModelKind kind, class Alternative>
constexpr bool kStandsAt =
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(kind), Subspace>, Alternative>;
static_assert(kStandsAt<ModelKind::linear, LinearSubspace> && kStandsAt<ModelKind::kernel, KernelExpansion> &&
              kStandsAt<ModelKind::tensor, TensorSubspace>);

// `model` is const or not, and so is what it holds.
template <ModelKind kind, class AnyModel>
auto& subspace_of(AnyModel& model) {
  if (auto* subspace = std::get_if<static_cast<std::size_t>(kind)>(&model.subspace)) return *subspace;
  throw InvalidArgument(fmt::format("a {} model is needed, got a {} one", to_string(kind), to_string(model.kind())));
}

}  // namespace

std::string_view to_string(ModelKind kind) {
  switch (kind) {
    case ModelKind::linear: return "linear";
    case ModelKind::kernel: return "kernel";
    case ModelKind::tensor: return "tensor";
  }
  return "";
}

std::vector<Index> TensorSubspace::shape() const {
  std::vector<Index> sizes;
  for (const auto& mode : modes) sizes.push_back(mode.cols());
  return sizes;
}

std::vector<Index> TensorSubspace::score_shape() const {
  std::vector<Index> sizes;
  for (const auto& mode : modes) sizes.push_back(mode.rows());
  return sizes;
}

Index TensorSubspace::columns() const {
  return internal::volume(shape());
}

Index TensorSubspace::size() const {
  return internal::volume(score_shape());
}

const LinearSubspace& Model::linear() const {
  return subspace_of<ModelKind::linear>(*this);
}
LinearSubspace& Model::linear() {
  return subspace_of<ModelKind::linear>(*this);
}
const KernelExpansion& Model::kernel() const {
  return subspace_of<ModelKind::kernel>(*this);
}
KernelExpansion& Model::kernel() {
  return subspace_of<ModelKind::kernel>(*this);
}
const TensorSubspace& Model::tensor() const {
  return subspace_of<ModelKind::tensor>(*this);
}
TensorSubspace& Model::tensor() {
  return subspace_of<ModelKind::tensor>(*this);
}

Index Model::columns() const {
  return std::visit([](const auto& any) { return any.columns(); }, subspace);
}

Index Model::size() const {
  return std::visit([](const auto& any) { return any.size(); }, subspace);
}

}  // namespace l21
