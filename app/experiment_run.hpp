// Running experiments from the command line: progress, Ctrl-C, where results go.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "pages/page.hpp"
#include "progress.hpp"
#include "steps.hpp"

namespace l21::internal::app {

// Runs `work` with an observer that draws a progress line and stops at Ctrl-C.
template <class Work>
auto observed(ProgressDisplay display, const Work& work) {
  const InterruptGuard interrupt;
  ProgressLine line(display);
  const experiments::StepObserver observer = [&](const experiments::Step& step) {
    line.show(ProgressLine::Part{step.what, step.done, step.total});
    return interrupt.requested() ? Signal::stop : Signal::go_on;
  };
  return work(observer);
}

// Makes the folder; throws InvalidArgument when that is not possible, when nothing can be written there, and when one
// of `inputs` lies there under a name that results may have. Call it before long work.
void prepare_folder(const std::string& folder, const std::vector<std::string>& inputs);

// Writes report.html and its files to `folder`; returns the path of the page.
[[nodiscard]] std::string write_results(const pages::Page& page, const std::string& folder);

void print_results(const pages::DataTable& table, const std::string& page);

// Says where the part is that was finished.
[[nodiscard]] ExitCode interrupted(const std::string& page);

// "noise_images" -> "noise-images": both are accepted, as in all values.
[[nodiscard]] std::string with_hyphens(std::string text);

}  // namespace l21::internal::app
