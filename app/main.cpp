// l21pca: robust principal components from the command line.
#include "errors.hpp"
#include "linalg/large_pages.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  using namespace l21::internal::app;
  l21::internal::keep_freed_memory();
  const auto code = guarded([&] {
    const ExitCode result = Program().run({argv + 1, argv + argc});
    flush_output();
    return result;
  });
  return static_cast<int>(code);
}
