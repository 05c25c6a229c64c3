#include "simd/simd.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "linalg/random.hpp"
#include "rows/padded_vectors.hpp"
#include "unit/rows/stored_table.hpp"

namespace l21::internal {
namespace baseline {
extern const SimdLoops kLoops;
}
namespace x86_64_v3 {
extern const SimdLoops kLoops __attribute__((weak));
}
namespace x86_64_v4 {
extern const SimdLoops kLoops __attribute__((weak));
}
}  // namespace l21::internal

namespace l21::internal::test {
namespace {

bool v3_runs_here() {
#if defined(__x86_64__)
  return &x86_64_v3::kLoops != nullptr && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

bool v4_runs_here() {
#if defined(__x86_64__)
  return &x86_64_v4::kLoops != nullptr && v3_runs_here() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

// Every variant that runs here.
std::vector<const SimdLoops*> variants() {
  std::vector<const SimdLoops*> all{&baseline::kLoops};
  if (v3_runs_here()) all.push_back(&x86_64_v3::kLoops);
  if (v4_runs_here()) all.push_back(&x86_64_v4::kLoops);
  return all;
}

class Variants : public testing::Test {
 protected:
  void SetUp() override {
    if (!v3_runs_here()) GTEST_SKIP() << "no x86-64-v3 kernels here";
  }
  const SimdLoops& base_ = baseline::kLoops;
  const SimdLoops& fast_ = x86_64_v3::kLoops;
};

TEST(SortSets, OrdersSetsOfAnySize) {
  NormalGenerator normal(1);
  for (const SimdLoops* loops : variants())
    for (Index n = 0; n < 70; ++n) {
      Matrix<double> sets(kSetsAtOnce, n);
      for (double& value : sets.reshaped()) value = std::round(2 * normal());
      Matrix<double> sorted = sets;
      loops->sort_sets(sorted.data(), n);
      for (auto set : sets.rowwise()) std::sort(set.begin(), set.end());
      EXPECT_EQ(sorted, sets) << loops->name << ' ' << n;
    }
}

TEST(KernelChoice, TakesTheFastestVariantThatRunsHere) {
  EXPECT_EQ(std::string_view(baseline::kLoops.name), "baseline");
  EXPECT_EQ(std::string_view(simd().name), v4_runs_here() ? "x86_64_v4" : v3_runs_here() ? "x86_64_v3" : "baseline");
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
  for (const Index d : {1, 2, 7, 8, 9, 100, 1023}) {
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

TEST_F(Variants, ScaleEachRowByItsFactor) {
  for (const SimdLoops* variant : variants())
    for (const Index d : {1, 3, 8, 17, 100}) {
      SCOPED_TRACE(testing::Message() << variant->name << ": " << d);
      const RowMatrix<double> X = random_rows(5, d, 5);
      const Vector<double> factor = random_rows(5, 1, 6);
      RowMatrix<double> Y = X;
      variant->scale_rows_f64(Y.data(), 5, d, factor.data());
      EXPECT_EQ(Y, RowMatrix<double>(factor.asDiagonal() * X));
      RowMatrix<float> F = X.cast<float>();
      variant->scale_rows_f32(F.data(), 5, d, factor.data());
      EXPECT_LE((F.cast<double>() - Y).norm(), 1e-6 * Y.norm());
    }
}

TEST_F(Variants, FindTheSameLargestValueAndAllThatIsNotFinite) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const Index n : {1, 7, 8, 9, 17}) {
    RowMatrix<double> X = random_rows(1, n, 6);
    const RowMatrix<float> Xf = X.cast<float>();
    EXPECT_EQ(base_.max_abs_f64(X.data(), n), X.cwiseAbs().maxCoeff());
    EXPECT_EQ(fast_.max_abs_f64(X.data(), n), X.cwiseAbs().maxCoeff());
    EXPECT_EQ(base_.max_abs_f32(Xf.data(), n), Xf.cwiseAbs().maxCoeff());
    EXPECT_EQ(fast_.max_abs_f32(Xf.data(), n), Xf.cwiseAbs().maxCoeff());
    for (const double value : {kNaN, -kNaN, kInfinity, -kInfinity})
      for (Index bad = 0; bad < n; ++bad) {
        RowMatrix<double> Y = X;
        Y(bad) = value;
        const RowMatrix<float> F = Y.cast<float>();
        EXPECT_TRUE(std::isnan(base_.max_abs_f64(Y.data(), n)) && std::isnan(fast_.max_abs_f64(Y.data(), n)));
        EXPECT_TRUE(std::isnan(base_.max_abs_f32(F.data(), n)) && std::isnan(fast_.max_abs_f32(F.data(), n)));
      }
  }
}

template <class T>
const SimdProducts<T>& products(const SimdLoops& kernels) {
  if constexpr (std::is_same_v<T, double>)
    return *kernels.products_f64;
  else
    return *kernels.products_f32;
}

template <class T>
class Products : public testing::Test {
 protected:
  static constexpr double kTolerance = 10 * Tolerance<T>::rounding;
  // Vectors of a panel behind which the memory ends: an address sanitizer sees what is read beyond.
  static PaddedVectors<T> padded(const RowMatrix<double>& rows) {
    return PaddedVectors<T>(Matrix<double>(rows.transpose()));
  }
};
TYPED_TEST_SUITE(Products, BothPrecisions);

TYPED_TEST(Products, AreWhatNaiveProductsAreForOddShapes) {
  using T = TypeParam;
  for (const SimdLoops* variant : variants())
    for (const Index n : {1, 2, 3, 5, 6, 7, 11, 17})
      for (const Index d : {1, 3, 8, 9, 63, 64, 65, 300, 1000})
        for (const Index m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 33}) {
          SCOPED_TRACE(testing::Message() << variant->name << ": " << n << " x " << d << " x " << m);
          const auto& kernels = products<T>(*variant);
          const RowMatrix<double> X = random_rows(n, d, 1), W = random_rows(m, d, 2), A = random_rows(n, m, 3);
          const PaddedVectors<T> rows = this->padded(X), columns = this->padded(W);
          RowMatrix<T> P = RowMatrix<T>::Ones(n, m + 2);
          kernels.project(rows.panel(0, n, kernels.vector_bytes), columns.panel(0, m, kernels.vector_bytes),
                          P.data() + 1, m + 2);
          const RowMatrix<double> t = X * W.transpose();
          EXPECT_LE((P.template cast<double>().middleCols(1, m) - t - RowMatrix<double>::Ones(n, m)).norm(),
                    this->kTolerance * (1 + t.norm()));
          EXPECT_TRUE((P.col(0).array() == 1).all() && (P.col(m + 1).array() == 1).all());

          const RowMatrix<T> slopes = A.cast<T>();
          Matrix<double> M = Matrix<double>::Ones(d, m);
          kernels.accumulate(rows.panel(0, n, kernels.vector_bytes), slopes.data(), {M.data(), m, d, d});
          const Matrix<double> moment = X.transpose() * A;
          EXPECT_LE((M - moment - Matrix<double>::Ones(d, m)).norm(), this->kTolerance * (1 + moment.norm()));
        }
}

TYPED_TEST(Products, WhileLoadingAreThoseOfThePreparedRows) {
  using T = TypeParam;
  for (const SimdLoops* variant : variants())
    for (const Storage storage : kStorages)
      for (const Layout layout : kLayouts)
        for (const Index d : {33, 64, 75, 511, 512, 1023, 1100})
          for (const Index m : {1, 2, 3, 4, 9})
            for (const bool scaled : {false, true}) {
              SCOPED_TRACE(testing::Message() << variant->name << ": " << int(storage) << " " << int(layout) << " " << d
                                              << " x " << m << (scaled ? ", scaled" : ""));
              const auto& kernels = products<T>(*variant);
              const Index n = 2 * kernels.row_tile;
              const StoredTable table = stored_table(storage, layout, n, d);
              const RowsView& v = table.view;
              const StoredRows stored{v.data, static_cast<int>(v.storage), n, d, v.row_stride, v.col_stride};
              const Vector<double> factor = random_weights(d, 1), center = random_rows(d, 1, 2),
                                   scale = random_weights(n, 3);
              const PaddedVectors<T> W = this->padded(random_rows(m, d, 4));
              PaddedVectors<T> loaded(d, n), prepared(d, n);
              const Affine affine{factor.data(), center.data(), scaled ? scale.data() : nullptr, loaded.stride()};
              RowMatrix<T> P = RowMatrix<T>::Zero(n, m), expected = P;
              const Index columns = kernels.prepare_project(stored, affine, loaded.vector(0),
                                                            W.panel(0, m, kernels.vector_bytes), P.data());
              ASSERT_LE(columns, m);
              if (columns == 0) continue;
              if constexpr (std::is_same_v<T, double>)
                variant->prepare_f64(stored, affine, prepared.vector(0));
              else
                variant->prepare_f32(stored, affine, prepared.vector(0));
              kernels.project(prepared.panel(0, n, kernels.vector_bytes), W.panel(0, m, kernels.vector_bytes),
                              expected.data(), m);
              EXPECT_TRUE(std::equal(loaded.vector(0), loaded.vector(n - 1) + loaded.stride(), prepared.vector(0)));
              EXPECT_LE((P - expected).leftCols(columns).norm(), this->kTolerance * expected.norm());
            }
}

// Rows a stride apart, and a center so far away that float holds only half of it.
TYPED_TEST(Products, OfShiftedRowsAreThoseOfThePreparedRows) {
  using T = TypeParam;
  for (const SimdLoops* variant : variants())
    for (const Index n : {1, 2, 3, 7, 8, 9, 16, 21})
      for (const Index d : {16, 17, 31, 32, 64, 65, 79, 135, 300, 1001})
        for (Index m = 1; m <= kMostShiftedColumns; ++m) {
          SCOPED_TRACE(testing::Message() << variant->name << ": " << n << " x " << d << " x " << m);
          const auto& kernels = products<T>(*variant);
          constexpr double kFactor = 0.25;
          const Index behind = 3, stride = d + 5;
          const RowMatrix<T> stored = (random_rows(n + behind, stride, 1).array() + 1000).matrix().template cast<T>();
          const Vector<double> center = (random_rows(d, 1, 2).array() * 1e-3 + 1000 * kFactor).matrix();
          const Vector<T> near = center.template cast<T>();
          const Vector<T> rest = (center - near.template cast<double>()).template cast<T>();
          const ShiftedRows<T> rows{stored.data(), n, d, stride, T(kFactor), near.data(), rest.data(), behind};
          const RowMatrix<double> X =
              (stored.topLeftCorner(n, d).template cast<double>() * kFactor).rowwise() - center.transpose();

          const RowMatrix<double> W = random_rows(m, d, 4), A = random_rows(n, m, 3);
          RowMatrix<T> P = RowMatrix<T>::Ones(n, m);
          kernels.project_shifted(rows, this->padded(W).panel(0, m, kernels.vector_bytes), P.data());
          const RowMatrix<double> t = X * W.transpose();
          EXPECT_LE((P.template cast<double>() - t).norm(), this->kTolerance * (1 + t.norm()));

          const RowMatrix<T> slopes = A.cast<T>();
          Matrix<double> M = Matrix<double>::Ones(d, m);
          kernels.accumulate_shifted(rows, slopes.data(), {M.data(), m, d, d});
          const Matrix<double> moment = X.transpose() * A;
          EXPECT_LE((M - moment - Matrix<double>::Ones(d, m)).norm(), this->kTolerance * (1 + moment.norm()));
        }
}

TEST(SumsOverNeighbours, AreThoseOfTheWindowCutOffAtTheEdges) {
  for (const SimdLoops* variant : variants())
    for (const auto& [height, width, reach] :
         {std::array<Index, 3>{1, 1, 1}, {1, 9, 1}, {5, 7, 2}, {3, 40, 4}, {17, 16, 4}, {20, 33, 3}}) {
      SCOPED_TRACE(testing::Message() << variant->name << ": " << height << " x " << width << ", " << reach);
      const RowMatrix<float> values = random_rows(height, width, 7).cast<float>();
      std::vector<float> between(static_cast<std::size_t>(height * (width + 2 * reach) + kCellsAtOnce));
      std::vector<float> sums(static_cast<std::size_t>(height * width + kCellsAtOnce));
      variant->sum_over_neighbours(values.data(), height, width, reach, between.data(), sums.data());
      for (Index i = 0; i < height; ++i)
        for (Index j = 0; j < width; ++j) {
          const Index top = std::max<Index>(i - reach, 0), left = std::max<Index>(j - reach, 0);
          const auto window = values.block(top, left, std::min(i + reach, height - 1) - top + 1,
                                           std::min(j + reach, width - 1) - left + 1);
          EXPECT_NEAR(sums[static_cast<std::size_t>(i * width + j)], window.sum(), 1e-4) << i << ", " << j;
        }
    }
}

TEST(MatricesSideBySide, AreSolvedAsEachByItself) {
  for (const SimdLoops* variant : variants())
    for (const Index k : {1, 2, 3, 4, 5, 9, 33}) {
      SCOPED_TRACE(testing::Message() << variant->name << ": " << k);
      const Index count = 2 * kCellsAtOnce;
      std::vector<Matrix<double>> matrices;
      Eigen::MatrixXf N(count, k * (k + 1) / 2), x(count, k);
      for (Index s = 0; s < count; ++s) {
        const Matrix<double> A = random_rows(k + 2, k, static_cast<std::uint64_t>(s + 1));
        matrices.emplace_back(A.transpose() * A + Matrix<double>::Identity(k, k));
        for (Index i = 0; i < k; ++i)
          for (Index j = 0; j <= i; ++j) N(s, i * (i + 1) / 2 + j) = static_cast<float>(matrices.back()(i, j));
      }
      const Matrix<double> right = random_rows(count, k, 99);
      x = right.cast<float>();
      variant->factor_matrices(N.data(), k, count);
      variant->solve_factored(N.data(), k, count, x.data());
      for (Index s = 0; s < count; ++s) {
        const Vector<double> left = matrices[static_cast<std::size_t>(s)] * x.row(s).transpose().cast<double>();
        EXPECT_LE((left - right.row(s).transpose()).norm(), 1e-3 * right.row(s).norm()) << s;
      }
    }
}

}  // namespace
}  // namespace l21::internal::test
