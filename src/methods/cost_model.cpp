#include "methods/cost_model.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace l21::internal {
namespace {

// Rates relative to large products, found with the shapes of `make bench` on two cores of Zen 4 (107 GFLOP/s in
// float64, 37 GB/s); those of the engines beside each other on Zen 5, with spectra k^-0.5, k^-0.7 and k^-1. Wrong by
// two they take an engine that is half as fast.
constexpr double kEigenproblem = 27;     // flops an entry of a side: 4/3 of them, at a twentieth of a product's rate
constexpr double kMixingPerDigit = 4;    // iterations of Anderson's mixing for a decimal digit of the residual
constexpr double kGramStart = 12;        // iterations' worth of the start and the check of the Gram engine
constexpr double kGramOverhead = 2;      // of large products over those of rows with few columns, which are our own
constexpr double kLinearOverhead = 1.3;  // of a linear iteration over its products
constexpr double kInnerPerStep = 4;     // inner iterations of a growing subspace a step, at the speed of small products
constexpr double kInnerWidth = 6;       // columns of the basis on average, over m
constexpr double kAlgebraPerStep = 50;  // d m^2: orthogonalization and polar factors
constexpr double kGrowingOverhead = 2;  // bases are made, projected on and thrown away
constexpr double kSketchColumns = 3;    // multiplied for each column of a sketch
constexpr double kColumnsHidden = 16;   // a read that multiplies fewer columns waits for memory
constexpr double kReadsAround = 4;      // to check, to center, to prepare, to describe
constexpr double kWide = 2;             // a flop of float64 takes as long as so many of float32
constexpr double kTileOverhead = 1.3;   // of X^T X: tiles on the diagonal are computed whole, and rows copied
constexpr double kStepsOfReweighting = 100;  // Newton steps for new weights of k projections,
constexpr double kPowersARow = 300;          // each with so many flops of powers for every row

// Flops that take about three milliseconds, one, three and a second there.
constexpr double kQuick = 3e8, kUnnoticed = 1.5e8, kWorthABetterFit = 3e8, kPatience = 1e11;
constexpr double kShareOfFit = 0.18;  // that Certify::automatic spends: a quarter, and counts are not times
constexpr double kShareForProof = 0.03;

constexpr double kSmallTable = 4e6, kDenseShare = 0.25;
constexpr double kSmallSvd = 4e6;  // shorter^2 longer: an SVD of the rows takes a few milliseconds
// Beyond these an eigendecomposition takes longer than the fit that it starts; or, for pca, hours and all memory.
constexpr Index kLargestForStart = 3000, kLargestForPca = 10000;
constexpr Index kAllValues = 2000;

constexpr double kWorkspace = 64e6, kUnaskedSpare = 256e6;  // bytes
constexpr double kShareOfMachine = 0.6, kWithFit = 1.5;

double as_double(Index value) {
  return static_cast<double>(value);
}

// Three factorizations, and some sums of matrices.
double dense_algebra(double side) {
  return side * side * side + 100 * side * side;
}

}  // namespace

bool is_dense(Index rows, Index cols, double values) {
  const double all = as_double(rows) * as_double(cols);
  return all <= kSmallTable || values >= kDenseShare * all;
}

bool TableShape::is_dense() const {
  return internal::is_dense(rows, cols, values);
}

TableShape TableShape::of(const Rows& rows) {
  const double value = static_cast<double>(bytes_per_value(rows.storage()));
  const double bytes =
      rows.sparse() ? rows.values() * (value + sizeof(std::int32_t)) + as_double(rows.rows()) * sizeof(std::int64_t)
                    : rows.values() * value;
  return {rows.rows(), rows.cols(), rows.values(), bytes};
}

EngineCosts::EngineCosts(const TableShape& shape, const FitOptions& options)
    : n(as_double(shape.rows)),
      d(as_double(shape.cols)),
      m(static_cast<double>(options.components)),
      wide(shape.single ? kWide : 1),
      values(shape.values),
      digits(std::clamp(-std::log10(std::max(options.tolerance, 1e-12)), 1.0, 12.0)),
      slope_columns(options.method == Method::r1 ? 3.0 : 2.0) {}

double EngineCosts::exact_start() const {
  const double shorter = std::min(n, d);
  return wide * (n * d * shorter + kEigenproblem * shorter * shorter * shorter);
}
double EngineCosts::sketch(double width) const {
  return 2 * values * kSketchColumns * width;
}
double EngineCosts::sampled_start() const {
  return 2 * values * m;
}
double EngineCosts::gram() const {
  return kGramOverhead * wide * (n * n * d + (kMixingPerDigit * digits + kGramStart) * 2 * n * n * m + 6 * n * d * m);
}
double EngineCosts::linear(double start) const {
  return kLinearOverhead * (start + kMixingPerDigit * digits * 2 * values * slope_columns * m);
}
double EngineCosts::growing(double start) const {
  const double inner = kInnerPerStep * digits * 4 * n * kInnerWidth * m * m,
               algebra = digits * kAlgebraPerStep * d * m * m;
  return kGrowingOverhead * (start + digits * 2 * values * (slope_columns / 2 + 1) * m + inner + algebra);
}

double worth_of_exact_start(Method method, double least_engine) {
  return method == Method::pca ? std::max(kQuick, least_engine) : kQuick;
}

// Rows of a sparse table have few values, and there are many: 20 for each column would be all of them.
Index sample_size(const TableShape& shape, Index components) {
  constexpr Index kRowsPerColumn = 20, kRowsPerComponent = 200, kLeastPart = 20, kWorthIt = 5;
  const Index sample = std::max(
      {shape.is_dense() ? kRowsPerColumn * shape.cols : 0, kRowsPerComponent * components, shape.rows / kLeastPart});
  return sample * kWorthIt <= shape.rows ? sample : 0;
}

FitMemory::FitMemory(const TableShape& shape, const FitOptions& options)
    : n(as_double(shape.rows)),
      d(as_double(shape.cols)),
      m(static_cast<double>(options.components)),
      data(shape.bytes) {}

double FitMemory::least() const {
  return kWorkspace + 2 * 8 * d * m + n * (64 + 8 * m);
}
double FitMemory::mixing(int depth) const {
  return (2 * depth + 4) * 8 * d * m;
}
double FitMemory::basis(double columns) const {
  return columns * (n + d) * 8;
}
double FitMemory::gram() const {
  return 2 * 8 * n * n;
}
double FitMemory::spare(const FitOptions& options) const {
  return options.memory > 0 ? static_cast<double>(options.memory) - data - least()
                            : std::max(kUnaskedSpare, 0.5 * data);
}
double FitMemory::budget(const FitOptions& options) const {
  const bool by_name = options.memory == 0 && options.solver == Solver::accelerated;
  return by_name ? std::numeric_limits<double>::infinity() : spare(options);
}

// Three products of float32 with d x d matrices, of which there are three beside three tables. Correlations of few rows
// say nothing.
bool is_worth_foretelling(const TableShape& shape, double rows_worth, const FitOptions& options) {
  constexpr double kFewestRows = 20, kAtMost = 1e10, kPasses = 20;
  const double n = as_double(shape.rows), d = as_double(shape.cols), pass = 4 * n * d * options.components;
  const double bytes = 4 * (3 * d * d + 3 * n * d);
  return rows_worth >= kFewestRows && 6 * n * d * d <= std::max(kAtMost, kPasses * pass) &&
         bytes <= FitMemory(shape, options).spare(options);
}

PrincipalBy principal_by(const TableShape& shape, bool has_gram, Exactness exactness) {
  const Index shorter = std::min(shape.rows, shape.cols), longer = std::max(shape.rows, shape.cols);
  const bool all_digits = exactness == Exactness::exact && !shape.single;
  if (all_digits && as_double(shorter) * as_double(shorter) * as_double(longer) <= kSmallSvd) return PrincipalBy::svd;
  if (has_gram) return PrincipalBy::gram;
  const Index largest = exactness == Exactness::exact ? kLargestForPca : kLargestForStart;
  if (!shape.is_dense() || shorter > largest) return PrincipalBy::iteration;
  return shape.rows < shape.cols ? PrincipalBy::gram : PrincipalBy::scatter;
}

Index values_to_ask_for(Index shorter_side, Index least) {
  return shorter_side <= kAllValues ? shorter_side : least;
}

double cost_of(const FitWork& work) {
  const double m = work.components, n = work.rows, iterations = work.iterations;
  const double columns =
      std::max(work.solver.columns + work.start.columns, kColumnsHidden * (work.solver.reads + work.start.reads));
  double cost = 2 * work.values * (columns + kColumnsHidden * kReadsAround);
  if (work.engine == Engine::gram) cost += 2 * n * n * m * iterations;
  if (work.engine == Engine::growing)
    cost = kGrowingOverhead * (cost + iterations * kInnerPerStep * 4 * n * kInnerWidth * m * m);
  return work.single ? cost / kWide : cost;
}

std::optional<SpectrumRoute> matrix_route(const SpectrumProblem& problem, double gain) {
  const double n = as_double(problem.rows), d = as_double(problem.cols);
  const auto fits = [&](double side, int matrices) { return matrices * 8 * side * side <= problem.bytes; };
  std::optional<SpectrumRoute> route;
  if (fits(d, 3)) route = {SpectrumBy::columns, kTileOverhead * n * d * d / gain + dense_algebra(d)};
  const double by_rows = (problem.has_gram ? 0.0 : n * n * d / gain) + dense_algebra(n);
  if (fits(n, problem.has_gram ? 3 : 4) && n < d && (!route || by_rows < route->cost))
    route = {SpectrumBy::rows, by_rows};
  return route;
}

SpectrumRoute spectrum_route(const SpectrumProblem& problem, double proof_worth) {
  constexpr int kUsualProducts = 8;
  const int usual = std::min(kUsualProducts, problem.most_products);
  const double n = as_double(problem.rows);
  SpectrumRoute route{SpectrumBy::row_products, cost_of_products(problem.values, usual, problem.single)};
  if (problem.has_gram) route = {SpectrumBy::gram_products, cost_of_products(n * n / 2, usual)};
  const auto matrix = matrix_route(problem);
  return matrix && matrix->cost < std::max(route.cost, proof_worth) ? *matrix : route;
}

double SamplePlan::cost_of(Index directions, Index sampled) const {
  constexpr double kFactorization = 0.5, kGuess = 80;  // flops of a side^3, and of a side^2
  const double s = as_double(sampled), side = std::min(s, cols);
  const double products = side < s ? s * cols * cols : s * s * cols / gain;
  const double read = directions > 0 ? per_direction * std::max(as_double(directions), hidden) : 0.0;
  return first_cost + read + products + (kFactorization * side + kGuess) * side * side;
}

// Rows as they are and once more in double, and some matrices of their smaller side.
double SamplePlan::bytes_of(Index sampled) const {
  const double s = as_double(sampled), side = std::min(s, cols);
  return 12 * s * cols + 32 * side * side;
}

namespace {

SamplePlan sample_plan(const SpectrumProblem& problem, Index components, Index coordinates, double allowed) {
  constexpr Index kFewest = 60, kPart = 4, kFirst = 100, kFirstPerComponent = 3, kGuardOver = 2, kGuardBesides = 20;
  constexpr double kShareOfSample = 0.5;
  SamplePlan plan;
  plan.cols = as_double(problem.cols);
  plan.gain = problem.single ? kWide : 1;
  if (coordinates > 0) {
    plan.first_cost = as_double(problem.rows) * as_double(coordinates) * as_double(coordinates);
  } else {
    plan.first_rows = std::min(kFirst + kFirstPerComponent * components, problem.rows / kPart);
    if (plan.bytes_of(plan.first_rows) > problem.bytes) return {};
    plan.first_cost = plan.cost_of(0, plan.first_rows);
  }
  plan.per_direction = problem.values * (coordinates > 0 ? 2 : 4) / plan.gain;
  plan.hidden = kColumnsHidden / (coordinates > 0 ? 1 : 2);
  const double left = allowed - plan.first_cost;
  for (Index rows = kFewest; rows <= problem.rows / kPart && plan.bytes_of(rows) <= problem.bytes; rows += 1 + rows / 4)
    if (plan.cost_of(0, rows) - plan.first_cost <= kShareOfSample * left) plan.rows = rows;
  if (plan.rows == 0) return {};
  plan.guard = std::min({static_cast<Index>((1 - kShareOfSample) * left / plan.per_direction),
                         kGuardOver * components + kGuardBesides,
                         coordinates > 0 ? coordinates - components : plan.first_rows / 3, problem.cols - components});
  return plan;
}

}  // namespace

OutsidePlan outside_plan(const SpectrumProblem& problem, Index components, Index coordinates, double allowed) {
  const auto matrix = matrix_route(problem, problem.single ? kWide : 1);
  if (matrix && matrix->cost <= allowed) return {.matrix = matrix->by, .sample = {}};
  return {.matrix = {}, .sample = sample_plan(problem, components, coordinates, allowed)};
}

double cost_of_products(double values, int products, bool single) {
  return 4 * values * as_double(kBlockColumns) * products / (single ? kWide : 1);
}

// Who asks for a certificate would rather wait a little than be told of a chance.
CertificateBudget certificate_budget(Certify certify, double fit_cost) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  if (certify == Certify::on) return {kAny, std::max(kPatience, fit_cost), kAny};
  const double share = kShareOfFit * fit_cost;
  return {std::max(share, kUnnoticed), std::max(kProofWorth, kShareForProof * fit_cost),
          std::max(share, kWorthABetterFit)};
}

// Fewer columns wait for memory.
double cost_of_tangent(double values, double components) {
  return 4 * values * std::max(components, as_double(kBlockColumns));
}

double cost_of_projection(double values, double components, bool single) {
  return 2 * values * std::max(components, kColumnsHidden) / (single ? kWide : 1);
}

double cost_of_improvement(double rows, int passes, double tangent) {
  const double k = passes;
  return k * (4 * tangent + kStepsOfReweighting * rows * (k * k / 3 + kPowersARow));
}

KernelMemory kernel_memory(const FitOptions& options) {
  if (options.memory > 0) return {static_cast<double>(options.memory), false};
  const double machine = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return {kShareOfMachine * machine, true};
}

double bytes_of_coordinates(Index rows, Index rank) {
  return kWithFit * 8 * as_double(rows) * as_double(rank);
}

Index affordable_rank(const KernelMemory& memory, Index rows) {
  return static_cast<Index>(memory.bytes / bytes_of_coordinates(rows, 1));
}

Index worthwhile_rank(Index rows) {
  constexpr Index kFewRows = 1000, kPart = 8;
  return rows <= kFewRows ? rows : std::max(kFewRows, rows / kPart);
}

}  // namespace l21::internal
