#include "l21/option_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "fit/option_words.hpp"
#include "l21/error.hpp"

namespace l21 {
namespace {

using namespace internal;

// 5, auto, or a share such as 0.9.
void set_components(FitOptions& options, const std::string& text) {
  const bool share = text.find('.') != std::string::npos;
  options.share = share ? parse_number("components", text) : 0.0;
  if (share && !(options.share > 0 && options.share < 1))
    refuse("components", fmt::format("as a share must be above 0 and below 1, got '{}'", text));
  if (share) return;
  options.components = text == kAutomatic ? 0 : parse_integer<int>("components", text);
  if (text != kAutomatic && options.components == 0) refuse("components", "must be at least 1, or auto, got '0'");
}

std::string components_text(const FitOptions& options) {
  if (options.share > 0) return fmt::to_string(options.share);
  return options.components == 0 ? std::string(kAutomatic) : fmt::to_string(options.components);
}

std::vector<OptionSpec> build_table() {
  using Text = const std::string&;
  using Options = FitOptions&;
  using Known = const FitOptions&;
  const auto choice = OptionKind::choice;
  return {
      {"components",
       "-k,--components",
       "n_components",
       OptionKind::count,
       {},
       "number of components, from 1 to the smaller of rows and columns (with a kernel to its rank); auto: as many as "
       "the "
       "rows that belong together show; 0.9: as many as hold that share of the spectrum of the rows divided by their "
       "norms",
       [](Options o, Text t) { set_components(o, t); },
       [](Known o) { return components_text(o); }},
      {"method", "--method", "method", choice, spellings(kMethods),
       "what is maximized: pca, l21 (the paper), r1, l1, l1_greedy, l2p; truncated_power and sparse_l21 find sparse "
       "components",
       [](Options o, Text t) { o.method = parse_choice(kMethods, "method", t); },
       [](Known o) { return std::string(to_string(o.method)); }},
      {"p",
       "--p",
       "p",
       OptionKind::number,
       {},
       "exponent of l2p, 0 < p <= 2: 1 is l21, 2 pca; below 1 the objective is not convex",
       [](Options o, Text t) { o.p = parse_number("p", t); },
       [](Known o) { return fmt::to_string(o.p); }},
      {"cardinality",
       "--cardinality",
       "cardinality",
       OptionKind::integer,
       {},
       "truncated_power, sparse_l21: non-zeros of a component",
       [](Options o, Text t) { o.cardinality = parse_integer<Index>("cardinality", t); },
       [](Known o) { return fmt::to_string(o.cardinality); }},
      {"center", "--center", "center", choice, spellings(kCenters),
       "what is subtracted from every row; joint belongs to r1, optimal to l21",
       [](Options o, Text t) { o.center = parse_choice(kCenters, "center", t); },
       [](Known o) { return std::string(to_string(o.center)); }},
      {"column_scaling", "--scale", "column_scaling", choice, spellings(kColumnScalings),
       "divide every column by its standard deviation or its MAD first",
       [](Options o, Text t) { o.column_scaling = parse_choice(kColumnScalings, "column_scaling", t); },
       [](Known o) { return std::string(spelling(kColumnScalings, o.column_scaling)); }},
      {"row_scaling", "--row-scaling", "row_scaling", choice, spellings(kRowScalings),
       "sphere: divide every centered row by its norm, for fitting only",
       [](Options o, Text t) { o.row_scaling = parse_choice(kRowScalings, "row_scaling", t); },
       [](Known o) { return std::string(spelling(kRowScalings, o.row_scaling)); }},
      {"solver", "--solver", "solver", choice, spellings(kSolvers),
       "plain: the paper's iteration; accelerated: fewer reads of the data; auto: what costs least",
       [](Options o, Text t) { o.solver = parse_choice(kSolvers, "solver", t); },
       [](Known o) { return std::string(to_string(o.solver)); }},
      {"init", "--init", "init", choice, spellings(kInits), "where the iteration starts",
       [](Options o, Text t) { o.init = parse_choice(kInits, "init", t); },
       [](Known o) { return std::string(to_string(o.init)); }},
      {"tolerance",
       "--tol",
       "tol",
       OptionKind::number,
       {},
       "stop when the stationarity residual is at most this",
       [](Options o, Text t) { o.tolerance = parse_number("tolerance", t); },
       [](Known o) { return fmt::to_string(o.tolerance); }},
      {"max_iterations",
       "--max-iter",
       "max_iter",
       OptionKind::integer,
       {},
       "most iterations; of every component where they are found one by one",
       [](Options o, Text t) { o.max_iterations = parse_integer<int>("max_iterations", t); },
       [](Known o) { return fmt::to_string(o.max_iterations); }},
      {"seed",
       "--seed",
       "random_state",
       OptionKind::integer,
       {},
       "of the random start and of random landmarks",
       [](Options o, Text t) { o.seed = parse_integer<std::uint64_t>("seed", t); },
       [](Known o) { return fmt::to_string(o.seed); }},
      {"threads",
       "--threads",
       "n_jobs",
       OptionKind::integer,
       {},
       "number of threads; 0: as many as OpenMP would use",
       [](Options o, Text t) { o.threads = parse_integer<int>("threads", t); },
       [](Known o) { return fmt::to_string(o.threads); }},
      {"precision", "--precision", "precision", choice, spellings(kPrecisions),
       "of the computation; auto: float64 unless the data have at most 32 bits and --tol is at least 1e-5",
       [](Options o, Text t) { o.precision = parse_choice(kPrecisions, "precision", t); },
       [](Known o) { return std::string(to_string(o.precision)); }},
      {"memory",
       "--memory",
       "memory",
       OptionKind::integer,
       {},
       "most memory of a fit, the table included: bytes, or a number with K, M, G or T; 0: 1.5 times the table",
       [](Options o, Text t) { o.memory = parse_bytes("memory", t); },
       [](Known o) { return fmt::to_string(o.memory); }},
      {"basis_limit",
       "--basis-limit",
       "basis_limit",
       OptionKind::integer,
       {},
       "accelerated: most directions of the growing subspace, in multiples of --components",
       [](Options o, Text t) { o.basis_limit = parse_integer<int>("basis_limit", t); },
       [](Known o) { return fmt::to_string(o.basis_limit); }},
      {"starts",
       "--starts",
       "n_init",
       OptionKind::integer,
       {},
       "fit so often, the first time from --init, then from random starts, and keep the best; ends early once it is "
       "proven",
       [](Options o, Text t) { o.starts = parse_integer<int>("starts", t); },
       [](Known o) { return fmt::to_string(o.starts); }},
      {"certify", "--certify", "certify", choice, spellings(kCertify),
       "prove how far from the best subspace the fit can be at most (pca, l21, l2p); auto: where that costs at most "
       "half of "
       "the fit; on: always, and try to improve the fit where the proof fails",
       [](Options o, Text t) { o.certify = parse_choice(kCertify, "certify", t); },
       [](Known o) { return std::string(spelling(kCertify, o.certify)); }},
      {"certify_passes",
       "--certify-passes",
       "certify_passes",
       OptionKind::integer,
       {},
       "most weighted principal components that are computed to close the gap of a certificate",
       [](Options o, Text t) { o.certify_passes = parse_integer<int>("certify_passes", t); },
       [](Known o) { return fmt::to_string(o.certify_passes); }},
      {"guard", "--guard", "guard", choice, spellings(kGuards),
       "compare the fit with the subspace that most rows of a sample belong to, and warn where it is another one",
       [](Options o, Text t) { o.guard = parse_choice(kGuards, "guard", t); },
       [](Known o) { return std::string(spelling(kGuards, o.guard)); }},
      {"missing", "--missing", "missing", choice, spellings(kMissing),
       "cells that hold nothing, NaN or a word such as NA: an error, or left to the fit, which then goes by the other "
       "cells (pca, l21, l2p, r1, robust)",
       [](Options o, Text t) { o.missing = parse_choice(kMissing, "missing", t); },
       [](Known o) { return std::string(spelling(kMissing, o.missing)); }},
      {"damaged_cells", "--damaged-cells", "damaged_cells", choice, spellings(kDamagedCells),
       "leave-out: cells that do not go with the others of their row count as missing (pca, l21, l2p, r1)",
       [](Options o, Text t) { o.damaged_cells = parse_choice(kDamagedCells, "damaged_cells", t); },
       [](Known o) { return std::string(spelling(kDamagedCells, o.damaged_cells)); }},
      {"modes",
       "--modes",
       "modes",
       OptionKind::sizes,
       {},
       "tensor PCA: dimensions to keep of each axis of a row, such as 10x8 for images; instead of --components",
       [](Options o, Text t) { o.modes = parse_sizes("modes", t); },
       [](Known o) { return o.modes.empty() ? std::string(kNone) : fmt::format("{}", fmt::join(o.modes, "x")); }},
      {"kernel", "--kernel", "kernel", choice, spellings(kKernels),
       "the inner product of the space in which the subspace lies; precomputed: DATA is the kernel matrix",
       [](Options o, Text t) { o.kernel = parse_choice(kKernels, "kernel", t); },
       [](Known o) { return std::string(to_string(o.kernel)); }},
      {"gamma",
       "--gamma",
       "gamma",
       OptionKind::number,
       {},
       "of the kernels rbf, laplacian, polynomial and sigmoid, > 0; auto: 1 / columns",
       [](Options o, Text t) { o.gamma = t == kAutomatic ? std::nullopt : std::optional(parse_number("gamma", t)); },
       [](Known o) { return o.gamma ? fmt::to_string(*o.gamma) : std::string(kAutomatic); }},
      {"degree",
       "--degree",
       "degree",
       OptionKind::integer,
       {},
       "of the polynomial kernel",
       [](Options o, Text t) { o.degree = parse_integer<int>("degree", t); },
       [](Known o) { return fmt::to_string(o.degree); }},
      {"coef0",
       "--coef0",
       "coef0",
       OptionKind::number,
       {},
       "of the polynomial and sigmoid kernels",
       [](Options o, Text t) { o.coef0 = parse_number("coef0", t); },
       [](Known o) { return fmt::to_string(o.coef0); }},
      {"landmarks",
       "--landmarks",
       "landmarks",
       OptionKind::integer,
       {},
       "rows that span the kernel space (Nystrom), for tables too long for all of them; 0: all",
       [](Options o, Text t) { o.landmarks = parse_integer<Index>("landmarks", t); },
       [](Known o) { return fmt::to_string(o.landmarks); }},
      {"landmark_choice", "--landmark-choice", "landmark_choice", choice, spellings(kLandmarkChoices),
       "how landmarks are drawn; kmeans: far from one another, by k-means++",
       [](Options o, Text t) { o.landmark_choice = parse_choice(kLandmarkChoices, "landmark_choice", t); },
       [](Known o) { return std::string(spelling(kLandmarkChoices, o.landmark_choice)); }},
  };
}

}  // namespace

std::span<const OptionSpec> option_table() {
  static const std::vector<OptionSpec> table = build_table();
  return table;
}

const OptionSpec& option_spec(std::string_view name) {
  const auto table = option_table();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const OptionSpec& spec) { return spec.name == name; });
  if (found == table.end()) throw InvalidArgument(fmt::format("there is no option '{}'", name));
  return *found;
}

std::string_view to_string(Method method) {
  return spelling(kMethods, method);
}
std::string_view to_string(Center center) {
  return spelling(kCenters, center);
}
std::string_view to_string(Init init) {
  return spelling(kInits, init);
}
std::string_view to_string(Solver solver) {
  return spelling(kSolvers, solver);
}
std::string_view to_string(Precision precision) {
  return spelling(kPrecisions, precision);
}
std::string_view to_string(Certify certify) {
  return spelling(kCertify, certify);
}
std::string_view to_string(Kernel kernel) {
  return spelling(kKernels, kernel);
}

}  // namespace l21
