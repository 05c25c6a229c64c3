// Sparse PCA by the truncated power method (Yuan & Zhang 2013): max x^T B x / 2 over unit vectors with at most s
// entries, as an instance of the general problem.
#include <algorithm>
#include <cstdio>
#include <l21/l21.hpp>
#include <numeric>

using l21::Index;
using l21::Matrix;
using l21::Vector;

namespace {

// The published recursion: multiply, keep the s largest entries, normalize.
Vector<double> truncated(const Vector<double>& y, Index s) {
  std::vector<Index> order(static_cast<std::size_t>(y.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return std::abs(y(a)) > std::abs(y(b)); });
  Vector<double> x = Vector<double>::Zero(y.size());
  for (Index k = 0; k < s; ++k) x(order[static_cast<std::size_t>(k)]) = y(order[static_cast<std::size_t>(k)]);
  return x.normalized();
}

}  // namespace

int main() {
  std::srand(2);
  const Index n = 200, d = 30, s = 5;
  // Five columns share a factor, all have noise.
  Matrix<double> X = 0.5 * Matrix<double>::Random(n, d);
  const Vector<double> factor = Vector<double>::Random(n);
  for (Index j = 0; j < s; ++j) X.col(j) += factor;

  std::vector<Matrix<double>> steps;
  const l21::sets::SparseSphere set(s);
  l21::GeneralProblem problem;
  problem.terms = n;
  problem.g = [&](Index i, const Matrix<double>& x) { return X.row(i) * x; };
  problem.use(l21::convex::SquaredNorm{});
  problem.argmax_of = [&](const std::vector<Matrix<double>>& slopes, const Matrix<double>& x) {
    Vector<double> sum = Vector<double>::Zero(d);
    for (Index i = 0; i < n; ++i) sum += slopes[static_cast<std::size_t>(i)](0, 0) * X.row(i).transpose();
    steps.push_back(set.argmax(sum, x));
    return steps.back();
  };
  const Vector<double> start = Vector<double>::Ones(d).normalized();
  const auto [x, report] = l21::maximize(problem, start, {.tolerance = 1e-14});

  const Matrix<double> B = X.transpose() * X;
  Vector<double> y = start;
  double apart = 0;
  for (const auto& step : steps) {
    y = truncated(B * y, s);
    apart = std::max(apart, (y - step).norm());
  }
  const Index entries = (x.array() != 0).count();
  std::printf("%d entries are not 0, objective %.6f after %d iterations\n", static_cast<int>(entries), report.objective,
              report.iterations);
  std::printf("farthest from the published recursion: %.1e\n", apart);
  const bool planted = (x.topRows(s).array() != 0).all();
  return entries == s && planted && apart < 1e-10 ? 0 : 1;
}
