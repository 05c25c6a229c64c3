// The general solver with functions written in Python.
#include "l21/maximize.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bind.hpp"

namespace l21::python {
namespace {

// Points and slopes are whatever the functions take and return.
struct PythonProblem {
  using Point = nb::object;
  using Surrogate = nb::object;

  nb::callable objective, slopes, argmax_of, value;

  double linearize(const Point& x, Surrogate& surrogate) const {
    surrogate = slopes(x);
    return nb::cast<double>(objective(x));
  }
  [[nodiscard]] double surrogate_value(const Surrogate& known, const Point& x) const {
    return nb::cast<double>(value(known, x));
  }
  void argmax(const Surrogate& known, const Point& x, Point& next) const { next = argmax_of(known, x); }
};

nb::dict solve(nb::callable objective, nb::callable slopes, nb::callable argmax, nb::callable value, nb::object start,
               double tol, int max_iter, nb::object show) {
  PythonProblem problem{std::move(objective), std::move(slopes), std::move(argmax), std::move(value)};
  const Observer observer = [&](const Progress& progress) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!show.is_none()) show(to_string(progress));
    return Signal::go_on;
  };
  const auto [x, report] =
      maximize(problem, std::move(start), {.max_iterations = max_iter, .tolerance = tol}, observer);
  nb::list trace;
  for (const TraceEntry& entry : report.trace) trace.append(entry.objective);
  nb::dict result;
  result["x"] = x;
  result["objective"] = report.objective;
  result["n_iter"] = report.iterations;
  result["gap"] = report.oracle_gap;
  result["converged"] = report.status == Status::converged;
  result["trace"] = trace;
  return result;
}

}  // namespace

void bind_maximize(nb::module_& module) {
  module.def("maximize", &solve, nb::arg("objective"), nb::arg("slopes"), nb::arg("argmax"), nb::arg("value"),
             nb::arg("start"), nb::arg("tol"), nb::arg("max_iter"), nb::arg("show").none() = nb::none());
}

}  // namespace l21::python
