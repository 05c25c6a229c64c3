// The feasible set: where W may lie, and the best W in it for a linear objective <M, W>.
#pragma once

#include <memory>

#include "l21/types.hpp"

namespace l21 {

class Oracle {
 public:
  virtual ~Oracle() = default;
  // Removes from M what no feasible W can follow.
  virtual void restrict(Matrix<double>& M) const = 0;
  // next <- argmax over the set of <M, W>, M restricted; W where M = 0 leaves the choice open.
  virtual void argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const = 0;
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

}  // namespace l21
