// l21pca::core alone: fits, meets its exceptions, and has the version of its headers.
#include <l21/l21.hpp>

namespace {

// Thrown in the library, caught by its type here.
bool refuses_too_many_components(const l21::Rows& rows) {
  try {
    static_cast<void>(l21::fit(rows, {.components = 6}));
  } catch (const l21::InvalidArgument&) {
    return true;
  }
  return false;
}

}  // namespace

int main() {
  l21::RowMatrix<float> X = l21::RowMatrix<float>::Random(30, 5);
  const l21::Rows rows = l21::rows_of(X);
  return l21::fit(rows, {.components = 1}).report.converged && refuses_too_many_components(rows) &&
                 !l21::kVersion.empty()
             ? 0
             : 1;
}
