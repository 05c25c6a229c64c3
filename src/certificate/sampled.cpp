#include "certificate/sampled.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "certificate/row_sample.hpp"
#include "certificate/spectrum.hpp"
#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/large_pages.hpp"
#include "linalg/polar.hpp"
#include "linalg/statistics.hpp"
#include "linalg/subspace.hpp"
#include "methods/sketch.hpp"

namespace l21::internal {
namespace {

constexpr int kTries = 3;  // with more and more rows; they share the probability of failure

// Directions outside W in which rows are long, and what is known of G there.
struct Guard {
  Matrix<double> Q, GQ;    // d x k
  Vector<double> squares;  // ||Q^T x_i||^2
};

// Q^T G Q, its largest eigenvalue, and B^T B of what couples it to the rest.
struct GuardBlocks {
  Matrix<double> inside, across;
  double largest;

  GuardBlocks(const Matrix<double>& W, const Guard& guard) {
    Matrix<double> B =
        sum_with_product(guard.GQ, -1, Op::none, W, Op::none, product(Op::transpose, W, Op::none, guard.GQ));
    const Matrix<double> A = product(Op::transpose, guard.Q, Op::none, B);
    add_product(-1, Op::none, guard.Q, Op::none, A, B);
    inside = (A + A.transpose()) / 2;
    across = product(Op::transpose, B, Op::none, B);
    largest = largest_eigenpairs(Matrix<double>(inside), 1).values(0);
  }
};

// Eigenvalues of G outside some directions, in descending order and roughly, and the sum of all of them.
struct Decay {
  Vector<double> values;
  double trace;
};

// What a sample of so many rows should say of eigenvalues up to `largest` that add up to `trace`.
double foretold(double largest, double trace, double rows, double failure) {
  const double part = std::min(1.0, largest / trace);
  // A sample's largest eigenvalue is larger than that of all rows.
  const double seen = rows * std::min(1.0, part * std::pow(1 + 1 / std::sqrt(part * rows), 2));
  return std::min(1.0, largest_mean(seen, failure) / rows) * trace;
}

// How many directions a guard has, and how many rows a sample.
struct Extent {
  Index guard, rows;
};
constexpr double kNothingToGain = 0.7;

// The cheapest that should bound all outside below `enough`, and all outside the guard well below it, since what lies
// between the two adds to that; the most where that is not to be had.
Extent extent_for(const Decay& decay, const SamplePlan& plan, double failure, double enough) {
  constexpr double kBelow = 0.95, kMoreRows = 1.4;
  constexpr double kUnsure = 2;  // how much the rest has to do with a guard is known when that has been multiplied
  constexpr Index kStep = 4, kFewest = 60;
  Extent best{std::min(plan.guard, decay.values.size()), plan.rows};
  double least = std::numeric_limits<double>::infinity(), left = decay.trace;
  for (Index k = 0; k < decay.values.size() && k <= plan.guard; ++k) {
    const double outside = decay.values(k);
    for (Index rows = kFewest; k % kStep == 0 && left > 0;
         rows = static_cast<Index>(kMoreRows * static_cast<double>(rows))) {
      rows = std::min(rows, plan.rows);
      const double cost = plan.cost_of(k, rows) * (k > 0 ? kUnsure : 1);
      if (cost >= least) break;
      if (foretold(outside, left, static_cast<double>(rows), failure) <= (k == 0 ? kBelow : kWellBelow) * enough) {
        least = cost, best = {k, rows};
        break;
      }
      if (rows == plan.rows) break;
    }
    left = std::max(left - outside, 0.0);
  }
  return best;
}

template <class T>
class OutsideBySample {
 public:
  OutsideBySample(const FitAtSolution<T>& fit, const Vector<double>& v, const Rounding& rounding,
                  const SamplePlan& plan, const TangentOptions& options)
      : fit_(fit),
        rows_(fit.rows),
        v_(v),
        plan_(plan),
        options_(options),
        rounding_(rounding),
        rest_(squares_left(fit.q)) {}

  // Well below `enough`, where that can be had.
  [[nodiscard]] OutsideBound bound(double enough) {
    OutsideBound found;
    found.largest = trace();
    if (found.largest <= enough || options_.stopped()) return found;
    const std::optional<Guard> guard = fit_.coordinates ? guard_from_coordinates(enough) : guard_from_sample(enough);
    found.counter = counter_;
    if (options_.stopped()) return found;
    Matrix<double> known(fit_.W.rows(), fit_.W.cols() + (guard ? guard->Q.cols() : 0));
    prefer_large_pages(known);
    assign_columns(fit_.W, known.leftCols(fit_.W.cols()));
    std::optional<GuardBlocks> blocks;
    if (guard) {
      blocks.emplace(fit_.W, *guard);
      rest_ = (rest_ - guard->squares).cwiseMax(0.0);
      assign_columns(guard->Q, known.rightCols(guard->Q.cols()));
    }
    for (int attempt = 0; attempt < kTries && found.largest > enough && !options_.stopped(); ++attempt) {
      const RowSample<T> sample(outside(), known, sampled_, seed(kLastSeed + static_cast<std::uint64_t>(attempt)));
      const double beyond = sample.largest(failure());
      found.largest = std::min(found.largest, blocks ? with_guard(*blocks, beyond) : beyond);
      found.out_of_reach = blocks && blocks->largest >= enough;
      if (found.out_of_reach || kWorthAnother * sampled_ > plan_.rows || beyond <= kNothingToGain * enough) break;
      sampled_ = std::min(kMoreRows * sampled_, plan_.rows);
    }
    return found;
  }

 private:
  static constexpr std::uint64_t kFirstSeed = 0x2545f4914f6cdd1dULL, kLastSeed = 0xd1342543de82ef95ULL;

  static constexpr Index kMoreRows = 4, kWorthAnother = 2;  // times as many in the next try, and at least

  [[nodiscard]] double failure() const { return options_.failure / kTries; }

  // ||x_i||^2 less what is known of it.
  [[nodiscard]] Vector<double> squares_left(const Vector<double>& known) const {
    return rows_.each([&](Index i) { return std::max(0.0, rows_.norm(i) * rows_.norm(i) - known(i)); });
  }
  [[nodiscard]] RowsOutside<T> outside() const {
    return {rows_, v_, rows_.each([&](Index i) { return rounded_up(i); }), rounding_.of_product()};
  }
  // At least what is left, whatever rounding has done.
  [[nodiscard]] double rounded_up(Index i) const {
    return rest_(i) + rounding_.of_projection * rows_.norm(i) * rows_.norm(i);
  }
  [[nodiscard]] double trace() const {
    return rows_.sum([&](Index i) { return v_(i) * rounded_up(i); });
  }
  [[nodiscard]] std::uint64_t seed(std::uint64_t of_this) const { return options_.seed ^ of_this; }

  // From the basis that the engine ended with: no product with directions that it has multiplied already.
  [[nodiscard]] std::optional<Guard> guard_from_coordinates(double enough) {
    const Coordinates<T>& coordinates = *fit_.coordinates;
    const Matrix<double> Z = scatter_matrix(coordinates.as_rows(Method::pca), v_);
    const Matrix<double> C = product(Op::transpose, coordinates.Q(), Op::none, fit_.W);
    const auto outside_of_fit = [&](const Matrix<double>& X, Matrix<double>& Y) {
      Matrix<double> inner = X;
      remove_projection(C, inner);
      Y = product(Z, inner);
      remove_projection(C, Y);
    };
    const Index most = std::min(plan_.guard, Z.rows() - C.cols());
    sampled_ = plan_.rows;
    if (most <= 0) return std::nullopt;
    SymmetricEigen eigen = rough_eigenpairs(outside_of_fit, Z.rows(), most, options_.seed);
    const auto [count, sampled] = extent_for({eigen.values, trace()}, plan_, failure(), enough);
    sampled_ = sampled;
    if (count == 0) return std::nullopt;
    // Where the rows have fewer dimensions than the basis, some of these hold a part of W.
    const Matrix<double> K = new_directions(eigen.vectors.leftCols(count), C, kNothing);
    if (K.cols() == 0) return std::nullopt;
    Guard guard{product(coordinates.Q(), K), {}, Vector<double>(rows_.rows())};
    ScatterProduct<T>(rows_, K.cols()).multiply_known(weight_and_keep(guard), coordinates, K, guard.GQ);
    counter_.add(static_cast<double>(K.cols()));
    return if_finite(std::move(guard));
  }

  // From a sample.
  [[nodiscard]] std::optional<Guard> guard_from_sample(double enough) {
    const RowSample<T> sample(outside(), fit_.W, plan_.first_rows, seed(kFirstSeed));
    const SymmetricEigen eigen = sample.leading(std::max<Index>(plan_.guard, 1), options_.seed);
    const auto [count, sampled] = extent_for({eigen.values, trace()}, plan_, failure(), enough);
    sampled_ = sampled;
    if (count == 0) return std::nullopt;
    Guard guard{sample.directions(eigen.vectors.leftCols(count)), {}, Vector<double>(rows_.rows())};
    if (guard.Q.cols() == 0) return std::nullopt;
    ScatterProduct<T>(rows_, guard.Q.cols()).multiply(weight_and_keep(guard), guard.Q, guard.GQ);
    counter_.add(2 * static_cast<double>(guard.Q.cols()));
    return if_finite(std::move(guard));
  }
  // v_i, once the square of the projection of row i is noted.
  [[nodiscard]] RowWeight<T> weight_and_keep(Guard& guard) const {
    return [&](Index i, const T* t) {
      guard.squares(i) = Eigen::Map<const Vector<T>>(t, guard.Q.cols()).template cast<double>().squaredNorm();
      return v_(i);
    };
  }
  // Where weights are beyond what numbers hold, there is none.
  static std::optional<Guard> if_finite(Guard&& guard) {
    return guard.GQ.allFinite() && guard.squares.allFinite() ? std::optional(std::move(guard)) : std::nullopt;
  }

  // Let A and B be what G is within the guard and between it and the rest, and c bound the rest. Then tau I is at least
  // as large as all of it where tau > c and tau I >= A + B^T B / (tau - c).
  [[nodiscard]] double with_guard(const GuardBlocks& guard, double c) const {
    constexpr double kPrecision = 1e-3;
    const Index k = guard.inside.rows();
    const auto holds = [&](double tau) {
      return is_positive_definite(tau * Matrix<double>::Identity(k, k) - guard.inside - guard.across / (tau - c));
    };
    double below = std::max(c, guard.largest);
    double above = std::max(c, guard.inside.trace()) + std::sqrt(guard.across.trace());
    for (int step = 0; step < 60 && above - below > kPrecision * above; ++step) {
      const double tau = 0.5 * (below + above);
      (holds(tau) ? above : below) = tau;
    }
    // The norms of what the blocks are off by.
    return above + 3 * rounding_.of_scatter(guard.inside.trace());
  }

  const FitAtSolution<T>& fit_;
  const PreparedRows<T>& rows_;
  const Vector<double>& v_;
  SamplePlan plan_;
  const TangentOptions& options_;
  Rounding rounding_;
  Vector<double> rest_;  // ||.||^2 of what known directions leave of the rows
  Index sampled_ = 0;    // rows of the last sample
  PassCounter counter_;
};

}  // namespace

template <class T>
OutsideBound bound_by_samples(const FitAtSolution<T>& fit, const WeightsAtFit& weights, const SamplePlan& plan,
                              double enough, const TangentOptions& options) {
  return OutsideBySample<T>(fit, weights.v, weights.rounding, plan, options).bound(enough);
}

template OutsideBound bound_by_samples<float>(const FitAtSolution<float>&, const WeightsAtFit&, const SamplePlan&,
                                              double, const TangentOptions&);
template OutsideBound bound_by_samples<double>(const FitAtSolution<double>&, const WeightsAtFit&, const SamplePlan&,
                                               double, const TangentOptions&);

}  // namespace l21::internal
