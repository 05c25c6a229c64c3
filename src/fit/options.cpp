#include "l21/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "l21/error.hpp"
#include "l21/option_table.hpp"

namespace l21 {
namespace {

void require(bool condition, const Message& message) {
  if (!condition) throw InvalidArgument(message);
}

// Begins with the option: "max_iterations must be >= 1, got 0".
void require_of(std::string_view field, bool condition, const Message& rest) {
  require(condition, {option_name(field), " ", rest});
}

// "must satisfy 0 <= threads <= 4096, got -1"
template <class Bound, class Value>
void require_between(std::string_view field, Bound low, Value value, Bound high, const std::string& about_high = "") {
  require_of(field, low <= value && value <= high,
             {fmt::format("must satisfy {} <= ", low), option_symbol(field),
              fmt::format(" <= {}{}, got {}", high, about_high, value)});
}

void require_at_least(std::string_view field, int low, int value) {
  require_of(field, value >= low, fmt::format("must be >= {}, got {}", low, value));
}

// 10x8
std::string times(const std::vector<Index>& sizes) {
  return fmt::format("{}", fmt::join(sizes, "x"));
}

void validate_weights(const Vector<double>& weights, Index rows) {
  if (weights.size() == 0) return;
  require(weights.size() == rows,
          fmt::format("weights must be one per row: {} rows, {} weights", rows, weights.size()));
  for (Index i = 0; i < rows; ++i)
    if (!std::isfinite(weights(i)) || weights(i) < 0)
      throw InvalidArgument(fmt::format("weights must be finite and >= 0, got {} for row {}", weights(i), i + 1));
  require(weights.maxCoeff() > 0, "weights must not all be 0");
  require(std::isfinite(weights.sum()) && weights.maxCoeff() < 1e100 && weights.maxCoeff() > 1e-100,
          fmt::format("weights must be of ordinary size: their maximum {} is outside 1e-100..1e100; divide them by it",
                      weights.maxCoeff()));
}

// Python has a direction in each row.
Message start_shape(Index cols, Index components, Index given_rows, Index given_cols) {
  const auto words = fmt::format("the given start must be {} x {} (columns x components), got {} x {}", cols,
                                 components, given_rows, given_cols);
  return Message::Spelled{
      words, words,
      fmt::format("init as an array must have shape ({}, {}), got ({}, {})", components, cols, given_cols, given_rows)};
}

void validate_given(const FitOptions& options, Index cols) {
  if (options.center == Center::given) {
    require(options.given_center.size() == cols,
            fmt::format("the given center must have one value per column: {} columns, {} values", cols,
                        options.given_center.size()));
    require(options.given_center.allFinite(), "the given center must be finite");
  }
  if (options.init == Init::given) {
    const Index rows = options.given_start.rows(), m = options.given_start.cols();
    require(rows == cols && m == options.components, start_shape(cols, options.components, rows, m));
    require(options.given_start.allFinite(), "the given start must be finite");
  }
}

void validate_cardinality(const FitOptions& options, Index cols) {
  if (!has_sparse_components(options.method)) {
    require_of("cardinality", options.cardinality == 0,
               fmt::format("belongs to truncated_power and sparse_l21, got {} with {}", options.cardinality,
                           to_string(options.method)));
    return;
  }
  require(options.cardinality >= 1 && options.cardinality <= cols,
          {std::string(to_string(options.method)), " needs a ", option_name("cardinality"), " that satisfies 1 <= ",
           option_symbol("cardinality"), fmt::format(" <= {} (columns), got {}", cols, options.cardinality)});
}

// In the space of a kernel there are no columns.
void validate_kernel(const FitOptions& options, Index rows) {
  if (options.gamma)
    require_of("gamma", std::isfinite(*options.gamma) && *options.gamma > 0,
               fmt::format("must be finite and > 0, got {}", *options.gamma));
  require_between("degree", 1, options.degree, 100);
  require_of("coef0", std::isfinite(options.coef0), fmt::format("must be finite, got {}", options.coef0));
  require_between("landmarks", Index{0}, options.landmarks, rows, " (rows)");
  if (options.kernel == Kernel::none) {
    require_of("gamma", !options.gamma,
               fmt::format("belongs to a kernel, got {} without one", options.gamma.value_or(0)));
    require_of("landmarks", options.landmarks == 0,
               fmt::format("belong to a kernel, got {} without one", options.landmarks));
    return;
  }
  require(options.center != Center::median && options.center != Center::given,
          "with a kernel the center must be mean, geometric_median, joint, optimal or none: there are no columns");
  require(!has_sparse_components(options.method), "with a kernel components cannot be sparse: there are no columns");
  require(options.column_scaling == ColumnScaling::none,
          "with a kernel columns cannot be scaled in the fit: scale them in the table");
  require(options.init != Init::given,
          "with a kernel the start cannot be given: use pca, spherical, random or largest_norm");
}

// The robust estimator finds its center and its start itself, among rows that are vectors.
void validate_robust(const FitOptions& options) {
  if (options.method != Method::robust) return;
  const auto without = [&](bool condition, std::string_view field, std::string_view why) {
    require(condition, {"robust goes without ", option_name(field), ": ", std::string(why)});
  };
  without(options.kernel == Kernel::none, "kernel", "use method r1 with center joint and row scaling sphere there");
  without(options.modes.size() <= 1, "modes", "use method r1 there");
  without(options.center == Center::mean, "center", "it finds its center itself");
  without(options.row_scaling == RowScaling::none, "row_scaling", "it weighs rows itself");
  without(options.init == Init::pca, "init", "it finds its start itself");
  without(options.starts == 1, "starts", "it tries several starts itself");
}

// Cells of a row say something of the others by way of a subspace of its columns.
void validate_missing(const FitOptions& options) {
  const bool damaged = options.damaged_cells == DamagedCells::leave_out;
  if (options.missing == Missing::error && !damaged) return;
  const Message option =
      damaged ? Message{option_name("damaged_cells"), " leave_out "} : Message{option_name("missing"), " fit "};
  const auto with_fit = [&](bool condition, const Message& why) { require(condition, {option, why}); };
  with_fit(!damaged || options.method != Method::robust, "goes without robust, which leaves out rows");
  with_fit(!damaged || (options.components > 0 && options.share == 0),
           {"needs a number as ", option_name("components")});
  with_fit(!damaged || options.center == Center::mean, {"goes with ", option_name("center"), " mean"});
  with_fit(options.method != Method::l1 && !is_greedy(options.method), "serves pca, l21, l2p, r1 and robust");
  with_fit(options.kernel == Kernel::none, {"goes without ", option_name("kernel")});
  with_fit(options.modes.size() <= 1, {"goes without ", option_name("modes")});
  with_fit(options.row_scaling == RowScaling::none, {"goes without ", option_name("row_scaling")});
  with_fit(options.center != Center::optimal, {"goes without ", option_name("center"), " optimal"});
}

// A number of components that the rows decide.
void validate_open_count(const FitOptions& options) {
  require(options.share == 0 || (options.share > 0 && options.share < 1),
          fmt::format("a share of the spectrum must satisfy 0 < share < 1, got {}", options.share));
  require(options.kernel == Kernel::none && options.modes.empty(),
          "how many components there are is not to be seen in the space of a kernel, or axis by axis; give a number");
  require(options.init != Init::given,
          {"a start that is given has a number of components: give it as ", option_name("components")});
}

// Mode by mode there are no components, and no deflation.
void validate_modes(const FitOptions& options, Index cols) {
  if (options.modes.empty()) return;
  const std::vector<Index> vectors = {cols};
  const auto& shape = options.sample_shape.empty() && options.modes.size() == 1 ? vectors : options.sample_shape;
  require_of("modes", !shape.empty(),
             fmt::format("need rows with a shape, an array of three or more axes; got modes {}", times(options.modes)));
  require_of("modes", options.modes.size() == shape.size(),
             fmt::format("must be {}, one for each size of a row ({}), got {}: {}", shape.size(), times(shape),
                         options.modes.size(), times(options.modes)));
  Index volume = 1;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    volume *= shape[k];
    require_of("modes", options.modes[k] >= 1 && options.modes[k] <= shape[k],
               fmt::format("must satisfy 1 <= modes[{}] <= {} (the sizes of a row are {}), got {}", k + 1, shape[k],
                           times(shape), options.modes[k]));
  }
  require(volume == cols, fmt::format("rows of shape {} have {} values, got {} columns", times(shape), volume, cols));
  require(options.kernel == Kernel::none, "modes and a kernel exclude each other");
  if (shape.size() == 1) return;
  require(options.method != Method::l1 && !is_greedy(options.method),
          "with modes the method must be pca, l21, r1 or l2p");
  require(options.center != Center::joint && options.center != Center::optimal,
          "with modes the center must be mean, median, geometric_median, none or given");
  require(options.init != Init::given && options.init != Init::largest_norm,
          "with modes the start must be pca (the truncated HOSVD), spherical or random");
}

}  // namespace

FitOptions robust_preset(FitOptions options) {
  options.method = Method::robust;
  options.center = Center::mean;
  options.row_scaling = RowScaling::none;
  options.init = Init::pca;
  options.starts = 1;
  return options;
}

FitOptions cells_preset(FitOptions options) {
  options.method = Method::pca;
  options.center = Center::mean;
  options.row_scaling = RowScaling::none;
  options.missing = Missing::fit;
  options.damaged_cells = DamagedCells::leave_out;
  return options;
}

void validate(const FitOptions& options, Index rows, Index cols) {
  require(rows >= 2, fmt::format("a fit needs at least 2 rows, got {}", rows));
  require(cols >= 1, fmt::format("a fit needs at least 1 column, got {}", cols));
  validate_cardinality(options, cols);
  validate_robust(options);
  validate_kernel(options, rows);
  validate_modes(options, cols);
  validate_missing(options);
  const bool kernel = options.kernel != Kernel::none;
  const Index most = kernel ? rows : std::min(rows, cols);
  const bool open = options.components == 0 || options.share != 0;
  if (open) validate_open_count(options);
  if (options.modes.empty() && !open)
    require_between("components", Index{1}, options.components, most,
                    kernel ? " (rows)" : fmt::format(" (the smaller of {} rows and {} columns)", rows, cols));
  require_of("p", options.p > 0 && options.p <= 2, fmt::format("must satisfy 0 < p <= 2, got {}", options.p));
  require_of("tolerance", std::isfinite(options.tolerance) && options.tolerance >= 0,
             fmt::format("must be finite and >= 0, got {}", options.tolerance));
  require_at_least("max_iterations", 1, options.max_iterations);
  require_between("threads", 0, options.threads, 4096);
  require_at_least("starts", 1, options.starts);
  require_at_least("certify_passes", 0, options.certify_passes);
  require_at_least("basis_limit", 3, options.basis_limit);
  require_of("center", options.center != Center::joint || options.method == Method::r1,
             {"joint belongs to ", Message::Spelled{"method r1", "method r1", "R1PCA"},
              ": it follows from its residuals; use geometric_median with other methods"});
  require_of("center", options.center != Center::optimal || options.method == Method::l21,
             {"optimal belongs to ", Message::Spelled{"method l21", "method l21", "L21PCA with p=1"},
              ": use geometric_median with other methods"});
  require_of("center", options.center != Center::optimal || options.row_scaling == RowScaling::none,
             {"optimal goes without ", option_name("row_scaling"), ": rows on a sphere keep its center"});
  validate_weights(options.weights, rows);
  validate_given(options, cols);
}

}  // namespace l21
