// The feasible set: where W may lie, and the best W in it for a linear objective <M, W>.
#pragma once

#include <memory>

#include "l21/sets.hpp"
#include "l21/types.hpp"

namespace l21::internal {

class Oracle {
 public:
  virtual ~Oracle() = default;
  // Removes from M what no feasible W can follow.
  virtual void restrict(Matrix<double>& M) const = 0;
  // next <- argmax over the set of <M, W>, M restricted; W where M = 0 leaves the choice open.
  virtual void argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const = 0;
  // What the rows are multiplied with: W itself, or what is left of it where rows are deflated. `made` may hold it.
  [[nodiscard]] virtual const Matrix<double>& deflated(const Matrix<double>& W, Matrix<double>& made) const;
  // How far W is from being stationary, relative to ||M||, M restricted: ||M - W sym(W^T M)||_F.
  [[nodiscard]] virtual double tangent(const Matrix<double>& M, const Matrix<double>& W) const;
  // Y <- the nearest point of the set; false where Y has none to speak of.
  [[nodiscard]] virtual bool make_feasible(Matrix<double>& Y) const = 0;
};

// W^T W = I.
class Stiefel final : public Oracle {
 public:
  void restrict(Matrix<double>&) const override {}
  void argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const override;
  [[nodiscard]] bool make_feasible(Matrix<double>& Y) const override;
};

// Unit vectors orthogonal to the columns of `earlier`, which may have none.
class Sphere final : public Oracle {
 public:
  explicit Sphere(Matrix<double> earlier) : earlier_(std::move(earlier)) {}
  void restrict(Matrix<double>& M) const override;
  void argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const override;
  [[nodiscard]] bool make_feasible(Matrix<double>& Y) const override;

 private:
  Matrix<double> earlier_;
};

// Unit vectors with at most `cardinality` non-zeros, for rows from which the orthonormal columns of `earlier` were
// projected (Mackey 2008): a vector need not be orthogonal to them, only what rows see of it is.
class SparseSphere final : public Oracle {
 public:
  SparseSphere(Matrix<double> earlier, Index cardinality) : earlier_(std::move(earlier)), set_(cardinality) {}
  void restrict(Matrix<double>& M) const override { earlier_.restrict(M); }
  void argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const override;
  [[nodiscard]] const Matrix<double>& deflated(const Matrix<double>& W, Matrix<double>& made) const override;
  // The sine of the angle to the argmax, so that the support must repeat: on it that is the residual.
  [[nodiscard]] double tangent(const Matrix<double>& M, const Matrix<double>& W) const override;
  [[nodiscard]] bool make_feasible(Matrix<double>& Y) const override;

 private:
  Sphere earlier_;
  sets::SparseSphere set_;
};

}  // namespace l21::internal
