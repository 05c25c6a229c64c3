#include "model/score_distance.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace l21::internal {

ScoreDistance::ScoreDistance(const ScoreStatistics& statistics, double unit) {
  if (statistics.score_scatter.size() > 0) {
    middle_ = statistics.score_center / unit;
    factor_ = Eigen::LLT<Matrix<double>>(statistics.score_scatter / unit / unit).matrixL();
    return;
  }
  middle_ = statistics.score_median / unit;
  inverse_scale_ = statistics.score_scale.unaryExpr([&](double scale) { return scale > 0 ? unit / scale : 0.0; });
}

double ScoreDistance::operator()(const Eigen::Ref<const Vector<double>>& t) const {
  const Vector<double> z = t - middle_;
  if (factor_.size() > 0) return factor_.triangularView<Eigen::Lower>().solve(z).norm();
  return z.cwiseProduct(inverse_scale_).norm();
}

LogDensity::LogDensity(const ScoreStatistics& statistics, Index columns) {
  const Vector<double> variance =
      statistics.score_scatter.size() > 0
          ? Vector<double>(
                Eigen::LLT<Matrix<double>>(statistics.score_scatter).matrixL().toDenseMatrix().diagonal().cwiseAbs2())
          : Vector<double>(statistics.score_scale.cwiseAbs2());
  // What does not vary has a density without bound; it may be as large as the digits of the table allow.
  const double largest = variance.size() > 0 ? variance.maxCoeff() : 0.0;
  const double least = std::max(1e-20 * largest, std::numeric_limits<double>::min());
  const auto noise = static_cast<double>(columns - variance.size());
  const double noise_variance =
      noise > 0 ? std::max(statistics.orthogonal_scale * statistics.orthogonal_scale / noise, least) : 1.0;
  constant_ = variance.cwiseMax(least).array().log().sum() + noise * std::log(noise_variance) +
              static_cast<double>(columns) * std::log(2 * std::numbers::pi);
  inverse_variance_ = 1 / noise_variance;
}

double LogDensity::operator()(double score_distance, double orthogonal_distance) const {
  return -0.5 *
         (constant_ + score_distance * score_distance + orthogonal_distance * orthogonal_distance * inverse_variance_);
}

}  // namespace l21::internal
