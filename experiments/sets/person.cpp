#include "sets/person.hpp"

namespace l21::internal::experiments {

Person::Person(Dice& dice) {
  width = dice.between(0.52, 0.64);
  height = dice.between(0.74, 0.86);
  jaw = dice.between(0.05, 0.28);
  skin = dice.between(0.5, 0.82);
  hair = dice.between(0.06, 0.5);
  shirt = dice.between(0.1, 0.9);
  hairline = dice.between(0.36, 0.66);
  sides = dice.between(0.42, 0.66);
  brow_height = dice.between(0.2, 0.28);
  brow_width = dice.between(0.11, 0.17);
  brow_dark = dice.between(0.3, 0.8);
  eye_apart = dice.between(0.19, 0.26);
  eye_size = dice.between(0.075, 0.1);
  iris = dice.between(0.1, 0.4);
  nose_length = dice.between(0.2, 0.32);
  nose_width = dice.between(0.06, 0.11);
  mouth_height = dice.between(0.36, 0.44);
  mouth_width = dice.between(0.16, 0.25);
  lips = dice.between(0.55, 0.85);
  beard = dice.between(0, 1) < 0.25 ? dice.between(0.4, 0.9) : 0;
  glasses = dice.between(0, 1) < 0.3 ? 1 : 0;
  for (Spot& spot : spots)
    spot = {dice.between(-0.6, 0.6), dice.between(-0.8, 0.8), dice.between(0.08, 0.3), 0.09 * dice.normal(),
            0.02 * dice.normal()};
}

Sitting::Sitting(Dice& dice) {
  yaw = 0.2 * dice.normal();
  pitch = 0.11 * dice.normal();
  roll = 0.05 * dice.normal();
  right = 0.028 * dice.normal();
  up = 0.028 * dice.normal();
  scale = 1 + 0.03 * dice.normal();
  light_across = 0.28 * dice.normal();
  light_up = 0.3 + 0.2 * dice.normal();
  brightness = 1 + 0.06 * dice.normal();
  smile = dice.between(-0.4, 1);
  open_mouth = std::max(0.0, dice.between(-1.5, 1));
  open_eyes = dice.between(0, 1) < 0.12 ? 0.1 : dice.between(0.7, 1.1);
  backdrop = 0.38 + 0.05 * dice.normal();
}

}  // namespace l21::internal::experiments
