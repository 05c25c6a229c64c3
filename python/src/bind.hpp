// The parts of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace l21::python {

namespace nb = nanobind;

void bind_model(nb::module_& module);     // Model, fit
void bind_maximize(nb::module_& module);  // maximize

}  // namespace l21::python
