// What a fit did, how well it ended, and what it cost.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l21/export.hpp"
#include "l21/types.hpp"

namespace l21 {

enum class Status { converged, iteration_limit, precision_limit, interrupted };
[[nodiscard]] L21_EXPORT std::string_view to_string(Status status);

struct TraceEntry {
  int round = 1;  // of the joint center, or another start; inside a round the objective never falls
  int iteration = 0;
  double objective = 0;
  double residual = 0;  // NaN where it is not known: the first step through the Gram matrix
  double seconds = 0;
  double reads = 0;  // times all of X was read by the iteration until here
};

// What an observer sees, once an iteration.
struct Progress {
  std::string_view stage;  // "kernel", "center", "start", "fit", "certificate"
  int iteration = 0;
  int max_iterations = 0;
  double objective = 0;
  double residual = 0;  // NaN where it is not known: the first step through the Gram matrix; of a certificate: its gap
  double seconds = 0;
  std::optional<double> seconds_left;  // from the rate at which the residual falls; absent while unknown
};

enum class Signal { go_on, stop };

// Called every iteration, on the caller's thread. Signal::stop ends the fit after the current pass with the W reached.
using Observer = std::function<Signal(const Progress&)>;

// One line for people; "3 s", "12 min", "1.5 h".
[[nodiscard]] L21_EXPORT std::string to_string(const Progress& progress);
[[nodiscard]] L21_EXPORT std::string duration_text(double seconds);

struct FitReport {
  std::string method;
  Index n_samples = 0;
  Index n_features = 0;
  int n_components = 0;
  Index rank = 0;  // numerical rank of the prepared rows within the components: those with variance above rounding
  double objective = 0;
  double objective_start = 0;
  double reconstruction_error = 0;     // mean of ||x - W W^T x||, weighted
  std::optional<double> kkt_residual;  // absent where undefined
  double oracle_gap = 0;               // (surrogate(next) - surrogate(now)) / |surrogate(now)|, at the end
  double l21_ratio = 0;                // sum ||W^T x|| / sum ||x||
  double total_norm = 0;               // sum w ||x||, unscaled rows
  double total_variance = 0;           // of all columns together; explained_variance is part of it
  int iterations = 0;
  double reads = 0;   // times all of X was read by the iteration
  double passes = 0;  // columns multiplied with X or X^T, over 2m: a plain iteration is 1
  double reads_start = 0;
  double passes_start = 0;
  double reads_center = 0;
  int escapes = 0;      // from zero projections (l21, l1, l2p with p = 1)
  Index zero_rows = 0;  // rows equal to the center
  bool converged = false;
  Status status = Status::iteration_limit;
  std::string message;  // one sentence
  std::vector<std::string> warnings;
  double seconds = 0;
  std::string solver_requested, solver_used;  // used: "plain" or "accelerated", and how
  std::string precision_requested, precision_used;
  int threads_requested = 0, threads_used = 0;
  int scale_exponent = 0;                // rows were multiplied by 2^-scale_exponent inside
  std::optional<Index> kernel_rank;      // dimensions of the kernel space that the rows span
  std::optional<double> kernel_clipped;  // share of the spectrum that was negative and is cut off
  std::optional<double> kernel_outside;  // share of the squared length of the rows that landmarks leave out
  std::optional<double> upper_bound, gap;
  std::optional<bool> certified;
  std::string certificate;       // what is proven, or why nothing, in words
  double reads_certificate = 0;  // times all of X was read for it
  std::vector<TraceEntry> trace;
};

}  // namespace l21
