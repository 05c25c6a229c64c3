#include "corruption.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dice.hpp"
#include "l21/error.hpp"
#include "pages/image_rows.hpp"

namespace l21::internal::experiments {
namespace {

constexpr std::array<std::string_view, 4> kFills{"black", "white", "noise", "mean"};  // in the order of Fill

Index share_of(double share, Index count) {
  return static_cast<Index>(std::lround(share * static_cast<double>(count)));
}

class Brush {
 public:
  Brush(const ImageSet& set, Fill fill)
      : fill_(fill), range_(pages::grey_range(set.pixels)), mean_(set.pixels.mean()) {}
  [[nodiscard]] double grey(Dice& dice) const {
    switch (fill_) {
      case Fill::black: return range_.black;
      case Fill::white: return range_.white;
      case Fill::noise: return dice.between(range_.black, range_.white);
      case Fill::mean: return mean_;
    }
    return 0;
  }

 private:
  Fill fill_;
  pages::GreyRange range_;
  double mean_;
};

}  // namespace

std::string_view to_string(Fill fill) {
  return kFills[static_cast<std::size_t>(fill)];
}

Fill parse_fill(const std::string& word) {
  for (std::size_t i = 0; i < kFills.size(); ++i)
    if (word == kFills[i]) return static_cast<Fill>(i);
  throw InvalidArgument(fmt::format("--fill takes {}, got '{}'", fmt::join(kFills, ", "), word));
}

void check_share(double share) {
  if (!(share >= 0 && share < 1))
    throw InvalidArgument(fmt::format("--share must satisfy 0 <= share < 100 %, got {:g}", 100 * share));
}

Trial occluded(const ImageSet& set, double share, Fill fill, std::uint64_t seed) {
  check_share(share);
  Trial trial{set.pixels, set.pixels, std::vector<bool>(static_cast<std::size_t>(set.count()), false)};
  const Brush brush(set, fill);
  const Index side = std::clamp<Index>(set.width / 2, 1, set.height);
  for (const Index i : Dice(seed, 1).choose(share_of(share, set.count()), set.count())) {
    Dice dice(seed, static_cast<std::uint64_t>(i) + 2);
    const Index top = dice.below(set.height - side + 1), left = dice.below(set.width - side + 1);
    Eigen::Map<RowMatrix<double>> image(trial.training.row(i).data(), set.height, set.width);
    for (Index row = top; row < top + side; ++row)
      for (Index col = left; col < left + side; ++col) image(row, col) = brush.grey(dice);
    trial.corrupted[static_cast<std::size_t>(i)] = true;
  }
  return trial;
}

Trial with_noise_images(const ImageSet& set, const ImageSet& noise, double share, std::uint64_t seed) {
  check_share(share);
  const Index more = share_of(share, set.count());
  Trial trial{RowMatrix<double>(set.count() + more, set.pixels.cols()), set.pixels,
              std::vector<bool>(static_cast<std::size_t>(set.count() + more), false)};
  trial.training.topRows(set.count()) = set.pixels;
  const auto order = Dice(seed, 1).choose(std::min(more, noise.count()), noise.count());
  for (Index i = 0; i < more; ++i) {
    trial.training.row(set.count() + i) = noise.pixels.row(order[static_cast<std::size_t>(i) % order.size()]);
    trial.corrupted[static_cast<std::size_t>(set.count() + i)] = true;
  }
  return trial;
}

}  // namespace l21::internal::experiments
