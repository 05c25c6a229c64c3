// Somebody who does not exist, and how they look on one picture.
#pragma once

#include <array>

#include "dice.hpp"

namespace l21::internal::experiments {

// A soft spot that makes a face its own: brighter or darker, higher or lower.
struct Spot {
  double across, up, reach, grey, height;
};

// What stays the same from picture to picture. Lengths in half heights of the picture.
struct Person {
  explicit Person(Dice& dice);
  double width, height, jaw;
  double skin, hair, shirt;
  double hairline, sides;  // where hair begins: above the face, beside it
  double brow_height, brow_width, brow_dark;
  double eye_apart, eye_size, iris;
  double nose_length, nose_width;
  double mouth_height, mouth_width, lips;
  double beard, glasses;  // 0 none, 1 full
  std::array<Spot, 14> spots;
};

// What changes.
struct Sitting {
  explicit Sitting(Dice& dice);
  double yaw, pitch, roll;  // radians
  double right, up, scale;
  double light_across, light_up, brightness;
  double smile, open_mouth, open_eyes;
  double backdrop;
};

}  // namespace l21::internal::experiments
