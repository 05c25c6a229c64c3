// What the program says to the shell. The manual and the help print the same list.
#pragma once

namespace l21::internal::app {

enum class ExitCode {
  done = 0,           // also when not converged, with a warning
  data = 1,           // the data, a file or memory
  usage = 2,          // the arguments
  not_converged = 3,  // with --strict only
  interrupted = 130,  // Ctrl-C; the model so far is written
};

}  // namespace l21::internal::app
