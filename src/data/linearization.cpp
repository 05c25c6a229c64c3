#include "data/linearization.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/blas.hpp"
#include "rows/pass.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {
namespace {

// What a slot sums besides M.
struct SlotSum {
  LinkSum link;
  Matrix<double> S;  // m x m, for links that use residuals

  SlotSum& operator+=(const SlotSum& other) {
    link.objective += other.link.objective;
    for (std::size_t g = 0; g < link.kinks.size(); ++g) link.kinks[g] += other.link.kinks[g];
    if (S.size() > 0) S += other.S;
    return *this;
  }
};

template <class T>
std::unique_ptr<Link<T>> link_of(const PreparedRows<T>& rows, const LinkSpec& spec) {
  if constexpr (std::is_same_v<T, double>)
    if (rows.groups.samples) return std::make_unique<GroupLink>(spec, rows.groups);
  return make_link<T>(spec);
}

const double* from(const Vector<double>& values, Index first) {
  return values.size() > 0 ? values.data() + first : nullptr;
}

template <class T>
Matrix<double> widened(const ProjectedBlock<T>& block) {
  return Eigen::Map<const RowMatrix<T>>(block.t, block.count, block.components).template cast<double>();
}

}  // namespace

template <class T>
class Linearizer<T>::Workspace {
 public:
  Workspace(const PreparedRows<T>& rows, const LinkSpec& spec, Index components)
      : rows_(rows),
        link_(link_of(rows, spec)),
        residuals_(uses_residuals(spec.method)),
        squares_(tells_squares(spec.method) && !rows.groups.samples ? rows.rows() : 0),
        components_(components),
        pass_(*rows.source(), components, rows.threads) {}

  void at(const Matrix<double>& W, Linearization& result) {
    begin();
    if (residuals_)
      pass_.moment(
          W, SquaredNorms::of_residuals, [&](const ProjectedBlock<T>& block) { slopes_by_residuals(block); }, result.M);
    else
      pass_.moment(
          W, SquaredNorms::none, [&](const ProjectedBlock<T>& block) { slopes(block); }, result.M);
    finish(result);
  }

  // `project` sets the projections of a block.
  template <class Project>
  void at_known(const Project& project, Linearization& result) {
    begin();
    const auto project_and_slope = [&](const ProjectedBlock<T>& block) {
      project(block);
      slopes(block);
    };
    pass_.combine(components_, project_and_slope, result.M);
    finish(result);
  }

  [[nodiscard]] Matrix<double> kink_moment(const Matrix<double>& W, const std::vector<Heaviest>& kinks) const {
    const Index m = components_, groups = static_cast<Index>(kinks.size());
    Matrix<double> directions = Matrix<double>::Zero(rows_.cols(), m + groups);
    directions.leftCols(m) = W;
    for (Index g = 0; g < groups; ++g)
      if (const Index row = kinks[static_cast<std::size_t>(g)].row; row >= 0)
        directions.col(m + g) = rows_.row(row).normalized();
    Pass<T> pass(*rows_.source(), m + groups, rows_.threads);
    Matrix<double> M;
    pass.moment(
        directions, SquaredNorms::none, [&](const ProjectedBlock<T>& block) { signs(block, groups); }, M);
    return M.rightCols(groups);
  }

 private:
  void begin() {
    SlotSum zero;
    zero.link.kinks.resize(static_cast<std::size_t>(link_->kink_groups(components_)));
    if (residuals_) zero.S.setZero(components_, components_);
    sums_.assign(static_cast<std::size_t>(pass_.slots()), zero);
  }
  void finish(Linearization& result) {
    SlotSum sum = add_up(std::move(sums_));
    result.objective = sum.link.objective;
    result.kinks = std::move(sum.link.kinks);
    result.S = std::move(sum.S);
    result.squares.resize(squares_.size());
    std::swap(result.squares, squares_);
  }

  SlotSum& slot_of(const ProjectedBlock<T>& block) { return sums_[static_cast<std::size_t>(block.slot)]; }
  [[nodiscard]] LinkBlock<T> for_link(const ProjectedBlock<T>& block) {
    return {block.first,
            block.count,
            block.components,
            block.t,
            from(rows_.weights, block.first),
            rows_.norm.data() + block.first,
            block.squared_norm,
            from(rows_.filled, block.first),
            squares_.size() > 0 ? squares_.data() + block.first : nullptr};
  }
  void slopes(const ProjectedBlock<T>& block) { link_->slopes(for_link(block), slot_of(block).link); }

  void slopes_by_residuals(const ProjectedBlock<T>& block) {
    const double zero = 4 * std::numeric_limits<T>::epsilon();  // what subtracting W t from x leaves of x = W t
    const Index m = components_;
    const Matrix<double> t = widened(block);
    Vector<double> squared = Eigen::Map<const Vector<double>>(block.squared_norm, block.count);
    if (rows_.left_out.size() > 0) squared += rows_.left_out.segment(block.first, block.count);
    LinkBlock<T> with_residuals = for_link(block);
    with_residuals.residual = squared.data();
    link_->slopes(with_residuals, slot_of(block).link);
    slot_of(block).S += product(Op::transpose, t, Op::none, widened(block));
    // A residual that is rounding has no direction: it counts in S, not in M.
    for (Index i = 0; i < block.count; ++i)
      if (std::sqrt(block.squared_norm[i]) <= zero * rows_.norm(block.first + i)) std::fill_n(block.t + i * m, m, T(0));
  }

  // t <- (0, +-w for each group of kinks that the row lies on).
  void signs(const ProjectedBlock<T>& block, Index groups) const {
    const Index m = components_;
    for (Index i = 0; i < block.count; ++i) {
      T* t = block.t + i * (m + groups);
      const double norm = rows_.norm(block.first + i), weight = rows_.weight(block.first + i);
      for (Index g = 0; g < groups; ++g) {
        const bool kink = norm > 0 && link_->on_kink(t, m, norm, g);
        t[m + g] = kink ? static_cast<T>(t[m + g] < 0 ? -weight : weight) : T(0);
      }
      std::fill(t, t + m, T(0));
    }
  }

  const PreparedRows<T>& rows_;
  std::unique_ptr<Link<T>> link_;
  bool residuals_;
  Vector<double> squares_;
  Index components_;
  Pass<T> pass_;
  std::vector<SlotSum> sums_;
};

template <class T>
Linearizer<T>::Linearizer(const PreparedRows<T>& rows, const LinkSpec& link, Index components)
    : workspace_(std::make_unique<Workspace>(rows, link, components)) {}
template <class T>
Linearizer<T>::~Linearizer() = default;

template <class T>
void Linearizer<T>::at(const Matrix<double>& W, Linearization& result) {
  workspace_->at(W, result);
}

template <class T>
void Linearizer<T>::at_known(const Coordinates<T>& coordinates, const Matrix<double>& C, Linearization& result) {
  const Matrix<T>& factor = C.template cast<T>();
  workspace_->at_known(
      [&](const ProjectedBlock<T>& block) { coordinates.project(block.first, block.count, factor, block.t); }, result);
}

template <class T>
void Linearizer<T>::at_known(const RowMatrix<double>& projections, Linearization& result) {
  workspace_->at_known(
      [&](const ProjectedBlock<T>& block) {
        Eigen::Map<RowMatrix<T>>(block.t, block.count, block.components) =
            projections.middleRows(block.first, block.count).template cast<T>();
      },
      result);
}

template <class T>
Matrix<double> Linearizer<T>::kink_moment(const Matrix<double>& W, const std::vector<Heaviest>& kinks) {
  return workspace_->kink_moment(W, kinks);
}

double slopes_at(const Matrix<double>& T, const LinkSpec& spec, const RowFacts& facts, Matrix<double>& A) {
  const auto link = make_link<double>(spec);
  A.resize(T.rows(), T.cols());
  return sum_stretches<double>(T.rows(), facts.threads, [&](Index first, Index count) {
    RowMatrix<double> t = T.middleRows(first, count);
    LinkSum sum;
    sum.kinks.resize(static_cast<std::size_t>(link->kink_groups(t.cols())));
    link->slopes({first, count, t.cols(), t.data(), from(facts.weights, first), facts.norm.data() + first, nullptr},
                 sum);
    A.middleRows(first, count) = t;
    return sum.objective;
  });
}

template class Linearizer<float>;
template class Linearizer<double>;

}  // namespace l21::internal
