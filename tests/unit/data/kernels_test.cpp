#include "data/kernels.hpp"

#include <string_view>

#include "unit/data/stored_table.hpp"

namespace l21 {
namespace baseline {
extern const Kernels kKernels;
}
namespace x86_64_v3 {
extern const Kernels kKernels __attribute__((weak));
}
}  // namespace l21

namespace l21::test {
namespace {

bool v3_runs_here() {
#if defined(__x86_64__)
  return &x86_64_v3::kKernels != nullptr && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

class Variants : public testing::Test {
 protected:
  void SetUp() override {
    if (!v3_runs_here()) GTEST_SKIP() << "no x86-64-v3 kernels here";
  }
  const Kernels& base_ = baseline::kKernels;
  const Kernels& fast_ = x86_64_v3::kKernels;
};

TEST(KernelChoice, TakesTheFastestVariantThatRunsHere) {
  EXPECT_EQ(std::string_view(baseline::kKernels.name), "baseline");
  EXPECT_EQ(std::string_view(kernels().name), v3_runs_here() ? "x86_64_v3" : "baseline");
}

TEST_F(Variants, PrepareAlikeUpToOneFusedRounding) {
  for (const Storage storage : kStorages)
    for (const Layout layout : kLayouts)
      for (const auto& [n, d] : {std::pair<Index, Index>{1, 1}, {3, 7}, {4, 8}, {9, 33}}) {
        const StoredTable table = stored_table(storage, layout, n, d);
        const RowsView& v = table.view;
        const StoredRows rows{v.data, static_cast<int>(v.storage), v.rows, v.cols, v.row_stride, v.col_stride};
        const Vector<double> factor = random_weights(d, 1), center = random_rows(d, 1, 2), scale = random_weights(n, 3);
        for (const double* row_factor : {scale.data(), static_cast<const double*>(nullptr)}) {
          const Affine affine{factor.data(), center.data(), row_factor};
          RowMatrix<double> a(n, d), b(n, d);
          base_.prepare_f64(rows, affine, a.data());
          fast_.prepare_f64(rows, affine, b.data());
          EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 1e-15 * (1 + table.values.cwiseAbs().maxCoeff()) * 10);
          RowMatrix<float> c(n, d), e(n, d);
          base_.prepare_f32(rows, affine, c.data());
          fast_.prepare_f32(rows, affine, e.data());
          EXPECT_LE((c - e).cwiseAbs().maxCoeff(), 1e-6F * (1 + c.cwiseAbs().maxCoeff()));
        }
      }
}

TEST_F(Variants, SumSquaresAlike) {
  for (const Index d : {1, 7, 8, 9, 100, 1023}) {
    const RowMatrix<double> X = random_rows(3, d, 5);
    const RowMatrix<float> F = X.cast<float>();
    Vector<double> a(3), b(3);
    base_.squared_norms_f64(X.data(), 3, d, a.data());
    fast_.squared_norms_f64(X.data(), 3, d, b.data());
    EXPECT_LE((a - b).norm(), 1e-14 * a.norm());
    EXPECT_LE((a - X.rowwise().squaredNorm()).norm(), 1e-14 * a.norm());
    base_.squared_norms_f32(F.data(), 3, d, a.data());
    fast_.squared_norms_f32(F.data(), 3, d, b.data());
    EXPECT_LE((a - b).norm(), 1e-14 * a.norm());
    EXPECT_LE((a - F.cast<double>().rowwise().squaredNorm()).norm(), 1e-14 * a.norm());
  }
}

TEST_F(Variants, FindTheSameLargestValueAndEveryNaN) {
  for (const Index n : {1, 7, 8, 9, 17}) {
    RowMatrix<double> X = random_rows(1, n, 6);
    EXPECT_EQ(base_.max_abs_f64(X.data(), n), X.cwiseAbs().maxCoeff());
    EXPECT_EQ(fast_.max_abs_f64(X.data(), n), X.cwiseAbs().maxCoeff());
    for (Index bad = 0; bad < n; ++bad) {
      RowMatrix<double> Y = X;
      Y(bad) = std::numeric_limits<double>::quiet_NaN();
      const RowMatrix<float> F = Y.cast<float>();
      EXPECT_TRUE(std::isnan(base_.max_abs_f64(Y.data(), n)) && std::isnan(fast_.max_abs_f64(Y.data(), n)));
      EXPECT_TRUE(std::isnan(base_.max_abs_f32(F.data(), n)) && std::isnan(fast_.max_abs_f32(F.data(), n)));
    }
  }
}

}  // namespace
}  // namespace l21::test
