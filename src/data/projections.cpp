#include "data/projections.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "data/scan.hpp"
#include "rows/make_source.hpp"
#include "rows/pass.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {
namespace {

void visit(const RowSource<double>& source, const Matrix<double>& W, Residuals residuals, int threads,
           const RowVisitor& visitor) {
  const bool squared = residuals == Residuals::squared;
  Pass<double> pass(source, W.cols(), threads);
  pass.project(W, squared ? SquaredNorms::of_residuals : SquaredNorms::none, [&](const ProjectedBlock<double>& block) {
    for (Index i = 0; i < block.count; ++i)
      visitor(
          {block.first + i, {block.t + i * block.components, block.components}, squared ? block.squared_norm[i] : 0.0});
  });
}

}  // namespace

template <class T>
Matrix<double> project_rows(const PreparedRows<T>& rows, const Matrix<double>& W) {
  Matrix<double> Z(rows.rows(), W.cols());
  project_rows(*rows.source(), W, rows.threads, Z);
  return Z;
}

template <class T>
RowDistances distances_from(const PreparedRows<T>& rows, const Matrix<double>& W) {
  RowDistances result{Matrix<double>(rows.rows(), W.cols()), Vector<double>(rows.rows()), rows.norm};
  Pass<T> pass(*rows.source(), W.cols(), rows.threads);
  pass.project(W, SquaredNorms::of_residuals, [&](const ProjectedBlock<T>& block) {
    result.T.middleRows(block.first, block.count) =
        Eigen::Map<const RowMatrix<T>>(block.t, block.count, block.components).template cast<double>();
    for (Index i = 0; i < block.count; ++i) result.distance(block.first + i) = std::sqrt(block.squared_norm[i]);
  });
  return result;
}

template <class T>
Matrix<double> combine_rows(const PreparedRows<T>& rows, const std::type_identity_t<RowMatrix<T>>& C) {
  return combine_rows(*rows.source(), C, rows.threads);
}

void visit_projections(const PreparedRows<double>& rows, const Matrix<double>& W, const RowVisitor& visitor) {
  visit(*rows.source(), W, Residuals::ignore, rows.threads, visitor);
}

void visit_projections(const NewRows& rows, const Matrix<double>& W, Residuals residuals, const RowVisitor& visitor) {
  (void)scan_rows(rows.rows, {}, rows.threads);
  const auto source = make_source<double>(rows.rows, {rows.scheme.factor, rows.scheme.center, {}});
  visit(*source, W, residuals, rows.threads, visitor);
}

Heaviest farthest_row(const PreparedRows<double>& rows, const Matrix<double>& W) {
  Pass<double> pass(*rows.source(), W.cols(), rows.threads);
  std::vector<Heaviest> farthest(static_cast<std::size_t>(pass.slots()));
  pass.project(W, SquaredNorms::of_residuals, [&](const ProjectedBlock<double>& block) {
    for (Index i = 0; i < block.count; ++i)
      if (rows.weight(block.first + i) > 0)
        farthest[static_cast<std::size_t>(block.slot)].offer(block.squared_norm[i], block.first + i);
  });
  return add_up(std::move(farthest));
}

template <class T>
class ScatterProduct<T>::Workspace {
 public:
  Workspace(const PreparedRows<T>& rows, Index columns) : pass_(*rows.source(), columns, rows.threads) {}
  void multiply(const RowWeight<T>& weight, const Matrix<double>& A, Matrix<double>& GA) {
    pass_.moment(
        A, SquaredNorms::none, [&](const ProjectedBlock<T>& block) { weigh(weight, block); }, GA);
  }
  void multiply_known(const RowWeight<T>& weight, const Coordinates<T>& coordinates, const Matrix<double>& C,
                      Matrix<double>& GA) {
    const Matrix<T>& factor = C.template cast<T>();
    pass_.combine(
        C.cols(),
        [&](const ProjectedBlock<T>& block) {
          coordinates.project(block.first, block.count, factor, block.t);
          weigh(weight, block);
        },
        GA);
  }

 private:
  // In double: weights may be beyond what T holds where the projections are as small.
  static void weigh(const RowWeight<T>& weight, const ProjectedBlock<T>& block) {
    Eigen::Map<RowMatrix<T>> t(block.t, block.count, block.components);
    for (Index i = 0; i < block.count; ++i) {
      const double factor = weight(block.first + i, t.row(i).data());
      t.row(i) = (t.row(i).template cast<double>() * factor).template cast<T>();
    }
  }

  Pass<T> pass_;
};

template <class T>
ScatterProduct<T>::ScatterProduct(const PreparedRows<T>& rows, Index columns)
    : workspace_(std::make_unique<Workspace>(rows, columns)) {}
template <class T>
ScatterProduct<T>::~ScatterProduct() = default;

template <class T>
void ScatterProduct<T>::multiply(const RowWeight<T>& weight, const Matrix<double>& A, Matrix<double>& GA) {
  workspace_->multiply(weight, A, GA);
}

template <class T>
void ScatterProduct<T>::multiply_known(const RowWeight<T>& weight, const Coordinates<T>& coordinates,
                                       const Matrix<double>& C, Matrix<double>& GA) {
  workspace_->multiply_known(weight, coordinates, C, GA);
}

template class ScatterProduct<float>;
template class ScatterProduct<double>;

template Matrix<double> project_rows<float>(const PreparedRows<float>&, const Matrix<double>&);
template Matrix<double> project_rows<double>(const PreparedRows<double>&, const Matrix<double>&);
template RowDistances distances_from<float>(const PreparedRows<float>&, const Matrix<double>&);
template RowDistances distances_from<double>(const PreparedRows<double>&, const Matrix<double>&);
template Matrix<double> combine_rows<float>(const PreparedRows<float>&, const RowMatrix<float>&);
template Matrix<double> combine_rows<double>(const PreparedRows<double>&, const RowMatrix<double>&);

}  // namespace l21::internal
