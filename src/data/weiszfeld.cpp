#include "data/weiszfeld.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linalg/statistics.hpp"
#include "rows/block_loop.hpp"
#include "rows/make_source.hpp"
#include "rows/moment_sums.hpp"

namespace l21::internal {
namespace {

// What one thread needs for a block.
struct Scratch {
  Vector<double> rho;
  RowMatrix<double> t;
};

class Weiszfeld {
 public:
  Weiszfeld(const RowSource<double>& source, const Vector<double>& weights, const Matrix<double>& W, double here,
            double floor, int threads)
      : weights_(weights),
        W_(W),
        here_(here),
        floor_(floor),
        loop_(source, threads, sizeof(double) * static_cast<std::size_t>(source.cols())),
        moments_(source, loop_.slots()),
        packed_(source.make_directions()),
        parts_(static_cast<std::size_t>(loop_.slots())),
        scratch_(static_cast<std::size_t>(loop_.threads())) {
    if (has_directions()) source.pack(W, *packed_);
    for (auto& part : parts_) part.inside.setZero(W.cols());
    for (auto& scratch : scratch_)
      scratch.rho.resize(loop_.block_rows()), scratch.t.resize(loop_.block_rows(), W.cols());
  }

  [[nodiscard]] WeiszfeldSums sums() {
    moments_.begin(1, has_directions() ? &W_ : nullptr);
    loop_.run([&](const BlockLoop<double>::Block& block) { add(block); });
    WeiszfeldSums total = add_up(std::move(parts_));
    Matrix<double> direction;
    moments_.finish(loop_.threads(), direction);
    total.direction = direction.col(0);
    if (has_directions()) total.direction += W_ * total.inside;
    return total;
  }

 private:
  [[nodiscard]] bool has_directions() const { return W_.cols() > 0; }

  void add(const BlockLoop<double>::Block& block) {
    auto& part = parts_[static_cast<std::size_t>(block.slot)];
    auto& [rho, t] = scratch_[static_cast<std::size_t>(block.thread)];
    if (has_directions()) {
      block.rows.project(*packed_, t.data());
      block.rows.subtract_projection(*packed_, t.data());
    }
    block.rows.squared_norms(rho.data());
    for (Index i = 0; i < block.count; ++i) rho(i) = weigh(block.first + i, std::sqrt(rho(i)), part);
    block.rows.accumulate(rho.data(), 1, moments_.slot(block.slot));
    if (has_directions()) part.inside += t.topRows(block.count).transpose() * rho.head(block.count);
  }
  // w / rho, or 0 at the center.
  [[nodiscard]] double weigh(Index row, double distance, WeiszfeldSums& part) const {
    const double w = weights_.size() > 0 ? weights_(row) : 1.0, guarded = std::max(distance, floor_);
    part.weight += w;
    part.distance += w * distance;
    if (w > 0 && distance < part.nearest) part.nearest = distance, part.nearest_row = row;
    if (guarded <= here_) part.coincident += w;
    const double weight = guarded > here_ ? w / guarded : 0.0;
    part.inverse += weight;
    return weight;
  }

  const Vector<double>& weights_;
  const Matrix<double>& W_;
  double here_, floor_;
  BlockLoop<double> loop_;
  MomentSums<double> moments_;
  std::unique_ptr<Directions> packed_;
  std::vector<WeiszfeldSums> parts_;
  std::vector<Scratch> scratch_;
};

}  // namespace

WeiszfeldSums& WeiszfeldSums::operator+=(const WeiszfeldSums& other) {
  weight += other.weight;
  inverse += other.inverse;
  coincident += other.coincident;
  distance += other.distance;
  inside += other.inside;
  if (other.nearest < nearest) nearest = other.nearest, nearest_row = other.nearest_row;
  return *this;
}

WeiszfeldSums weiszfeld_sums(const Rows& rows, const RowScheme& scheme, const Vector<double>& weights,
                             const Matrix<double>& W, double floor, int threads) {
  const auto source = make_source<double>(rows, {scheme.factor, scheme.center, {}});
  const double here = floor > 0 ? 0.0 : rounding_of_sum<double>(rows.cols()) * scheme.center.norm();
  return Weiszfeld(*source, weights, W, here, floor, threads).sums();
}

Vector<double> prepared_row(const Rows& rows, const RowScheme& scheme, Index row) {
  Vector<double> values(rows.cols());
  make_source<double>(rows, {scheme.factor, scheme.center, {}})->copy_rows(row, 1, values.data());
  return values;
}

}  // namespace l21::internal
