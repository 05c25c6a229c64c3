#include "solver/linear_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/blas.hpp"

namespace l21::internal {
namespace {

template <class T>
using BlockMap = Eigen::Map<const RowMatrix<T>>;

}  // namespace

template <class T>
LinearProblem<T>::LinearProblem(const PreparedRows<T>& rows, const Link<T>& link, const Oracle& oracle,
                                Index components)
    : rows_(rows),
      link_(link),
      oracle_(oracle),
      components_(components),
      pass_(*rows.source, components, rows.threads),
      sums_(static_cast<std::size_t>(pass_.slots())),
      inner_(static_cast<std::size_t>(pass_.slots())) {}

template <class T>
LinkBlock<T> LinearProblem<T>::link_block(const ProjectedBlock<T>& block) const {
  const double* weight = rows_.weights.size() > 0 ? rows_.weights.data() + block.first : nullptr;
  return {block.first,       block.count, block.components, block.t, weight, rows_.norm.data() + block.first,
          block.squared_norm};
}

template <class T>
void LinearProblem<T>::reset_sums() {
  for (auto& sum : sums_) {
    sum.objective = 0;
    sum.kinks.assign(static_cast<std::size_t>(link_.kink_groups(components_)), {});
  }
}

template <class T>
double LinearProblem<T>::linearize(const Point& W, Surrogate& surrogate) {
  reset_sums();
  if (link_.uses_residuals())
    linearize_by_residuals(W, surrogate);
  else
    linearize_by_moment(W, surrogate);
  return merge_sums(surrogate);
}

// M <- sum_i w_i x_i alpha_i^T. One read, 4 n d m flops.
template <class T>
void LinearProblem<T>::linearize_by_moment(const Point& W, Surrogate& surrogate) {
  const auto slopes = [&](const ProjectedBlock<T>& block) {
    link_.slopes(link_block(block), sums_[static_cast<std::size_t>(block.slot)]);
  };
  pass_.moment(oracle_.seen(W, seen_), Rest::ignore, slopes, surrogate.M);
  counter_.add(2.0 * static_cast<double>(components_));
  measure(W, surrogate);
}

template <class T>
void LinearProblem<T>::measure(const Point& W, Surrogate& surrogate) const {
  oracle_.restrict(surrogate.M);
  surrogate.tangent = oracle_.tangent(surrogate.M, W);
  surrogate.scale = surrogate.M.norm();
}

template <class T>
double LinearProblem<T>::linearize_known(const Point& W, const std::function<void(const ProjectedBlock<T>&)>& fill,
                                         Surrogate& surrogate) {
  reset_sums();
  const auto slopes = [&](const ProjectedBlock<T>& block) {
    fill(block);
    link_.slopes(link_block(block), sums_[static_cast<std::size_t>(block.slot)]);
  };
  pass_.combine(components_, slopes, surrogate.M);
  counter_.add(static_cast<double>(components_));
  measure(W, surrogate);
  return merge_sums(surrogate);
}

// M = N + W S with N = sum_i w_i (x_i - W t_i) alpha_i^T and S = sum_i w_i t_i alpha_i^T, which is symmetric because
// alpha_i is a multiple of t_i: so N is the tangent part, free of the cancellation that huge slopes would cause in M -
// W S. One read, 6 n d m flops.
template <class T>
void LinearProblem<T>::linearize_by_residuals(const Point& W, Surrogate& surrogate) {
  const Index m = components_;
  const double zero = 4 * std::numeric_limits<T>::epsilon();  // what subtracting W t from x leaves of x = W t
  for (auto& S : inner_) S.setZero(m, m);
  const auto slopes = [&](const ProjectedBlock<T>& block) {
    const Matrix<double> t = BlockMap<T>(block.t, block.count, m).template cast<double>();
    Vector<double> squared = Eigen::Map<const Vector<double>>(block.squared_norm, block.count);
    if (rows_.outside.size() > 0) squared += rows_.outside.segment(block.first, block.count);
    LinkBlock<T> seen = link_block(block);
    seen.residual = squared.data();
    link_.slopes(seen, sums_[static_cast<std::size_t>(block.slot)]);
    const Matrix<double> alpha = BlockMap<T>(block.t, block.count, m).template cast<double>();
    inner_[static_cast<std::size_t>(block.slot)] += product(Op::transpose, t, Op::none, alpha);
    // A residual that is rounding has no direction: it counts in S, not in N.
    for (Index i = 0; i < block.count; ++i)
      if (std::sqrt(block.squared_norm[i]) <= zero * rows_.norm(block.first + i)) std::fill_n(block.t + i * m, m, T(0));
  };
  pass_.moment(W, Rest::residuals, slopes, surrogate.M);
  counter_.add(3.0 * static_cast<double>(components_));
  const Matrix<double> S = in_order(inner_);
  surrogate.M -= product(W, product(Op::transpose, W, Op::none, surrogate.M));
  surrogate.tangent = surrogate.M.norm();
  surrogate.scale = rows_.total_norm;
  surrogate.M += product(W, (S + S.transpose()) / 2);
  oracle_.restrict(surrogate.M);
}

template <class T>
double LinearProblem<T>::merge_sums(Surrogate& surrogate) {
  double objective = 0;
  surrogate.kinks.assign(sums_.front().kinks.size(), {});
  for (const auto& sum : sums_) {
    objective += sum.objective;
    for (std::size_t g = 0; g < sum.kinks.size(); ++g) surrogate.kinks[g].offer(sum.kinks[g].size, sum.kinks[g].row);
  }
  return objective;
}

template <class T>
double LinearProblem<T>::surrogate_value(const Surrogate& surrogate, const Point& W) const {
  return surrogate.M.cwiseProduct(W).sum();
}

template <class T>
void LinearProblem<T>::argmax(const Surrogate& surrogate, const Point& W, Point& next) const {
  oracle_.argmax(surrogate.M, W, next);
}

template <class T>
double LinearProblem<T>::residual(const Point&, const Surrogate& surrogate) const {
  return surrogate.scale > 0 ? surrogate.tangent / surrogate.scale : 0.0;
}

// Column g: sum of the rows on a kink of group g, each with the sign of its product with the heaviest of them.
template <class T>
Matrix<double> LinearProblem<T>::kink_moment(const Point& W, const std::vector<Heaviest>& kinks) {
  const Index m = components_, groups = static_cast<Index>(kinks.size());
  Matrix<double> directions = Matrix<double>::Zero(rows_.cols(), m + groups);
  directions.leftCols(m) = oracle_.seen(W, seen_);
  RowMatrix<T> row(1, rows_.cols());
  for (Index g = 0; g < groups; ++g) {
    if (kinks[static_cast<std::size_t>(g)].row < 0) continue;
    rows_.source->copy_rows(kinks[static_cast<std::size_t>(g)].row, 1, row.data());
    directions.col(m + g) = row.row(0).template cast<double>().transpose().normalized();
  }
  Pass<T> pass(*rows_.source, m + groups, rows_.threads);
  Matrix<double> M;
  const auto signs = [&](const ProjectedBlock<T>& block) {
    for (Index i = 0; i < block.count; ++i) {
      T* t = block.t + i * (m + groups);
      const double norm = rows_.norm(block.first + i), weight = rows_.weight(block.first + i);
      for (Index g = 0; g < groups; ++g) {
        const bool kink = norm > 0 && link_.on_kink(t, m, norm, g);
        t[m + g] = kink ? static_cast<T>(t[m + g] < 0 ? -weight : weight) : T(0);
      }
      std::fill(t, t + m, T(0));
    }
  };
  pass.moment(directions, Rest::ignore, signs, M);
  counter_.add(2.0 * static_cast<double>(m + groups));
  return M.rightCols(groups);
}

template <class T>
bool LinearProblem<T>::escape(const Point& W, Surrogate& surrogate) {
  constexpr double kRounding = 1e-12;
  const bool any =
      std::any_of(surrogate.kinks.begin(), surrogate.kinks.end(), [](const auto& k) { return k.size > 0; });
  if (!any) return false;
  Matrix<double> V = kink_moment(W, surrogate.kinks);
  oracle_.restrict(V);
  // Nothing feasible to follow: the rows on the kink lie in directions that are taken already.
  if (V.norm() <= kRounding * rows_.total_norm) return false;
  if (V.cols() == components_) {
    surrogate.M += V;
    return true;
  }
  // u: the direction of W^T M in which there is least to lose.
  const Matrix<double> S = product(Op::transpose, W, Op::none, surrogate.M);
  const auto eigen = largest_eigenpairs((S + S.transpose()) / 2, components_);
  surrogate.M += V * eigen.vectors.rightCols(1).transpose();
  return true;
}

template class LinearProblem<float>;
template class LinearProblem<double>;

}  // namespace l21::internal
