/// @file
/// What a fit did, how well it ended, and what it cost.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l21/export.hpp"
#include "l21/message.hpp"
#include "l21/options.hpp"
#include "l21/types.hpp"

namespace l21 {

/// Why an iteration ended. precision_limit: rounding allows no smaller residual.
enum class Status { converged, iteration_limit, precision_limit, interrupted };
/// Its spelling in reports.
[[nodiscard]] L21_EXPORT std::string_view to_string(Status status);

/// One iteration.
struct TraceEntry {
  int round = 1;         ///< of the joint center, or another start; inside a round the objective never falls
  int iteration = 0;     ///< counts from 1
  double objective = 0;  ///< at the point
  double residual = 0;   ///< NaN where it is not known: the first step through the Gram matrix
  double seconds = 0;    ///< spent until here
  double reads = 0;      ///< times all of X was read by the iteration until here
};

/// Where in a fit an observer is asked.
enum class Stage { kernel, center, start, fit, certificate };
/// The word in reports.
[[nodiscard]] L21_EXPORT std::string_view to_string(Stage stage);

/// What an observer sees, once an iteration.
struct Progress {
  Stage stage = Stage::fit;  ///< What is being done.
  int iteration = 0;         ///< Of that stage.
  int max_iterations = 0;    ///< 0: not known.
  double objective = 0;      ///< In the units of the data.
  double residual =
      0;               ///< NaN where it is not known: the first step through the Gram matrix; of a certificate: its gap
  double seconds = 0;  ///< Since the stage began.
  std::optional<double> seconds_left;  ///< from the rate at which the residual falls; absent while unknown
};

/// What an observer answers.
enum class Signal { go_on, stop };

/// Called every iteration, on the caller's thread. Signal::stop ends the fit after the current pass with the W reached.
using Observer = std::function<Signal(const Progress&)>;

/// One line for people.
[[nodiscard]] L21_EXPORT std::string to_string(const Progress& progress);
/// "3 s", "12 min", "1.5 h".
[[nodiscard]] L21_EXPORT std::string duration_text(double seconds);

/// What an iteration works on.
enum class Engine {
  linear,   ///< one pass over X an iteration
  gram,     ///< iterations on X X^T
  growing,  ///< a subspace that grows, two reads of X a step
  modes,    ///< one axis of tensors after the other
};

/// Which solver a fit was given to.
struct SolverUsed {
  Solver solver = Solver::plain;   ///< plain or accelerated
  Engine engine = Engine::linear;  ///< What it worked on.
  /// Both of them.
  bool operator==(const SolverUsed&) const = default;
};
/// "plain", "accelerated, anderson", "plain, gram", ...
[[nodiscard]] L21_EXPORT std::string to_string(const SolverUsed& used);

/// What stands behind an upper bound. probable: randomness, which fails with a known probability.
enum class CertificateKind { none, probable, proven };
/// The word in reports.
[[nodiscard]] L21_EXPORT std::string_view to_string(CertificateKind kind);

/// Why there is no upper bound.
enum class CertificateReason {
  unknown,            ///< nothing was said
  not_asked,          ///< Certify::off
  interrupted,        ///< the fit was, before it came to this
  not_concave,        ///< r1: the objective is convex in the projector
  sparse_components,  ///< they are no function of the projector
  depends_on_basis,   ///< l1, l1_greedy: so does the objective
  tensors,            ///< concave in the projector of one axis at a time only
  too_costly,         ///< Certify::automatic: more than a quarter of the fit
  no_memory,          ///< FitOptions::memory leaves no room
  nothing_proven,     ///< it was tried and gave nothing
  no_objective,       ///< robust: it is the end of a search, not the maximum of a sum
  missing_cells,      ///< what known cells say of a row is not concave in the projector
};
/// The word in reports.
[[nodiscard]] L21_EXPORT std::string_view to_string(CertificateReason reason);

/// How far from the global optimum a fit can be at most (docs/certificate.md).
struct Certificate {
  static constexpr double kCertifiedGap = 1e-6;  ///< counts as none

  std::optional<double> upper_bound{};                    ///< no W has a larger objective; absent where kind is none
  std::optional<double> gap{};                            ///< upper_bound / objective - 1, at least 0
  CertificateKind kind = CertificateKind::none;           ///< What stands behind it.
  double chance = 0;                                      ///< that upper_bound is too low; proven: 0
  CertificateReason reason = CertificateReason::unknown;  ///< why kind is none
  bool interrupted = false;                               ///< before the bound was as low as it can be had
  bool within_landmarks = false;                          ///< it holds in the space that landmarks span

  /// Whether the gap counts as none; absent where no bound was looked for.
  [[nodiscard]] L21_EXPORT std::optional<bool> certified() const;
  /// All of it.
  bool operator==(const Certificate&) const = default;
};
/// What is proven, or why nothing, of a fit by this method; empty for CertificateReason::unknown.
[[nodiscard]] L21_EXPORT Message in_words(const Certificate& certificate, Method method);

/// Where a subspace that the robust estimator tries comes from.
enum class RobustStart {
  sphere,   ///< r1 on rows divided by their norms
  half,     ///< the half of the rows that is least outlying
  trimmed,  ///< the half that is least outlying among the scores of the best so far
  split,    ///< the larger of two groups among these scores
  rest,     ///< the rows that the best so far leaves out
};
/// The word in reports.
[[nodiscard]] L21_EXPORT std::string_view to_string(RobustStart start);

/// A challenge of the best subspace so far.
struct RobustDuel {
  RobustStart challenger = RobustStart::half;  ///< Who.
  double score = 0;                            ///< Log of a ratio of scales; it wins above the margin.
  double margin = 0;                           ///< What it takes.
  /// All of it.
  bool operator==(const RobustDuel&) const = default;
};

/// Rows that do not belong to the subspace of a robust fit, but to one of their own.
struct OtherGroup {
  double share = 0;  ///< Of the rows.
  double angle = 0;  ///< Degrees between the two subspaces; both may be parallel, and apart.
  /// All of it.
  bool operator==(const OtherGroup&) const = default;
};
/// What people should know of it.
[[nodiscard]] L21_EXPORT Message in_words(const OtherGroup& other);

/// What Method::robust did.
struct RobustReport {
  RobustStart start = RobustStart::sphere;  ///< Whose subspace was polished in the end.
  std::vector<RobustDuel> duels;            ///< In their order.
  double kept = 1;                          ///< Share of the rows with a weight.
  double tail = 0;                    ///< b of the weights d^(-2b): 0 for Gaussian rows, 1 for the heaviest tails.
  double cutoff = 0;                  ///< Orthogonal distance beyond which rows have no weight, but for those far out:
  double far = 0;                     ///< distances up to this times that from the center have one all the same.
  Index sample_rows = 0;              ///< That the search saw.
  std::optional<OtherGroup> other{};  ///< Where the rows are two groups.
  /// All of it.
  bool operator==(const RobustReport&) const = default;
};

/// How a search for damaged cells ended.
enum class CellVerdict {
  left_out,  ///< they were found, and the fit went without them
  none,      ///< so few that the rows are taken as they are
  too_many,  ///< more than can be damage: the rows are taken as they are
};
/// The word in reports.
[[nodiscard]] L21_EXPORT std::string_view to_string(CellVerdict verdict);

/// What FitOptions::damaged_cells found.
struct CellReport {
  CellVerdict verdict = CellVerdict::none;  ///< What was done.
  Index damaged = 0;                        ///< Cells that were judged to be.
  Index rows = 0;                           ///< Rows of which more than half was, and which had no say.
  /// All of it.
  bool operator==(const CellReport&) const = default;
};
/// What people should know of it.
[[nodiscard]] L21_EXPORT std::string in_words(const CellReport& cells);

/// How a fit compares with the subspace that most of its rows belong to (FitOptions::guard).
struct GuardReport {
  static constexpr Index kMostRows = 1000;  ///< that are listed

  double angle = 0;                     ///< Degrees between the two; 0 where no row spoke for another subspace.
  std::vector<Index> influential_rows;  ///< That pull the fit away, counted from 0; the strongest kMostRows, ascending.
  Index influential_count = 0;          ///< Of all of them.
  Index sample_rows = 0;                ///< That were looked at.

  /// Whether the fit is not that of most rows.
  [[nodiscard]] bool alarm() const { return influential_count > 0; }
  /// All of it.
  bool operator==(const GuardReport&) const = default;
};
/// What an alarm says; empty where there is none.
[[nodiscard]] L21_EXPORT Message in_words(const GuardReport& guard);

/// How far components stand out: singular values of rows, and the largest that chance gives.
struct ComponentCurve {
  std::vector<double> value;      ///< Of every component until one does not stand out.
  std::vector<double> threshold;  ///< What it has to be above.
  Index found = 0;                ///< How many are.
  /// All of it.
  bool operator==(const ComponentCurve&) const = default;
};

/// How FitOptions::components = 0 became a number (docs/methods/components.md).
struct ComponentChoice {
  /// A robust fit with so many components, and how many the rows that it keeps show.
  struct Trial {
    int components = 0;  ///< Of the fit.
    int found = 0;       ///< By the rows.
    /// Both.
    bool operator==(const Trial&) const = default;
  };
  int components = 1;         ///< The answer.
  int most = 1;               ///< Where the search began.
  ComponentCurve curve;       ///< Of the rows that the fit with so many components keeps.
  double kept = 1;            ///< Their share.
  std::vector<Trial> trials;  ///< In their order, from above.
  Index sample_rows = 0;      ///< That were looked at.
  /// All of it.
  bool operator==(const ComponentChoice&) const = default;
};
/// Why it is this number, in a sentence.
[[nodiscard]] L21_EXPORT std::string in_words(const ComponentChoice& choice);

/// What a fit did, how well it ended, and what it cost.
struct FitReport {
  Method method = Method::l21;  ///< Whose objective it is.
  Index n_samples = 0;          ///< Rows.
  Index n_features = 0;         ///< Columns.
  int n_components = 0;         ///< m, or the product of the modes.
  Index rank = 0;  ///< numerical rank of the prepared rows within the components: those with variance above rounding
  double objective = 0;                         ///< At the end.
  double objective_start = 0;                   ///< At the start.
  double reconstruction_error = 0;              ///< mean of ||x - W W^T x||, weighted
  std::optional<double> kkt_residual;           ///< absent where undefined
  double oracle_gap = 0;                        ///< (surrogate(next) - surrogate(now)) / |surrogate(now)|, at the end
  double l21_ratio = 0;                         ///< sum ||W^T x|| / sum ||x||
  double total_norm = 0;                        ///< sum w ||x||, unscaled rows
  double total_variance = 0;                    ///< of all columns together; explained_variance is part of it
  int iterations = 0;                           ///< Of all stages and starts.
  double reads = 0;                             ///< times all of X was read by the iteration
  double passes = 0;                            ///< columns multiplied with X or X^T, over 2m: a plain iteration is 1
  double reads_start = 0;                       ///< As `reads`, by the start.
  double passes_start = 0;                      ///< As `passes`, by the start.
  double reads_center = 0;                      ///< As `reads`, by center and scales.
  int escapes = 0;                              ///< from zero projections (l21, l1, l2p with p <= 1)
  Index zero_rows = 0;                          ///< rows equal to the center
  Index missing_cells = 0;                      ///< that the fit went without (FitOptions::missing)
  bool converged = false;                       ///< Whether status is converged.
  Status status = Status::iteration_limit;      ///< How it ended.
  Message message;                              ///< one sentence
  std::vector<Message> warnings;                ///< What people should know.
  double seconds = 0;                           ///< Of the whole fit.
  Solver solver_requested = Solver::automatic;  ///< By the options.
  SolverUsed solver_used;                       ///< What was taken.
  Precision precision_requested = Precision::automatic;  ///< By the options.
  Precision precision_used = Precision::float64;         ///< What rows were multiplied in.
  int threads_requested = 0;                             ///< By the options.
  int threads_used = 0;                                  ///< What was taken.
  int scale_exponent = 0;                                ///< rows were multiplied by 2^-scale_exponent inside
  std::optional<Index> kernel_rank;                      ///< dimensions of the kernel space that the rows span
  std::optional<double> kernel_clipped;                  ///< share of the spectrum that was negative and is cut off
  std::optional<double> kernel_memory;    ///< bytes that were reckoned with because nobody gave options.memory
  std::optional<double> kernel_outside;   ///< share of the squared length of the rows that landmarks leave out
  Certificate certificate;                ///< How far from the optimum it can be at most.
  double reads_certificate = 0;           ///< times all of X was read for it
  std::optional<RobustReport> robust;     ///< Of Method::robust.
  std::optional<ComponentChoice> choice;  ///< Where the number of components was left to the rows.
  std::optional<CellReport> cells;        ///< Of FitOptions::damaged_cells.
  std::optional<GuardReport> guard;       ///< Of other methods, about a center that was found; absent where not asked.
  std::vector<TraceEntry> trace;          ///< One entry for each accepted iteration.
};
/// The warnings, and what the guard says.
[[nodiscard]] L21_EXPORT std::vector<Message> all_warnings(const FitReport& report);

}  // namespace l21
