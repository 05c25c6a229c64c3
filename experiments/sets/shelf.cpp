#include "sets/solids.hpp"

namespace l21::internal::experiments {
namespace {

using enum Shape;
using enum Upright;
using enum Joint;

std::vector<Solid> make_shelf() {
  return {
      // duck
      {{{ellipsoid, {0, -0.3, 0}, {0.6, 0.4, 0.42}, y, add, 0.85},
        {ellipsoid, {0.38, 0.35, 0}, {0.3, 0.3, 0.28}, y, melt, 0.85},
        {ellipsoid, {0.72, 0.3, 0}, {0.2, 0.07, 0.14}, y, add, 0.45},
        {cone, {-0.6, 0, 0}, {0.2, 0.25, 0}, y, melt, 0.8}}},
      // brick with holes
      {{{box, {0, 0, 0}, {0.75, 0.35, 0.4}, y, add, 0.65},
        {cylinder, {0.35, 0, 0}, {0.16, 1, 0}, z, cut, 0.3},
        {cylinder, {-0.35, 0, 0}, {0.16, 1, 0}, z, cut, 0.3}},
       Paint::clouds,
       9},
      // car
      {{{box, {0, -0.2, 0}, {0.85, 0.2, 0.38}, y, add, 0.8},
        {box, {-0.1, 0.12, 0}, {0.42, 0.18, 0.32}, y, melt, 0.5},
        {cylinder, {0.48, -0.4, 0}, {0.2, 0.42, 0.03}, z, add, 0.25},
        {cylinder, {-0.48, -0.4, 0}, {0.2, 0.42, 0.03}, z, add, 0.25}}},
      // cat
      {{{ellipsoid, {0, -0.35, 0}, {0.4, 0.55, 0.38}, y, add, 0.75},
        {ellipsoid, {0.08, 0.4, 0}, {0.3, 0.28, 0.3}, y, melt, 0.75},
        {cone, {0.08, 0.72, 0.18}, {0.12, 0.16, 0}, y, melt, 0.6},
        {cone, {0.08, 0.72, -0.18}, {0.12, 0.16, 0}, y, melt, 0.6},
        {torus, {-0.4, -0.6, 0}, {0.25, 0.07, 0}, y, add, 0.6}},
       Paint::stripes,
       5},
      // jar
      {{{cylinder, {0, -0.15, 0}, {0.5, 0.6, 0.1}, y, add, 0.55},
        {cylinder, {0, 0.6, 0}, {0.42, 0.16, 0.03}, y, add, 0.9}},
       Paint::stripes,
       4},
      // box with a label
      {{{box, {0, 0, 0}, {0.55, 0.75, 0.25}, y, add, 0.9}}, Paint::checks, 5},
      // pig
      {{{ellipsoid, {0, 0, 0}, {0.65, 0.42, 0.42}, y, add, 0.8},
        {cylinder, {0.68, 0, 0}, {0.17, 0.12, 0.04}, x, melt, 0.6},
        {cylinder, {0.35, -0.45, 0.2}, {0.1, 0.2, 0.02}, y, melt, 0.75},
        {cylinder, {0.35, -0.45, -0.2}, {0.1, 0.2, 0.02}, y, melt, 0.75},
        {cylinder, {-0.35, -0.45, 0.2}, {0.1, 0.2, 0.02}, y, melt, 0.75},
        {cylinder, {-0.35, -0.45, -0.2}, {0.1, 0.2, 0.02}, y, melt, 0.75}}},
      // ring on a plate
      {{{cylinder, {0, -0.55, 0}, {0.75, 0.08, 0.03}, y, add, 0.5},
        {torus, {0, 0.05, 0}, {0.42, 0.14, 0}, z, add, 0.95}}},
      // mug
      {{{cylinder, {0, 0, 0}, {0.48, 0.55, 0.05}, y, add, 0.85},
        {torus, {0.55, 0, 0}, {0.28, 0.08, 0}, z, melt, 0.85},
        {cylinder, {0, 0.35, 0}, {0.38, 0.6, 0}, y, cut, 0.2}},
       Paint::rings,
       6},
      // bottle
      {{{cylinder, {0, -0.3, 0}, {0.36, 0.6, 0.12}, y, add, 0.6},
        {cylinder, {0, 0.5, 0}, {0.13, 0.4, 0.03}, y, melt, 0.6},
        {cylinder, {0, 0.86, 0}, {0.16, 0.08, 0.02}, y, add, 0.95}},
       Paint::clouds,
       4},
      // bowl with a fruit
      {{{ellipsoid, {0, -0.2, 0}, {0.75, 0.5, 0.75}, y, add, 0.7},
        {box, {0, 0.55, 0}, {1, 0.55, 1}, y, cut, 0.7},
        {ellipsoid, {0.15, 0.15, 0}, {0.34, 0.32, 0.34}, y, add, 0.95}}},
      // hut
      {{{box, {0, -0.35, 0}, {0.55, 0.4, 0.42}, y, add, 0.85},
        {cone, {0, 0.4, 0}, {0.85, 0.38, 0}, y, add, 0.45},
        {box, {0.3, -0.45, 0.4}, {0.13, 0.28, 0.1}, y, cut, 0.2}},
       Paint::stripes,
       7},
      // dumbbell
      {{{ellipsoid, {0.62, 0, 0}, {0.33, 0.33, 0.33}, y, add, 0.5},
        {ellipsoid, {-0.62, 0, 0}, {0.33, 0.33, 0.33}, y, add, 0.8},
        {cylinder, {0, 0, 0}, {0.12, 0.6, 0.02}, x, melt, 0.9}}},
      // camera
      {{{box, {0, 0, 0}, {0.7, 0.42, 0.25}, y, add, 0.4},
        {cylinder, {0, -0.05, 0.3}, {0.3, 0.25, 0.04}, z, add, 0.7},
        {box, {0.4, 0.48, 0}, {0.15, 0.1, 0.12}, y, add, 0.9}}},
      // cushion
      {{{ellipsoid, {0, 0, 0}, {0.8, 0.35, 0.6}, y, add, 0.8}}, Paint::checks, 7},
      // tower
      {{{box, {0, -0.6, 0}, {0.6, 0.25, 0.6}, y, add, 0.8},
        {box, {0.08, -0.1, 0.05}, {0.4, 0.3, 0.4}, y, add, 0.55},
        {box, {0, 0.45, 0}, {0.24, 0.3, 0.24}, y, add, 0.95}}},
      // wheel
      {{{torus, {0, 0, 0}, {0.65, 0.16, 0}, z, add, 0.45},
        {cylinder, {0, 0, 0}, {0.09, 0.65, 0.02}, y, add, 0.85},
        {cylinder, {0, 0, 0}, {0.09, 0.65, 0.02}, x, add, 0.85},
        {cylinder, {0, 0, 0}, {0.2, 0.16, 0.03}, z, add, 0.95}}},
      // mushroom
      {{{cylinder, {0, -0.45, 0}, {0.2, 0.42, 0.08}, y, add, 0.9},
        {ellipsoid, {0, 0.2, 0}, {0.7, 0.45, 0.7}, y, melt, 0.55}},
       Paint::checks,
       8},
      // block of cheese
      {{{box, {0, -0.1, 0}, {0.75, 0.4, 0.5}, y, add, 0.85},
        {ellipsoid, {0.4, 0.25, 0.3}, {0.22, 0.22, 0.22}, y, cut, 0.5},
        {ellipsoid, {-0.3, -0.1, 0.5}, {0.2, 0.2, 0.2}, y, cut, 0.5},
        {ellipsoid, {-0.6, 0.3, -0.1}, {0.25, 0.25, 0.25}, y, cut, 0.5}}},
      // vase
      {{{ellipsoid, {0, -0.3, 0}, {0.5, 0.5, 0.5}, y, add, 0.7},
        {cylinder, {0, 0.35, 0}, {0.2, 0.4, 0.05}, y, melt, 0.7},
        {torus, {0, 0.75, 0}, {0.26, 0.09, 0}, y, melt, 0.9}},
       Paint::rings,
       9},
  };
}

}  // namespace

std::span<const Solid> shelf() {
  static const std::vector<Solid> solids = make_shelf();
  return solids;
}

}  // namespace l21::internal::experiments
