#include "fit/certify.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "certificate/by_slopes.hpp"
#include "certificate/relaxation.hpp"
#include "certificate/spectrum.hpp"
#include "fit/effort.hpp"
#include "fit/restarts.hpp"

namespace l21::internal {
namespace {

constexpr double kCertified = Certificate::kCertifiedGap;

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
    return bound < (1 - kClosedGap) * objective ? std::numeric_limits<double>::infinity() : bound;
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
  certificate.chance = proven.factored ? 0 : kFailureOfAllBounds;
  return certificate;
}

// Everything the certificate of one fit needs, in double.
template <class T>
class Certifier {
 public:
  Certifier(const FitData& data, SingleFit<T>& fit) : data_(data), fit_(fit), gram_(std::move(fit.gram)) {
    const FitWork work{
        fit.rows.values(),  static_cast<double>(fit.rows.rows()), data.options.components,  fit.start,
        fit.result.counter, fit.result.report.iterations,         fit.result.solver.engine, std::is_same_v<T, float>};
    effort_ =
        choose_effort(TableShape::of(data.stored), data.options, work, fit.rows.cols(),
                      {gram_.size() > 0 ? &gram_ : nullptr, fit.result.slopes.squares.size() > 0, coordinates_of(fit)});
    if (!effort_.slopes_will_do) fit.coordinates.reset();
    if constexpr (std::is_same_v<T, float>) tangent().single = &fit_.rows;
    tangent().stopped = [this] { return patience_.ended(proven_.objective, proven_.gap()); };
  }

  // Nothing where no tangent is worth its cost or there is no room for one.
  [[nodiscard]] bool may_run() const { return effort_.slopes_will_do || effort_.exact_will_do; }

  void run(FitReport& report) {
    bound_here();
    // A fit that has not come to its end is asked for more iterations first.
    if (effort_.may_improve && fit_.result.report.status == Status::converged) improve();
    const int starts = has_fixed_center(data_.options) ? data_.options.starts : 1;
    for (int start = 1; start < starts && is_open() && !interrupted(); ++start) {
      if (try_fit(fit_from_random<T>(data_, start))) bound_here();
    }
    report.certificate = certificate_of(proven_, data_.options.method, interrupted());
    // The sum in double, which the bound is one of.
    if (std::is_same_v<T, float> && objective_is_exact_)
      fit_.result.report.objective = data_.options.method == Method::pca ? proven_.objective / 2 : proven_.objective;
    report.reads_certificate = counter_.reads;
  }

 private:
  [[nodiscard]] TangentOptions& tangent() { return effort_.tangent; }
  [[nodiscard]] SingleFit<T> fit_from_directions(const Matrix<double>& W) const {
    FitOptions options = data_.options;
    options.init = Init::given;
    return fit_from<T>(data_, options, W);
  }
  // Whether more should be tried.
  [[nodiscard]] bool is_open() const { return proven_.gap() > std::max(kCertified, effort_.tangent.gap_enough); }
  [[nodiscard]] bool interrupted() const { return stopped_ || patience_.ended(); }
  // The fitted rows in double; those of a better fit are the same.
  [[nodiscard]] const PreparedRows<double>& rows() {
    if constexpr (std::is_same_v<T, double>)
      return fit_.rows;
    else
      return exact_ ? *exact_ : exact_.emplace(data_.prepare<double>(data_.options.row_scaling));
  }
  void bound_here() {
    if (effort_.slopes_will_do && bound_by_slopes()) return;
    if (!effort_.exact_will_do) {
      proven_.objective = fit_.result.report.objective * (data_.options.method == Method::pca ? 2 : 1);
      objective_is_exact_ = false;
      return;
    }
    Vector<double> q;
    const TangentBound found = tangent_bound_at(rows(), fit_.result.W, tangent(), q);
    objective_is_exact_ = true;
    take(found, q);
  }
  // A bound at the fit, which has these squared projections.
  void take(const TangentBound& found, const Vector<double>& q) {
    proven_.objective = found.objective;
    counter_ += found.counter;
    proven_.take(found.value, found.factored);
    weights_ = tangent_weights(fit_.rows, q, tangent().p);
  }
  // From what the fit knows; whether that is all that is to be done.
  bool bound_by_slopes() {
    const Slopes& slopes = fit_.result.slopes;
    if (slopes.squares.size() == 0) return false;
    TangentOptions options = tangent();
    options.most_products = kMostProducts;
    OutsidePlan plan;
    if (!options.gram) {
      const SpectrumProblem problem = spectrum_problem(fit_.rows.rows(), fit_.rows.cols(), fit_.rows.values(), options);
      plan = outside_plan(problem, fit_.result.W.cols(), coordinates_of(fit_), effort_.slopes_budget);
      if (!plan.any()) return false;
    }
    // M = sum_i w_i x_i alpha_i^T with alpha = t for pca and p ||t||^(p - 2) t for the others.
    const double share = data_.options.method == Method::pca ? 1.0 : 0.5;
    const TangentBound found = tangent_bound_by_slopes<T>(
        {fit_.rows, fit_.result.W, share * slopes.M, slopes.squares, fit_.coordinates ? &*fit_.coordinates : nullptr},
        plan, options);
    fit_.coordinates.reset();
    objective_is_exact_ = false;
    take(found, slopes.squares);
    return !is_open() || found.out_of_reach || !effort_.exact_will_do;
  }
  [[nodiscard]] static Index coordinates_of(const SingleFit<T>& fit) {
    return fit.coordinates ? fit.coordinates->most() : 0;
  }
  // Keeps the better of two fits.
  [[nodiscard]] bool try_fit(SingleFit<T> other) {
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
    while (moved && left > 0 && is_open() && !interrupted()) {
      --left;
      moved = try_fit(
          fit_from_directions(leading_directions(rows(), weights_, fit_.result.W.cols(), tangent().seed, counter_)));
      if (moved) bound_here();
    }
    if (left == 0 || !is_open() || interrupted()) return;
    Relaxed relaxed = relax(rows(), fit_.result.W, {tangent(), left, proven_.objective * (1 + kClosedGap)});
    counter_ += relaxed.counter;
    proven_.take(relaxed.bound, relaxed.factored);
    if (is_open() && try_fit(fit_from_directions(relaxed.W))) bound_here();
  }

  const FitData& data_;
  SingleFit<T>& fit_;
  Matrix<double> gram_;  // X X^T, or nothing; outlives the fit it came from
  std::optional<PreparedRows<double>> exact_;
  Effort effort_;
  Proven proven_;
  Vector<double> weights_;  // of the tangent at the fit
  PassCounter counter_;
  Patience patience_{data_.observer};
  bool stopped_ = false;             // while another fit was made
  bool objective_is_exact_ = false;  // of this fit, from all of its rows in double
};

}  // namespace

template <class T>
void certify_fit(const FitData& data, SingleFit<T>& fit, FitReport& report) {
  const FitOptions& options = data.options;
  const Status status = fit.result.report.status;
  std::optional<CertificateReason> none = reason_for_none(options, status);
  if (!none && data.holes) none = CertificateReason::missing_cells;
  if (!none) {
    Certifier<T> certifier(data, fit);
    if (certifier.may_run()) return certifier.run(report);
    none = options.certify == Certify::on ? CertificateReason::no_memory : CertificateReason::too_costly;
  }
  report.certificate.reason = *none;
  if (has_fixed_center(options) && status != Status::interrupted) try_other_starts(data, fit);
}

void certify_on_gram(const GramFit& fit, Status status, const FitOptions& options, const Observer& observer,
                     FitReport& report) {
  if (const auto none = reason_for_none(options, status)) {
    report.certificate.reason = *none;
    return;
  }
  Patience patience(observer);
  Proven proven;
  TangentOptions tangent = effort_on_gram(options, fit.K);
  tangent.stopped = [&] { return patience.ended(proven.objective, proven.gap()); };
  const TangentBound found = tangent_bound_on_gram(fit.facts, fit.K, fit.point.T, fit.point.C, fit.error, tangent);
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

template void certify_fit<float>(const FitData&, SingleFit<float>&, FitReport&);
template void certify_fit<double>(const FitData&, SingleFit<double>&, FitReport&);

}  // namespace l21::internal
