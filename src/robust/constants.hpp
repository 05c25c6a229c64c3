// The constants of the robust estimator (docs/methods/robust.md says what each stage does).
#pragma once

#include "l21/types.hpp"

namespace l21::internal {

struct RobustConstants {
  // Search.
  Index sample_rows = 2000;        // that the search sees; a table of up to twice as many is searched whole
  double wide_work = 12;           // products of sampled rows with each other, for every one with a component
  Index wide_rows = 500;           // that are drawn all the same, where rows are longer than the sample
  Index rows_per_component = 20;   // of the sample, at least
  Index directions = 64;           // through pairs of rows, along which rows are outlying
  Index most_for_normals = 30;     // components for which hyperplanes through rows are laid
  Index rows_per_direction = 500;  // that location and scale along a direction are taken from
  Index oversampling = 10;         // directions more than components, where a rough subspace will do
  int challenges = 3;              // rounds of challengers made from the winner
  double start = 1e-2;             // residual of the first start, and the last move of its center
  int search_steps = 10;           // of reweighting for one candidate in the search
  double rough = 1e-2;             // residual at which candidates end in the search
  double settled = 1e-3;           // and their winner
  double same = 0.2;               // sine of the angle (12 degrees) at which two candidates count as one
  // Duel.
  double duel_angle = 15;       // degrees: planes in which two subspaces differ by less do not count
  Index plane_directions = 60;  // in such a plane
  double duel_margin = 0.15;    // log of the ratio of scales that a challenger must win by
  // Weights.
  double cut = 3.0;            // of d^(2/3), in robust standard deviations
  double minority = 4.0;       // fewer than half of the rows rule only if they are so much tighter
  double far_distance = 0.5;   // rows beyond the cutoff stay only if d <= this times their norm
  double far_coherence = 0.6;  // and if one direction has at most this share of their residuals
  // Another group.
  double other_share = 0.25;     // of the rows, at least
  Index other_rows = 3;          // for each of its dimensions, at least
  double other_distance = 0.33;  // of the typical one of them from its own subspace, over that from the first, at most
  // Polish.
  int free_steps = 30;  // of reweighting; then the same rows stay, with the same b
  // Number of components.
  Index most_components = 20;  // that are tried unless somebody says
  double most_flipped = 4e6;   // values whose signs are flipped
  Index flips = 5;             // of signs
  double flip_margin = 1.03;   // by which a component must stand out
  // Guard.
  Index guard_rows = 200;       // that are looked at, at least, and up to a quarter of the table or sample_rows
  Index guard_directions = 16;  // among the scores, and twice as many normals
  double guard_outside = 0.07;  // share of rows beyond the cutoff that calls for a search
  double guard_stretch = 1.8;   // variance of the scores over that of their majority that calls for a look
  double guard_outlying = 4.0;  // robust standard deviations beyond which rows are left out of it
  double guard_gain = 1.5;      // variance of a direction that most rows add over that of the one they would leave
  double guard_margin = 0.4;    // log of the ratio of scales by which most rows must be thinner, on rows not searched
};
inline constexpr RobustConstants kRobust;

}  // namespace l21::internal
