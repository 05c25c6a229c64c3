#include <numbers>

#include "dice.hpp"
#include "sets/draw.hpp"
#include "sets/sets.hpp"

namespace l21::internal::experiments {
namespace {

// One wave across the picture, bent by another.
struct Wave {
  explicit Wave(Dice& dice) {
    const double direction = dice.between(0, std::numbers::pi);
    const double length = std::exp(dice.between(std::log(1.2), std::log(14.0)));  // waves across the picture
    right = length * std::cos(direction) * std::numbers::pi;
    up = length * std::sin(direction) * std::numbers::pi;
    phase = dice.between(0, 2 * std::numbers::pi);
    bend = dice.between(0, 1.5);
    height = dice.between(0.3, 1) / std::sqrt(length);
  }
  [[nodiscard]] double at(double x, double y) const {
    return height * std::sin(right * x + up * y + phase + bend * std::sin(2.1 * y - 1.3 * x + phase));
  }
  double right, up, phase, bend, height;
};

void weave(Dice dice, Index height, Index width, Eigen::Ref<Vector<double>> image) {
  constexpr int kWaves = 7;
  std::vector<Wave> waves;
  waves.reserve(kWaves);
  for (int k = 0; k < kWaves; ++k) waves.emplace_back(dice);
  const double contrast = dice.between(1, 3), level = dice.between(-0.3, 0.3);
  for (Index row = 0; row < height; ++row)
    for (Index col = 0; col < width; ++col) {
      const double x = (2 * static_cast<double>(col) + 1) / static_cast<double>(width) - 1;
      const double y = (2 * static_cast<double>(row) + 1) / static_cast<double>(height) - 1;
      double sum = level;
      for (const Wave& wave : waves) sum += wave.at(x, y);
      image[row * width + col] = std::round(127.5 * (1 + std::tanh(contrast * sum)));
    }
}

}  // namespace

ImageSet textures(Index count, Index height, Index width, int threads) {
  return drawn("textures", count, height, width, threads, [&](Index i, Eigen::Ref<Vector<double>> pixels) {
    weave(Dice(3, static_cast<std::uint64_t>(i)), height, width, pixels);
  });
}

}  // namespace l21::internal::experiments
