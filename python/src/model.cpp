// Fitting, and what can be done with a fitted model.
#include "l21/model.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include "bind.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "l21/model_file.hpp"
#include "l21/option_table.hpp"
#include "rows.hpp"

namespace l21::python {
namespace {

// Options by the names that estimators have for them, as text; arrays apart.
using Texts = std::map<std::string, std::string>;

FitOptions options_from(const Texts& texts, nb::handle weights, nb::handle center, nb::handle start) {
  FitOptions options;
  for (const auto& [name, text] : texts) {
    const auto table = option_table();
    const auto spec = std::find_if(table.begin(), table.end(), [&](const auto& one) { return one.python == name; });
    if (spec == table.end()) throw InvalidArgument("there is no option '" + name + "'");
    spec->set(options, text);
  }
  if (!weights.is_none()) options.weights = vector_from(weights);
  if (!center.is_none()) options.center = Center::given, options.given_center = vector_from(center);
  if (!start.is_none()) options.init = Init::given, options.given_start = matrix_from(start).transpose();
  return options;
}

// Shows progress and looks for Ctrl-C, both of which need the interpreter. An exception ends the fit and is raised
// after it.
class Watcher {
 public:
  explicit Watcher(nb::handle show) : show_(show) {}

  Signal operator()(const Progress& progress) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) {
      raised_.emplace();
      return Signal::stop;
    }
    try {
      if (!show_.is_none()) show_(to_string(progress));
    } catch (nb::python_error& error) {
      raised_.emplace(std::move(error));
      return Signal::stop;
    }
    return Signal::go_on;
  }
  void raise_if_any() {
    if (raised_) throw std::move(*raised_);
  }

 private:
  nb::handle show_;
  std::optional<nb::python_error> raised_;
};

Model fit_model(nb::handle X, const Texts& texts, nb::handle weights, nb::handle center, nb::handle start,
                const std::vector<Index>& shape, nb::handle show) {
  const BorrowedRows borrowed(X);
  FitOptions options = options_from(texts, weights, center, start);
  options.sample_shape = shape;
  Watcher watcher(show);
  try {
    Model model = [&] {
      const nb::gil_scoped_release unlocked;
      return fit(borrowed.rows(), options, [&](const Progress& progress) { return watcher(progress); });
    }();
    watcher.raise_if_any();
    return model;
  } catch (const std::runtime_error&) {
    watcher.raise_if_any();  // a fit that was stopped may fail for that reason
    throw;
  }
}

// What a member function of the model makes of rows.
template <RowMatrix<double> (Model::*kMade)(const Rows&, int) const>
nb::object made_of(const Model& model, nb::handle X, int threads) {
  const BorrowedRows borrowed(X);
  RowMatrix<double> made = [&] {
    const nb::gil_scoped_release unlocked;
    return (model.*kMade)(borrowed.rows(), threads);
  }();
  return array_of(std::move(made));
}

nb::tuple distances(const Model& model, nb::handle X, int threads) {
  const BorrowedRows borrowed(X);
  const Distances found = [&] {
    const nb::gil_scoped_release unlocked;
    return model.distances(borrowed.rows(), threads);
  }();
  return nb::make_tuple(array_of(found.score), array_of(found.orthogonal), array_of(found.combined));
}

nb::object log_density(const Model& model, nb::handle X, int threads) {
  const BorrowedRows borrowed(X);
  Vector<double> found = [&] {
    const nb::gil_scoped_release unlocked;
    return model.log_density(borrowed.rows(), threads);
  }();
  return array_of(std::move(found));
}

nb::object weights_left(const Model& model, nb::handle X, nb::handle weights, int threads) {
  const BorrowedRows borrowed(X);
  const Vector<double> given = vector_from(weights);
  Vector<double> left = [&] {
    const nb::gil_scoped_release unlocked;
    return weights_beside(model, borrowed.rows(), given, threads);
  }();
  return array_of(std::move(left));
}

nb::bytes to_bytes(const Model& model) {
  const auto bytes = model_to_bytes(model);
  return nb::bytes(bytes.data(), bytes.size());
}

Model from_bytes(const nb::bytes& bytes) {
  return model_from_bytes({reinterpret_cast<const std::byte*>(bytes.c_str()), bytes.size()});
}

nb::object options_of(const Model& model) {
  nb::dict options;
  for (const OptionSpec& spec : option_table())
    options[nb::str(spec.python.data(), spec.python.size())] = nb::str(spec.get(model.options).c_str());
  return options;
}

// What only one kind of model has: None, or an empty list, of the others.
nb::object components_of(const Model& model) {
  return model.kind() == ModelKind::linear ? array_of(model.linear().components) : nb::object(nb::none());
}

nb::object modes_of(const Model& model) {
  nb::list modes;
  if (model.kind() == ModelKind::tensor)
    for (const RowMatrix<double>& mode : model.tensor().modes) modes.append(array_of(mode));
  return modes;
}

nb::object dual_coefficients_of(const Model& model) {
  return model.kind() == ModelKind::kernel ? array_of(RowMatrix<double>(model.kernel().coefficients))
                                           : nb::object(nb::none());
}

// Of models whose subspace is one of rows; None with a kernel.
template <class Array>
auto of_rows(const Array& array) {
  return [array](const Model& model) {
    return std::visit(
        [&](const auto& subspace) -> nb::object {
          if constexpr (std::is_same_v<decltype(subspace), const KernelExpansion&>)
            return nb::none();
          else
            return array_of(array(subspace));
        },
        model.subspace);
  };
}

auto array_field(Vector<double> ScoreStatistics::*field) {
  return [field](const Model& model) { return array_of(model.*field); };
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<Model>(module, "Model", "A fitted subspace.")
      .def_static("load", &load_model, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>())
      .def(
          "save", [](const Model& model, const std::string& path) { save_model(path, model); }, nb::arg("path"),
          nb::call_guard<nb::gil_scoped_release>())
      .def("__getstate__", &to_bytes)
      .def("__setstate__", [](Model& model, const nb::bytes& state) { new (&model) Model(from_bytes(state)); })
      .def("transform", &made_of<&Model::transform>, nb::arg("X"), nb::arg("threads"))
      .def("cell_weights", &made_of<&Model::cell_weights>, nb::arg("X"), nb::arg("threads"))
      .def("impute", &made_of<&Model::impute>, nb::arg("X"), nb::arg("threads"))
      .def(
          "inverse_transform",
          [](const Model& model, nb::handle scores) {
            const RowMatrix<double> given = matrix_from(scores);
            RowMatrix<double> points = [&] {
              const nb::gil_scoped_release unlocked;
              return model.inverse_transform(given);
            }();
            return array_of(std::move(points));
          },
          nb::arg("scores"))
      .def("log_density", &log_density, nb::arg("X"), nb::arg("threads"))
      .def("weights_beside", &weights_left, nb::arg("X"), nb::arg("weights"), nb::arg("threads"))
      .def("distances", &distances, nb::arg("X"), nb::arg("threads"), "Score and orthogonal distances of rows.")
      .def(
          "report", [](const Model& model) { return to_json(model.report, 2, Vocabulary::python); },
          "The fit report as JSON.")
      .def_prop_ro("options", &options_of)
      .def_prop_ro("components", &components_of)
      .def_prop_ro("center", of_rows([](const auto& subspace) { return subspace.center; }))
      .def_prop_ro("scale", of_rows([](const auto& subspace) { return subspace.feature_scale; }))
      .def_prop_ro("cell_scale",
                   [](const Model& model) {  // in the units of the data
                     const auto* linear = std::get_if<LinearSubspace>(&model.subspace);
                     if (linear == nullptr || !linear->cells) return array_of(Vector<double>());
                     const Vector<double>&scale = linear->cells->scale, &unit = linear->feature_scale;
                     return array_of(unit.size() > 0 ? Vector<double>(scale.cwiseProduct(unit)) : scale);
                   })
      .def_prop_ro("explained_variance", array_field(&Model::explained_variance))
      .def_prop_ro("objective_share", array_field(&Model::objective_share))
      .def_ro("score_cutoff", &Model::score_cutoff)
      .def_ro("orthogonal_cutoff", &Model::orthogonal_cutoff)
      .def_ro("combined_cutoff", &Model::combined_cutoff)
      .def_prop_ro("modes", &modes_of)
      .def_ro("sample_shape", &Model::sample_shape)
      .def_rw("feature_names", &Model::feature_names)
      .def_prop_ro("n_features", &Model::columns)
      .def_prop_ro("n_components", &Model::size)
      .def_prop_ro("kind", [](const Model& model) { return std::string(to_string(model.kind())); })
      .def_prop_ro("dual_coefficients", &dual_coefficients_of);
  module.def("fit", &fit_model, nb::arg("X"), nb::arg("options"), nb::kw_only(), nb::arg("weights") = nb::none(),
             nb::arg("center") = nb::none(), nb::arg("start") = nb::none(),
             nb::arg("sample_shape") = std::vector<Index>(), nb::arg("show") = nb::none(),
             "A model of rows; `show` is called with one line of text every iteration.");
}

}  // namespace l21::python
