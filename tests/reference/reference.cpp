#include "reference/reference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

namespace l21::reference {

Mat polar(const Mat& M) {
  const Eigen::BDCSVD<Mat> svd(M, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixU() * svd.matrixV().transpose();
}

double residual(const Mat& M, const Mat& W) {
  if (M.norm() == 0) return 0;
  const Mat S = W.transpose() * M;
  return (M - W * (S + S.transpose()) / 2).norm() / M.norm();
}

Vec mean(const Mat& X, const Vec& w) {
  return X.transpose() * w / w.sum();
}

Vec geometric_median(const Mat& X, const Vec& w) {
  Vec c = mean(X, w);
  for (int step = 0; step < 20000; ++step) {
    Vec pull = Vec::Zero(X.cols());
    double inverse = 0, here = 0;
    for (int i = 0; i < X.rows(); ++i) {
      const Vec z = X.row(i).transpose() - c;
      if (z.norm() == 0)
        here += w(i);
      else
        pull += w(i) / z.norm() * z, inverse += w(i) / z.norm();
    }
    if (pull.norm() <= here) break;
    const Vec move = (1 - here / pull.norm()) / inverse * pull;
    c += move;
    if (move.norm() <= 1e-14 * (1 + c.norm())) break;
  }
  return c;
}

Mat centered(const Mat& X, const Vec& c) {
  return X.rowwise() - c.transpose();
}

Mat sphere(const Mat& X) {
  Mat S = X;
  for (int i = 0; i < S.rows(); ++i)
    if (S.row(i).norm() > 0) S.row(i).normalize();
  return S;
}

Mat principal(const Mat& X, const Vec& w, int m) {
  const Mat weighted = w.cwiseSqrt().asDiagonal() * X;
  return Eigen::BDCSVD<Mat>(weighted, Eigen::ComputeThinV).matrixV().leftCols(m);
}

Result pca(const Mat& X, const Vec& w, int m) {
  const Mat W = principal(X, w, m), T = X * W;
  const Mat M = X.transpose() * w.asDiagonal() * T;
  return {W, w.dot(T.rowwise().squaredNorm()) / 2, residual(M, W), 1};
}

Result l21(const Mat& X, const Vec& w, Mat W, const Stop& stop) {
  return l2p(X, w, std::move(W), 1.0, stop);
}

double sum_of_powers(const Mat& X, const Vec& w, const Mat& W, double p) {
  return w.dot((X * W).rowwise().norm().array().pow(p).matrix());
}

Result l2p(const Mat& X, const Vec& w, Mat W, double p, const Stop& stop) {
  Result result;
  for (int iteration = 1;; ++iteration) {
    const Mat T = X * W;
    Mat A = Mat::Zero(T.rows(), T.cols());
    result.objective = 0;
    for (int i = 0; i < T.rows(); ++i) {
      const double r = T.row(i).norm();
      if (r <= 1e-14 * X.row(i).norm()) continue;
      result.objective += w(i) * std::pow(r, p);
      A.row(i) = w(i) * p * std::pow(r, p - 2) * T.row(i);
    }
    const Mat M = X.transpose() * A;
    result.residual = residual(M, W);
    result.iterations = iteration;
    result.W = W;
    if (result.residual <= stop.tol || iteration >= stop.max_iterations) return result;
    W = polar(M);
    for (int halves = 0; p < 1 && halves < 40 && sum_of_powers(X, w, W, p) < result.objective; ++halves)
      W = polar(result.W + W);
  }
}

Result l1(const Mat& X, const Vec& w, Mat W, const Stop& stop) {
  Result result;
  for (int iteration = 1;; ++iteration) {
    const Mat T = X * W;
    const Mat M = X.transpose() * (w.asDiagonal() * T.cwiseSign());
    result = {W, w.dot(T.cwiseAbs().rowwise().sum()), residual(M, W), iteration};
    if (result.residual <= stop.tol || iteration >= stop.max_iterations) return result;
    W = polar(M);
  }
}

Result l1_greedy(Mat X, const Vec& w, Mat W, const Stop& stop) {
  Result result;
  for (int k = 0; k < W.cols(); ++k) {
    Vec v = W.col(k);
    for (int j = 0; j < k; ++j) v -= W.col(j).dot(v) * W.col(j);
    const Result one = l1(X, w, v.normalized(), stop);
    W.col(k) = one.W;
    X -= X * one.W * one.W.transpose();
    result.objective += one.objective;
    result.residual = std::max(result.residual, one.residual);
    result.iterations += one.iterations;
  }
  result.W = W;
  return result;
}

// Ding et al. (2006) as a maximization of -sum_i w_i sqrt(residual^2 + (1e-8 ||x||)^2).
Result r1(const Mat& X, const Vec& w, Mat W, const Stop& stop) {
  const Vec size = X.rowwise().norm();
  Result result;
  for (int iteration = 1;; ++iteration) {
    const Mat T = X * W, R = X - T * W.transpose();
    Vec rho = (R.rowwise().squaredNorm() + (1e-8 * size).cwiseAbs2()).cwiseSqrt();
    result.objective = -w.dot(rho);
    for (int i = 0; i < rho.size(); ++i) rho(i) = rho(i) > 0 ? w(i) / rho(i) : 0;
    const Mat N = R.transpose() * rho.asDiagonal() * T, S = T.transpose() * rho.asDiagonal() * T;
    result.residual = N.norm() / w.dot(size);
    result.iterations = iteration;
    result.W = W;
    if (result.residual <= stop.tol || iteration >= stop.max_iterations) return result;
    W = polar(N + W * S);
  }
}

Mat spherical_r1(const Mat& X, int m) {
  const Vec ones = Vec::Ones(X.rows());
  Vec c = geometric_median(X, ones);
  Mat W;
  for (int round = 0; round < 30; ++round) {
    const Mat Z = centered(X, c), S = sphere(Z);
    W = r1(S, ones, round == 0 ? principal(S, ones, m) : W, {1e-7, 500}).W;
    Vec size = Z.rowwise().norm();
    std::sort(size.begin(), size.end());
    const double typical = size(size.size() / 2);
    const Vec rho = (Z - Z * W * W.transpose()).rowwise().norm().cwiseMax(1e-8 * typical);
    const Vec moved = X.transpose() * rho.cwiseInverse() / rho.cwiseInverse().sum();
    const double move = (moved - c).norm();
    c = moved;
    if (move <= 1e-6 * typical) break;
  }
  return W;
}

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

// By Simpson's rule in x = u^2, where the density has no pole.
double chi_square_probability(double x, double degrees) {
  const int steps = 20000;
  const double end = std::sqrt(x), h = end / steps;
  const auto density = [&](double u) {
    return u == 0 ? (degrees == 1 ? 2 * std::exp(-std::lgamma(0.5)) / std::sqrt(2.0) : 0.0)
                  : 2 * u *
                        std::exp((degrees / 2 - 1) * std::log(u * u) - u * u / 2 - std::lgamma(degrees / 2) -
                                 degrees / 2 * std::log(2.0));
  };
  double sum = density(0) + density(end);
  for (int k = 1; k < steps; ++k) sum += (k % 2 == 1 ? 4 : 2) * density(k * h);
  return sum * h / 3;
}

double chi_square_median(double degrees) {
  double low = 0, high = degrees + 10;
  for (int k = 0; k < 60; ++k)
    (chi_square_probability((low + high) / 2, degrees) < 0.5 ? low : high) = (low + high) / 2;
  return low;
}

double trigamma(double x) {
  const int terms = 1000000;
  double sum = 0;
  for (int k = terms - 1; k >= 0; --k) sum += 1 / ((x + k) * (x + k));
  return sum + 1 / (x + terms - 0.5);
}

struct Group {
  double cutoff, typical;
  int size;
};

// s = d^(2/3) ascending: from the nearest k on, to a fixed point.
Group grow(const std::vector<double>& s, double share, int least) {
  const int n = static_cast<int>(s.size());
  int k = std::min(n, std::max(static_cast<int>(share * n), least));
  std::set<int> seen;
  double middle = 0, cut = 0;
  for (int round = 0; round < 50; ++round) {
    middle = s[static_cast<std::size_t>(k / 2)];
    std::vector<double> deviations;
    for (int i = 0; i < k; ++i) deviations.push_back(std::abs(s[static_cast<std::size_t>(i)] - middle));
    std::sort(deviations.begin(), deviations.end());
    cut = middle + 3 * 1.4826022185056018 * deviations[static_cast<std::size_t>((k + 1) / 2 - 1)] +
          1e-9 * s[static_cast<std::size_t>(n / 2)];
    int next = 0;
    while (next < n && s[static_cast<std::size_t>(next)] <= cut) ++next;
    next = std::max(next, std::min(n, least));
    seen.insert(k);
    if (seen.count(next) > 0) {
      k = std::max(k, next);
      break;
    }
    k = next;
  }
  return {std::pow(std::max(cut, s[static_cast<std::size_t>(k - 1)]), 1.5), std::pow(middle, 1.5), k};
}

}  // namespace

RobustStep robust_step(const Mat& X, const Mat& W, const Vec& c) {
  const int n = static_cast<int>(X.rows()), m = static_cast<int>(W.cols());
  const Mat Z = centered(X, c), T = Z * W, R = Z - T * W.transpose();
  const Vec d = R.rowwise().norm(), size = Z.rowwise().norm();
  const double p = std::max<double>(static_cast<double>(std::min(X.rows(), X.cols())) - m, 1);
  std::vector<double> s;
  for (const double value : d) s.push_back(std::cbrt(value * value));
  std::sort(s.begin(), s.end());
  const int least = std::min(n, 2 * (m + 1) + 4);
  const double half = std::pow(s[static_cast<std::size_t>(n / 2)], 1.5);
  double cutoff = half, typical = std::pow(s[static_cast<std::size_t>(n / 4)], 1.5);
  for (const double share : {0.5, 0.25, 0.1}) {
    const Group group = grow(s, share, least);
    if (2 * group.size >= n) {
      if (share == 0.5) cutoff = group.cutoff, typical = group.typical;
      continue;
    }
    const double ratio = group.cutoff / half;
    const double chance = n * chi_square_probability(ratio * ratio * chi_square_median(p), p);
    std::vector<int> inside;
    for (int i = 0; i < n; ++i)
      if (d(i) <= group.cutoff) inside.push_back(i);
    const Mat S = T(inside, Eigen::all), C = S.rowwise() - S.colwise().mean();
    const Eigen::SelfAdjointEigenSolver<Mat> eigen(C.transpose() * C / static_cast<double>(inside.size() - 1));
    if (group.size > 2 * (m + 1) + 3 * chance && half > 4 * group.cutoff &&
        eigen.eigenvalues()(0) > 4 * group.typical * group.typical / p)
      cutoff = group.cutoff, typical = group.typical;
  }

  std::vector<double> relative;
  for (int i = 0; i < n; ++i)
    if (d(i) <= cutoff) relative.push_back(d(i) / size(i));
  const double close = std::min(median(relative), 0.5);
  std::vector<int> far;
  for (int i = 0; i < n; ++i)
    if (d(i) > cutoff && d(i) <= close * size(i)) far.push_back(i);
  if (!far.empty()) {
    const Mat U = R(far, Eigen::all).rowwise().normalized();
    const double largest = Eigen::JacobiSVD<Mat>(U).singularValues()(0);
    if (largest * largest > 0.6 * static_cast<double>(far.size())) far.clear();
  }
  std::vector<double> logs, deviations;
  std::vector<int> kept = far;
  for (int i = 0; i < n; ++i)
    if (d(i) <= cutoff) kept.push_back(i);
  const auto log_square = [&](int i) { return 2 * std::log(std::max(d(i) / typical, 1e-3)); };
  for (const int i : kept) logs.push_back(log_square(i));
  for (const double value : logs) deviations.push_back(std::abs(value - median(logs)));
  const double spread = 1.4826022185056018 * median(deviations);

  RobustStep step;
  step.tail = std::max(0.0, 1 - trigamma(p / 2) / (spread * spread));
  step.weights = Vec::Zero(n);
  for (const int i : kept) step.weights(i) = std::exp(-step.tail * log_square(i));
  step.c = mean(X, step.weights);
  step.W = principal(centered(X, step.c), step.weights, m);
  return step;
}

KnownCells known_cells(const Mat& X, const Mat& W) {
  KnownCells result{Mat(X.rows(), W.cols()), Vec(X.rows()), Vec(X.rows())};
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    Mat A = W;
    Vec x = X.row(i).transpose();
    for (Eigen::Index j = 0; j < X.cols(); ++j)
      if (std::isnan(x(j))) A.row(j) *= std::sqrt(1e-3), x(j) = 0;
    const Vec t = A.colPivHouseholderQr().solve(x);
    result.scores.row(i) = t.transpose();
    result.residual(i) = (x - A * t).squaredNorm();
    result.explained(i) = (A * t).squaredNorm();
  }
  return result;
}

double known_l2p(const Mat& X, const Vec& w, const Mat& W, double p) {
  return w.dot(known_cells(X, W).explained.array().pow(p / 2).matrix());
}

double known_r1(const Mat& X, const Vec& w, const Mat& W) {
  return -w.dot(known_cells(X, W).residual.cwiseSqrt());
}

Mat em_pca(Mat X, int m, int rounds) {
  const auto missing = X.array().isNaN().eval();
  X = missing.select(0.0, X);
  const Vec ones = Vec::Ones(X.rows());
  Mat W = principal(X, ones, m);
  for (int round = 0; round < rounds; ++round) {
    X = missing.select(X * W * W.transpose(), X);
    W = principal(X, ones, m);
  }
  return W;
}

namespace {

Vec goodness(const Vec& log_ratio, const Vec& known) {
  double share = 0.9;
  Vec good;
  for (int step = 0; step < 6; ++step) {
    good = log_ratio;
    for (double& value : good) value = 1 / (1 + std::exp(-value) * (1 - share) / share);
    good = good.cwiseProduct(known);
    share = std::clamp((good.sum() + 10 * 0.9) / (known.sum() + 10), 0.5, 0.999);
  }
  return good;
}

}  // namespace

Vec cell_goodness(const Vec& x, const Vec& t, const CellLaw& law) {
  const auto d = x.size();
  const Vec r = x - law.W * t;
  Vec known(d), ratio(d);
  for (Eigen::Index j = 0; j < d; ++j) {
    known(j) = std::isnan(x(j)) ? 0.0 : 1.0;
    const double nu = law.tails, u = r(j) / law.scale(j);
    const double good = std::tgamma((nu + 1) / 2) / (std::tgamma(nu / 2) * std::sqrt(nu * M_PI)) *
                        std::pow(1 + u * u / nu, -(nu + 1) / 2) / law.scale(j);
    ratio(j) = known(j) > 0 ? std::log(good * law.range(j)) : 0.0;
  }
  Vec result = goodness(ratio, known);
  if (law.height == 0) return result;
  Vec pooled(d);
  const int reach = std::clamp(std::min(law.height, law.width) / 8, 1, 4);
  for (int y = 0; y < law.height; ++y)
    for (int z = 0; z < law.width; ++z) {
      double sum = 0, count = 0;
      for (int i = std::max(0, y - reach); i <= std::min(law.height - 1, y + reach); ++i)
        for (int j = std::max(0, z - reach); j <= std::min(law.width - 1, z + reach); ++j)
          sum += ratio(i * law.width + j), count += known(i * law.width + j);
      pooled(y * law.width + z) = 2 * reach * sum / std::max(count, 1.0);
    }
  return result.cwiseMin(goodness(pooled, known));
}

Mat kernel_coordinates(const Mat& K) {
  const auto n = K.rows();
  const Mat H = Mat::Identity(n, n) - Mat::Constant(n, n, 1.0 / static_cast<double>(n));
  const Eigen::SelfAdjointEigenSolver<Mat> eigen(H * K * H);
  const auto rank = (eigen.eigenvalues().array() > 1e-12 * eigen.eigenvalues().maxCoeff()).count();
  return eigen.eigenvectors().rightCols(rank) * eigen.eigenvalues().tail(rank).cwiseSqrt().asDiagonal();
}

namespace {

Vec truncated(const Vec& v, int s) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(v.size()));
  for (std::size_t j = 0; j < order.size(); ++j) order[j] = static_cast<Eigen::Index>(j);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return std::abs(v(a)) > std::abs(v(b)); });
  Vec result = Vec::Zero(v.size());
  for (int k = 0; k < s; ++k) result(order[static_cast<std::size_t>(k)]) = v(order[static_cast<std::size_t>(k)]);
  return result.normalized();
}

}  // namespace

Mat truncated_power(const Mat& X, const Vec& w, const Mat& start, int s) {
  Mat A = X.transpose() * w.asDiagonal() * X, found(X.cols(), start.cols()), Q(X.cols(), 0);
  for (Eigen::Index k = 0; k < start.cols(); ++k) {
    Vec v = Vec::Zero(X.cols());
    for (Eigen::Index j = 0; j < start.cols(); ++j) {
      const Vec candidate = truncated(start.col(j) - Q * (Q.transpose() * start.col(j)), s);
      if (candidate.dot(A * candidate) > v.dot(A * v)) v = candidate;
    }
    for (int iteration = 0; iteration < 10000; ++iteration) {
      const Vec next = truncated(A * v, s);
      const bool settled = (next - v).norm() < 1e-14;
      v = next;
      if (settled) break;
    }
    found.col(k) = v;
    const Vec q = (v - Q * (Q.transpose() * v)).normalized();
    Q.conservativeResize(Eigen::NoChange, k + 1);
    Q.col(k) = q;
    const Mat P = Mat::Identity(X.cols(), X.cols()) - q * q.transpose();
    A = P * A * P;
  }
  return found;
}

namespace {

// max over U of sum_i w_i ||U^T A_i||_F by the paper's iteration.
Mat one_mode(const std::vector<Mat>& A, const Vec& w, Mat U, const Stop& stop, double& objective) {
  for (int iteration = 0; iteration < stop.max_iterations; ++iteration) {
    Mat M = Mat::Zero(U.rows(), U.cols());
    objective = 0;
    for (std::size_t i = 0; i < A.size(); ++i) {
      const Mat T = A[i].transpose() * U;
      const double weight = w(static_cast<Eigen::Index>(i)), length = T.norm();
      objective += weight * length;
      if (length > 0) M += weight * A[i] * T / length;
    }
    if (residual(M, U) <= stop.tol) break;
    U = polar(M);
  }
  return U;
}

Mat leading(const std::vector<Mat>& A, const Vec& w, int count) {
  Mat S = Mat::Zero(A[0].rows(), A[0].rows());
  for (std::size_t i = 0; i < A.size(); ++i) S += w(static_cast<Eigen::Index>(i)) * A[i] * A[i].transpose();
  return Eigen::SelfAdjointEigenSolver<Mat>(S).eigenvectors().rightCols(count);
}

}  // namespace

TensorResult tensor_l21(const Mat& X, const Vec& w, int height, int width, int rows, int cols, const Stop& stop) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<Mat> A, B;
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    const RowMajor flat = X.row(i);
    A.push_back(Eigen::Map<const RowMajor>(flat.data(), height, width));
    B.push_back(A.back().transpose());
  }
  TensorResult result{leading(A, w, rows), leading(B, w, cols), 0};
  double before = -1;
  while (result.objective > before * (1 + 1e-15)) {
    before = result.objective;
    std::vector<Mat> seen;
    for (const Mat& a : A) seen.push_back(a * result.V);
    result.U = one_mode(seen, w, result.U, stop, result.objective);
    seen.clear();
    for (const Mat& b : B) seen.push_back(b * result.U);
    result.V = one_mode(seen, w, result.V, stop, result.objective);
  }
  return result;
}

double reconstruction_error(const Mat& originals, const Mat& inputs, const Mat& W, const Vec& c) {
  double sum = 0;
  for (int i = 0; i < originals.rows(); ++i) {
    const Vec o = originals.row(i).transpose() - c, x = inputs.row(i).transpose() - c;
    sum += (o - W * (W.transpose() * x)).norm();
  }
  return sum / static_cast<double>(originals.rows());
}

double projector_difference(const Mat& W, const Mat& V) {
  // ||P - Q||_F^2 = ||(I - P) V||_F^2 + ||(I - Q) W||_F^2.
  const double a = (V - W * (W.transpose() * V)).norm(), b = (W - V * (V.transpose() * W)).norm();
  return std::hypot(a, b);
}

double largest_angle(const Mat& W, const Mat& V) {
  const Mat outside = V - W * (W.transpose() * V);
  const double sine = Eigen::BDCSVD<Mat>(outside).singularValues()(0);
  return std::asin(std::min(1.0, sine)) * 180 / std::numbers::pi;
}

}  // namespace l21::reference
