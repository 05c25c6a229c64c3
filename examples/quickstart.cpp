// Fits a plane to points of which some are gross outliers, finds those, and projects new points.
#include <cstdio>
#include <l21/l21.hpp>
#include <random>

int main() {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;

  // 80 points near a plane in 10 dimensions, 20 far from it.
  l21::RowMatrix<double> X(100, 10);
  for (l21::Index i = 0; i < X.rows(); ++i)
    for (l21::Index j = 0; j < X.cols(); ++j) X(i, j) = 3.0 + normal(engine) * (i >= 80 ? 20.0 : j < 2 ? 5.0 : 0.1);

  const l21::Model model = l21::fit(l21::rows_of(X), l21::robust_preset({.components = 2}));
  const l21::FitReport& report = model.report;
  std::printf("%s\n", report.message.text().c_str());

  const l21::Distances distances = model.distances(l21::rows_of(X));
  int caught = 0;
  for (std::size_t i = 80; i < 100; ++i) caught += distances.outlier[i] ? 1 : 0;
  std::printf("%d of 20 outliers caught\n", caught);

  const l21::RowMatrix<double> new_points = l21::RowMatrix<double>::Constant(1, 10, 3.0);
  const l21::RowMatrix<double> scores = model.transform(l21::rows_of(new_points));
  std::printf("scores of a new point: %.3f %.3f\n", scores(0, 0), scores(0, 1));
  return report.converged && caught == 20 ? 0 : 1;
}
