// l21pca._core: the library as Python sees it. Everything people call is written in Python around it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "bind.hpp"
#include "l21/error.hpp"
#include "l21/option_table.hpp"
#include "l21/version.hpp"

namespace l21::python {
namespace {

// What users of scikit-learn expect of data that cannot be used, and of arguments that make no sense.
void raise_as_value_error(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    PyErr_SetString(PyExc_ValueError, error.message().text(Vocabulary::python).c_str());
  } catch (const DataError& error) {
    PyErr_SetString(PyExc_ValueError, error.message().text(Vocabulary::python).c_str());
  } catch (const InvalidProblem& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
}

nb::str text(std::string_view view) {
  return nb::str(view.data(), view.size());
}

const char* kind_of(OptionKind kind) {
  switch (kind) {
    case OptionKind::integer: return "integer";
    case OptionKind::number: return "number";
    case OptionKind::choice: return "choice";
    case OptionKind::sizes: return "sizes";
    case OptionKind::count: return "count";
  }
  return "";
}

nb::list described_options() {
  nb::list all;
  for (const OptionSpec& spec : option_table()) {
    nb::dict one;
    one["name"] = text(spec.python);
    one["kind"] = nb::str(kind_of(spec.kind));
    nb::list choices;
    for (const std::string_view choice : spec.choices) choices.append(text(choice));
    one["choices"] = choices;
    all.append(one);
  }
  return all;
}

}  // namespace
}  // namespace l21::python

NB_MODULE(_core, module) {
  using namespace l21::python;
  module.doc() = "The compiled part of l21pca.";
  module.attr("__version__") = nb::str(l21::kVersion.data(), l21::kVersion.size());
  nb::register_exception_translator(raise_as_value_error);
  module.def("options", &described_options, "Every option of a fit: name, kind, choices.");
  bind_model(module);
  bind_maximize(module);
}
