#include "fit/certify.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <type_traits>

#include "certificate/relaxation.hpp"
#include "certificate/spectrum.hpp"
#include "certificate/tangent.hpp"
#include "methods/route.hpp"

namespace l21::internal {
namespace {

constexpr double kCertified = Certificate::kCertifiedGap;
constexpr double kClosed = 1e-9;  // no reason to look further
constexpr double kMoment = 1e9;   // flops that nobody notices
constexpr double kShare = 0.4;    // of the fit that auto spends: half of it, and counts are not times
constexpr double kLittle = 1e11;  // flops to wait for, a second or two
constexpr int kMostProducts = 24;
constexpr int kFewProducts = 4;     // fewer prove nothing
constexpr double kFailure = 1e-10;  // the probability that a bound is too low, of all bounds of a fit together

CertificateReason why_not_concave(Method method) {
  if (method == Method::r1) return CertificateReason::not_concave;
  return has_sparse_components(method) ? CertificateReason::sparse_components : CertificateReason::depends_on_basis;
}

// Whether there is something to prove; else the report says why not.
bool may_certify(const FitOptions& options, Status status, FitReport& report) {
  if (!concave_exponent(options))
    report.certificate.reason = why_not_concave(options.method);
  else if (options.certify == Certify::off)
    report.certificate.reason = CertificateReason::not_asked;
  else if (status == Status::interrupted)
    report.certificate.reason = CertificateReason::interrupted;
  else
    return true;
  return false;
}

// Flops of large products that the fit took, by its counters: the same on every run.
template <class T>
double cost_of(const MethodFit<T>& fit, Index components) {
  constexpr double kFewest = 16;      // columns: a read that multiplies less waits for memory
  constexpr double kReadsAround = 4;  // to check, to center, to prepare, to describe
  const double values = fit.rows.values(), n = static_cast<double>(fit.rows.rows());
  const auto m = static_cast<double>(components);
  const auto iterations = static_cast<double>(fit.result.report.iterations);
  const PassCounter& solver = fit.result.counter;
  const double columns = std::max(solver.columns + fit.start.columns, kFewest * (solver.reads + fit.start.reads));
  double cost = 2 * values * (columns + kFewest * kReadsAround);
  if (fit.result.solver.engine == Engine::gram) cost += 2 * n * n * m * iterations;
  // As choose_route reckons: seven inner iterations a step, and bases that are made and thrown away.
  if (fit.result.solver.engine == Engine::growing) cost = 2 * (cost + iterations * 7 * 4 * n * 6 * m * m);
  return cost;
}

// Asks the observer between the steps of a certificate.
class Patience {
 public:
  explicit Patience(const Observer& observer) : observer_(observer) {}

  bool ended(double objective, double gap) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
    const Progress progress{.stage = Stage::certificate,
                            .iteration = ++looks_,
                            .max_iterations = 0,
                            .objective = objective,
                            .residual = gap,
                            .seconds = seconds.count(),
                            .seconds_left = {}};
    ended_ = ended_ || (observer_ && observer_(progress) == Signal::stop);
    return ended_;
  }
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  const Observer& observer_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  int looks_ = 0;
  bool ended_ = false;
};

struct Proven {
  double objective = 0, bound = std::numeric_limits<double>::infinity();
  bool factored = false;

  [[nodiscard]] double gap() const {
    const double believed = credible_bound();
    return objective > 0 ? believed / objective - 1 : believed > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  // A bound below what there is proves that something is wrong.
  [[nodiscard]] double credible_bound() const {
    return bound < (1 - kClosed) * objective ? std::numeric_limits<double>::infinity() : bound;
  }
  void take(double value, bool by_factors) {
    if (value < bound) bound = value, factored = by_factors;
  }
};

Certificate certificate_of(const Proven& proven, Method method, bool interrupted) {
  Certificate certificate{.interrupted = interrupted};
  const double gap = proven.gap();
  if (!std::isfinite(gap)) {
    certificate.reason = CertificateReason::nothing_proven;
    return certificate;
  }
  // pca's objective is half of the sum of squares.
  certificate.upper_bound = proven.credible_bound() / (method == Method::pca ? 2 : 1);
  certificate.gap = std::max(gap, 0.0);
  certificate.kind = proven.factored ? CertificateKind::proven : CertificateKind::probable;
  certificate.chance = proven.factored ? 0 : kFailure;
  return certificate;
}

// Without a certificate all starts are tried.
template <class T>
void try_other_starts(const FitData& data, MethodFit<T>& fit) {
  for (int start = 1; start < data.options.starts; ++start) {
    MethodFit<T> other = fit_from_random<T>(data, data.options.seed + static_cast<std::uint64_t>(start));
    if (other.result.report.status == Status::interrupted) return;
    if (!(other.result.report.objective > fit.result.report.objective)) continue;
    add_earlier(fit.result, other.result);
    fit = std::move(other);
  }
}

// Everything the certificate of one fit needs, in double.
template <class T>
class Certifier {
 public:
  Certifier(const FitData& data, MethodFit<T>& fit, double p) : data_(data), fit_(fit) {
    tangent_.p = p;
    tangent_.seed = data.options.seed;
    if (fit.gram.size() > 0) {
      gram_ = std::move(fit.gram);
      tangent_.gram = &gram_;
    }
    tangent_.stopped = [this] { return patience_.ended(proven_.objective, proven_.gap()); };
    fit_cost_ = cost_of(fit, data.options.components);
    choose_effort();
  }

  void run(FitReport& report) {
    if (tangent_.most_products == 0) {
      try_other_starts(data_, fit_);
      report.certificate.reason =
          data_.options.certify == Certify::on ? CertificateReason::no_memory : CertificateReason::too_costly;
      return;
    }
    bound_here();
    // A fit that has not come to its end is asked for more iterations first.
    if (may_improve_ && fit_.result.report.status == Status::converged) improve();
    for (int start = 1; start < data_.options.starts && proven_.gap() > kCertified && !interrupted(); ++start) {
      if (try_fit(fit_from_random<T>(data_, data_.options.seed + static_cast<std::uint64_t>(start)))) bound_here();
    }
    report.certificate = certificate_of(proven_, data_.options.method, interrupted());
    // The sum in double, which the bound is one of.
    if constexpr (std::is_same_v<T, float>)
      fit_.result.report.objective = data_.options.method == Method::pca ? proven_.objective / 2 : proven_.objective;
    report.reads_certificate = counter_.reads;
  }

 private:
  // auto: half of the fit, or a moment.
  void choose_effort() {
    const FitOptions& options = data_.options;
    const double allowed = options.certify == Certify::on ? std::numeric_limits<double>::infinity()
                                                          : std::max(kShare * fit_cost_, kMoment);
    const double values = fit_.rows.values();
    const auto m = static_cast<double>(options.components);
    const bool has_gram = tangent_.gram != nullptr;
    tangent_.bytes = spare_bytes(TableShape::of(data_.stored), options);
    const auto matrix = matrix_route(fit_.rows.rows(), fit_.rows.cols(), has_gram, tangent_.bytes);
    const double at_fit = 4 * values * m;
    const double left = allowed - at_fit;
    // Who asks for a certificate would rather wait a little than be told of a chance.
    const double patience = options.certify == Certify::on ? std::max(kLittle, fit_cost_) : 0.03 * fit_cost_;
    tangent_.proof_worth = std::max(tangent_.proof_worth, patience);
    const SpectrumRoute form = spectrum_route(fit_.rows.rows(), fit_.rows.cols(), values, tangent_);
    const double products = form.by == SpectrumBy::gram_products ? 0.0 : cost_of_products(values, kMostProducts);
    tangent_.matrix_if_unclear = matrix && matrix->cost + products <= left;
    if (form.by == SpectrumBy::row_products) {
      const double block_bytes = 8.0 * static_cast<double>(RandomBlock::kColumns * fit_.rows.cols());
      const double most =
          std::min({1.0 * kMostProducts, left / cost_of_products(values, 1), tangent_.bytes / block_bytes - 3});
      tangent_.most_products = most >= kFewProducts ? static_cast<int>(most) : 0;
    } else if (form.cost > left) {
      tangent_.most_products = 0;
    }
    // New weights for k projections take up to a hundred steps of k^2 products and some powers for every row.
    const double passes = options.certify_passes, n = static_cast<double>(fit_.rows.rows());
    const double improvement = passes * (4 * (form.cost + at_fit) + 100 * n * (passes * passes / 3 + 300));
    may_improve_ = passes > 0 && improvement <= allowed;
    // One tangent at the fit, one of every other start, and those of the passes.
    tangent_.failure = kFailure / (options.starts + (may_improve_ ? passes + 1 : 0.0));
  }
  [[nodiscard]] bool interrupted() const { return stopped_ || patience_.ended(); }
  // The fitted rows in double; those of a better fit are the same.
  [[nodiscard]] const PreparedRows<double>& rows() {
    if constexpr (std::is_same_v<T, double>)
      return fit_.rows;
    else
      return exact_ ? *exact_ : exact_.emplace(data_.prepare<double>(data_.options.row_scaling));
  }
  void bound_here() {
    Vector<double> q;
    const TangentBound found = tangent_bound_at(rows(), fit_.result.W, tangent_, q);
    proven_.objective = found.objective;
    counter_ += found.counter;
    proven_.take(found.value, found.factored);
    weights_ = tangent_weights(rows(), q, tangent_.p);
  }
  // Keeps the better of two fits.
  [[nodiscard]] bool try_fit(MethodFit<T> other) {
    const double before = fit_.result.report.objective, now = other.result.report.objective;
    stopped_ = stopped_ || other.result.report.status == Status::interrupted;
    const bool better = now > before * (1 + 1e-12) && !stopped_;
    counter_ += other.start;
    if (!better) {
      counter_ += other.result.counter;
      return false;
    }
    add_earlier(fit_.result, other.result);
    other.start = fit_.start;
    fit_ = std::move(other);
    return true;
  }

  void improve() {
    int left = data_.options.certify_passes;
    // A stationary point whose tangent prefers other directions is a saddle, or a lower maximum next to it.
    bool moved = true;
    while (moved && left > 0 && proven_.gap() > kCertified && !interrupted()) {
      --left;
      moved = try_fit(fit_from_given<T>(
          data_, leading_directions(rows(), weights_, fit_.result.W.cols(), tangent_.seed, counter_)));
      if (moved) bound_here();
    }
    if (left == 0 || proven_.gap() <= kCertified || interrupted()) return;
    Relaxed relaxed = relax(rows(), fit_.result.W, {tangent_, left, proven_.objective * (1 + kClosed)});
    counter_ += relaxed.counter;
    proven_.take(relaxed.bound, relaxed.factored);
    if (proven_.gap() > kCertified && try_fit(fit_from_given<T>(data_, relaxed.W))) bound_here();
  }

  const FitData& data_;
  MethodFit<T>& fit_;
  std::optional<PreparedRows<double>> exact_;
  TangentOptions tangent_;
  Matrix<double> gram_;  // outlives the fit it came from
  double fit_cost_ = 0;
  bool may_improve_ = false;
  Proven proven_;
  Vector<double> weights_;  // of the tangent at the fit
  PassCounter counter_;
  Patience patience_{data_.observer};
  bool stopped_ = false;  // while another fit was made
};

}  // namespace

std::optional<double> concave_exponent(const FitOptions& options) {
  if (options.method == Method::l21) return 1.0;
  if (options.method == Method::l2p) return options.p;
  if (options.method == Method::pca) return 2.0;
  return std::nullopt;
}

template <class T>
void certify_fit(const FitData& data, MethodFit<T>& fit, FitReport& report) {
  const Status status = fit.result.report.status;
  if (may_certify(data.options, status, report)) {
    Certifier<T>(data, fit, *concave_exponent(data.options)).run(report);
  } else if (data.options.center != Center::joint && status != Status::interrupted) {
    try_other_starts(data, fit);
  }
}

void certify_on_gram(const Matrix<double>& K, const RowFacts& facts, const GramProblem::Point& point, Status status,
                     double error, const FitOptions& options, const Observer& observer, FitReport& report) {
  if (!may_certify(options, status, report)) return;
  Patience patience(observer);
  TangentOptions tangent;
  tangent.p = *concave_exponent(options);
  tangent.gram = &K;
  tangent.seed = options.seed;
  tangent.failure = kFailure;
  // Three matrices more, where nobody has said how much room there is; products need none.
  const double n = static_cast<double>(K.rows());
  if (options.certify == Certify::on) tangent.bytes = 3 * 8 * n * n, tangent.proof_worth = kLittle;
  if (options.memory > 0) tangent.bytes = 0;
  tangent.most_products = kMostProducts;
  Proven proven;
  tangent.stopped = [&] { return patience.ended(proven.objective, proven.gap()); };
  const TangentBound found = tangent_bound_on_gram(facts, K, point.T, point.C, error, tangent);
  proven.objective = found.objective;
  proven.take(found.value, found.factored);
  report.certificate = certificate_of(proven, options.method, patience.ended());
}

void raise_bound(double by, const FitOptions& options, FitReport& report) {
  Certificate& certificate = report.certificate;
  if (!certificate.upper_bound) return;
  *certificate.upper_bound += options.method == Method::pca ? by / 2 : by;
  if (report.objective > 0) certificate.gap = std::max(*certificate.upper_bound / report.objective - 1, 0.0);
}

template void certify_fit<float>(const FitData&, MethodFit<float>&, FitReport&);
template void certify_fit<double>(const FitData&, MethodFit<double>&, FitReport&);

}  // namespace l21::internal
