#include "fit/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "certificate/relaxation.hpp"
#include "certificate/spectrum.hpp"
#include "certificate/tangent.hpp"
#include "l21/option_table.hpp"

namespace l21 {
namespace {

constexpr double kCertified = 1e-6;  // a gap that counts as none
constexpr double kClosed = 1e-9;     // no reason to look further
constexpr double kMoment = 1e9;      // flops that nobody notices
constexpr int kMostProducts = 60, kFewestProducts = 12;

// The exponent of ||W^T x||, where the objective is concave in the projector.
std::optional<double> concave_exponent(const FitOptions& options) {
  if (options.method == Method::l21) return 1.0;
  if (options.method == Method::l2p) return options.p;
  if (options.method == Method::pca) return 2.0;
  return std::nullopt;
}

std::string why_none(const FitOptions& options) {
  if (options.method == Method::r1) return "none: the objective of r1 is not concave in the projector";
  if (is_sparse(options.method)) return "none: sparse components are no matter of the projector alone";
  return fmt::format("none: the objective of {} depends on the basis, not on the subspace alone",
                     to_string(options.method));
}

// Flops of large products that the fit took, by its counters: the same on every run.
template <class T>
double cost_of(const MethodFit<T>& fit, Index components) {
  const double values = fit.rows.source->values(), n = static_cast<double>(fit.rows.rows());
  double cost = 2 * values * (fit.result.counter.columns + fit.start.columns);
  if (fit.result.solver.ends_with("gram"))
    cost += 2 * n * n * static_cast<double>(components) * fit.result.report.iterations;
  return cost;
}

// Without a certificate all starts are tried.
template <class T>
void try_other_starts(const FitData& data, MethodFit<T>& fit) {
  for (int start = 1; start < data.options.starts && fit.result.report.status != Status::interrupted; ++start) {
    MethodFit<T> other = fit_from_random<T>(data, data.options.seed + static_cast<std::uint64_t>(start));
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
    fit_cost_ = cost_of(fit, data.options.components);
    choose_effort();
  }

  void run(FitReport& report) {
    if (tangent_.most_products == 0) {
      try_other_starts(data_, fit_);
      report.certificate = "none: it would cost more than half of the fit; --certify on gives it all the same";
      return;
    }
    bound_here();
    if (may_improve_) improve();
    for (int start = 1; start < data_.options.starts && gap() > kCertified && !interrupted(); ++start) {
      if (try_fit(fit_from_random<T>(data_, data_.options.seed + static_cast<std::uint64_t>(start)))) bound_here();
    }
    describe(report);
  }

 private:
  // auto: half of the fit, or a moment.
  void choose_effort() {
    const FitOptions& options = data_.options;
    const double allowed =
        options.certify == Certify::on ? std::numeric_limits<double>::infinity() : std::max(0.5 * fit_cost_, kMoment);
    const double values = fit_.rows.source->values();
    const auto m = static_cast<double>(options.components);
    const Form form =
        cheapest_form(fit_.rows.rows(), fit_.rows.cols(), values, tangent_.gram != nullptr, kMostProducts);
    const double passes = 6 * values * m;
    tangent_.most_products = kMostProducts;
    if (form.kind == Form::products && form.cost + passes > allowed) {
      const double fitting = kMostProducts * (allowed - passes) / form.cost;
      tangent_.most_products = fitting >= kFewestProducts ? static_cast<int>(fitting) : 0;
    } else if (form.cost + passes > allowed) {
      tangent_.most_products = 0;
    }
    const double improvement = options.certify_passes * 4 * (form.cost + passes);
    may_improve_ = options.certify_passes > 0 && improvement <= allowed;
  }
  [[nodiscard]] bool interrupted() const { return fit_.result.report.status == Status::interrupted; }
  // The fitted rows in double; those of a better fit are the same.
  [[nodiscard]] PreparedRows<double>& rows() {
    if constexpr (std::is_same_v<T, double>)
      return fit_.rows;
    else
      return exact_ ? *exact_ : exact_.emplace(data_.prepare<double>(data_.options.row_scaling));
  }
  [[nodiscard]] double gap() const { return objective_ > 0 ? bound_ / objective_ - 1 : 0.0; }

  void bound_here() {
    const Vector<double> q = squared_projections(rows(), fit_.result.W, counter_);
    objective_ = relaxed_objective(rows(), q, tangent_.p);
    const TangentBound found = tangent_bound(rows(), q, fit_.result.W, tangent_);
    counter_ += found.counter;
    take(found.value, found.factored);
    weights_ = tangent_weights(rows(), q, tangent_.p);
  }
  void take(double bound, bool factored) {
    if (bound >= bound_) return;
    bound_ = bound;
    factored_ = factored;
  }
  // Keeps the better of two fits.
  [[nodiscard]] bool try_fit(MethodFit<T> other) {
    const double before = fit_.result.report.objective, now = other.result.report.objective;
    const bool better = now > before * (1 + 1e-12);
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
    while (moved && left > 0 && gap() > kCertified && !interrupted()) {
      --left;
      moved = try_fit(fit_from_given<T>(
          data_, leading_directions(rows(), weights_, fit_.result.W.cols(), tangent_.seed, counter_)));
      if (moved) bound_here();
    }
    if (left == 0 || gap() <= kClosed || interrupted()) return;
    Relaxed relaxed = relax(rows(), fit_.result.W, {tangent_, left, objective_ * (1 + kClosed)});
    counter_ += relaxed.counter;
    take(relaxed.bound, factored_);
    if (gap() > kCertified && try_fit(fit_from_given<T>(data_, relaxed.W))) bound_here();
  }

  void describe(FitReport& report) const {
    // pca's objective is half of the sum of squares.
    report.upper_bound = data_.options.method == Method::pca ? bound_ / 2 : bound_;
    report.gap = std::max(0.0, gap());
    report.certified = *report.gap <= kCertified;
    report.reads_certificate = counter_.reads;
    report.certificate =
        *report.certified ? "proven optimal" : fmt::format("within {:.2g} % of the optimum", 100 * *report.gap);
    if (!factored_) report.certificate += fmt::format(", but for a chance of {:.0e}", tangent_.failure);
  }

  const FitData& data_;
  MethodFit<T>& fit_;
  std::optional<PreparedRows<double>> exact_;
  TangentOptions tangent_;
  Matrix<double> gram_;  // outlives the fit it came from
  double fit_cost_ = 0;
  bool may_improve_ = false;
  double objective_ = 0, bound_ = std::numeric_limits<double>::infinity();
  bool factored_ = false;
  Vector<double> weights_;  // of the tangent at the fit
  PassCounter counter_;
};

}  // namespace

template <class T>
void certify_fit(const FitData& data, MethodFit<T>& fit, FitReport& report) {
  const auto p = concave_exponent(data.options);
  if (!p || data.options.certify == Certify::off) {
    if (data.options.center != Center::joint) try_other_starts(data, fit);
    report.certificate = p ? "none: not asked for" : why_none(data.options);
    return;
  }
  if (fit.result.report.status == Status::interrupted) {
    report.certificate = "none: the fit was interrupted";
    return;
  }
  Certifier<T>(data, fit, *p).run(report);
}

template void certify_fit<float>(const FitData&, MethodFit<float>&, FitReport&);
template void certify_fit<double>(const FitData&, MethodFit<double>&, FitReport&);

}  // namespace l21
