// What pkg-config offers is enough for l21pca::core.
#include <l21/l21.hpp>

int main() {
  l21::RowMatrix<float> X = l21::RowMatrix<float>::Random(30, 5);
  return l21::fit(l21::rows_of(X), {.components = 1}).report.converged ? 0 : 1;
}
