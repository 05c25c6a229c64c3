// model_file FILE: fits, saves, loads and applies a model through the installed package.
#include <cstdio>
#include <l21/l21.hpp>
#include <l21/model_file.hpp>

int main(int, char** argv) {
  l21::RowMatrix<double> X = l21::RowMatrix<double>::Random(60, 7);
  X.col(0) *= 9;
  const l21::Model model = l21::fit(l21::rows_of(X), {.components = 2, .center = l21::Center::median});
  const l21::FitReport& report = model.report;
  l21::save_model(argv[1], model);
  const l21::Model loaded = l21::load_model(argv[1]);
  const bool same = loaded.transform(l21::rows_of(X)) == model.transform(l21::rows_of(X));
  std::printf("%s, same scores after loading: %s\n", report.message.text().c_str(), same ? "yes" : "no");
  return report.converged && same ? 0 : 1;
}
