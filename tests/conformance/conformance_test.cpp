// Every storage, layout, method and precision against the reference, on odd sizes.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "conformance/random_data.hpp"
#include "l21/fit.hpp"
#include "l21/option_table.hpp"

namespace l21::internal::testing {
namespace {

// Values that every storage type holds exactly.
Mat quantized(const DataSpec& spec) {
  const Mat X = random_rows(spec);
  return (X * (40 / X.cwiseAbs().maxCoeff())).array().round() + 100;
}

enum class Layout { row_major, column_major, strided };

template <class T>
struct Stored {
  std::vector<T> values;
  RowsView view;
};

template <class T>
Stored<T> store(const Mat& X, Layout layout) {
  const Index n = X.rows(), d = X.cols();
  const Index gap = layout == Layout::strided ? 3 : 0;
  Stored<T> stored;
  stored.values.assign(static_cast<std::size_t>((n + gap) * (d + gap)), T(7));
  const Index row_stride = layout == Layout::column_major ? 1 : d + gap,
              col_stride = layout == Layout::column_major ? n : 1;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j)
      stored.values[static_cast<std::size_t>(i * row_stride + j * col_stride)] = static_cast<T>(X(i, j));
  stored.view = {stored.values.data(), storage_of<T>(), n, d, row_stride, col_stride};
  return stored;
}

// Three values of ten are left out at random; one of every row stays.
Mat thinned(Mat X, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::bernoulli_distribution left_out(0.3);
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < X.cols(); ++j)
      if (left_out(engine) && j != i % X.cols()) X(i, j) = 0;
  return X;
}

template <class T>
using StoredSparse = Eigen::SparseMatrix<T, Eigen::RowMajor>;

template <class T>
StoredSparse<T> store_sparse(const Mat& X) {
  return X.cast<T>().sparseView();
}

// Rows behind a function call: every chunk is made when it is asked for, handed over, and forgotten. Counts what was
// asked for, and refuses more than a block at a time.
class Chunks final : public RowLoader {
 public:
  explicit Chunks(Mat X, Index most_rows) : X_(std::move(X)), most_rows_(most_rows) {}
  [[nodiscard]] Index rows() const override { return X_.rows(); }
  [[nodiscard]] Index cols() const override { return X_.cols(); }
  [[nodiscard]] Storage storage() const override { return Storage::float32; }
  void load(Index first, Index count, void* out) const override {
    if (first < 0 || count < 1 || first + count > rows()) throw std::out_of_range("no such rows");
    if (count > most_rows_) throw std::length_error("more rows than a block");
    ++loads_;
    const RowMatrix<float> chunk = X_.middleRows(first, count).cast<float>();
    std::copy_n(chunk.data(), chunk.size(), static_cast<float*>(out));
  }
  [[nodiscard]] int loads() const { return loads_; }

 private:
  Mat X_;
  Index most_rows_;
  mutable std::atomic<int> loads_ = 0;
};

struct Shape {
  Index rows, cols;
  int components;
};

std::string name_of(const Shape& shape) {
  return std::to_string(shape.rows) + " x " + std::to_string(shape.cols) + ", " + std::to_string(shape.components);
}

// 1 column, 1 component, k = d, n <= d, one more and one less than a block of 256 rows, sixteen blocks and a bit.
const std::vector<Shape> kShapes = {{2, 1, 1},   {3, 2, 2},   {9, 4, 4},   {7, 19, 3},  {12, 12, 5},
                                    {30, 31, 1}, {255, 5, 2}, {256, 5, 3}, {257, 5, 2}, {4133, 3, 2}};

reference::Result judge(Method method, const Mat& Z, const Vec& w, const Mat& W, int most_iterations) {
  const reference::Stop stop{method == Method::r1 ? 1e-9 : 1e-10, most_iterations};
  switch (method) {
    case Method::pca: return reference::pca(Z, w, static_cast<int>(W.cols()));
    case Method::l21: return reference::l21(Z, w, W, stop);
    case Method::l2p: return reference::l2p(Z, w, W, 1.5, stop);
    case Method::l1: return reference::l1(Z, w, W, stop);
    case Method::l1_greedy: return reference::l1_greedy(Z, w, W, stop);
    case Method::r1: return reference::r1(Z, w, W, stop);
    default: break;  // sparse components are judged by themselves
  }
  return {};
}

using Param = std::tuple<Method, Precision>;

// Whether a fit must end where the reference does, or may find another end that is no worse (of r1, hardly).
enum class Hill { of_the_reference, not_lower };

class EveryMethod : public ::testing::TestWithParam<Param> {
 protected:
  void check(const Rows& rows, const Mat& X, const Vec& w, int components, Hill hill = Hill::of_the_reference) const {
    const auto [method, precision] = GetParam();
    const Tolerances& tolerance = tolerances_of(precision);
    FitOptions options{.components = components, .method = method, .p = 1.5};
    options.tolerance = tolerance.fit;
    options.max_iterations = 3000;
    options.precision = precision;
    options.weights = w;
    const Model model = fit(rows, options);
    const FitReport& report = model.report;
    const Mat Z = reference::centered(X, reference::mean(X, w));
    const auto expected = judge(method, Z, w, reference::principal(Z, w, components), 3000);

    const Mat W = model.linear().components.transpose();
    EXPECT_NEAR(report.objective, judge(method, Z, w, W, 1).objective, tolerance.objective * w.dot(Z.rowwise().norm()));
    EXPECT_LE((W.transpose() * W - Mat::Identity(components, components)).norm(), tolerance.orthonormal);
    EXPECT_LE((model.linear().center - reference::mean(X, w)).norm(), tolerance.center * X.norm());
    // r1 is a sum of residuals: their rounding is that of the rows.
    const double rows_norm = w.dot(Z.rowwise().norm());
    const double scale = std::abs(expected.objective) + (method == Method::r1 ? 1.0 : 1e-9) * rows_norm;
    // Signs of float32 projections near 0 differ from the reference's, and l1 then climbs another hill.
    const bool other_hill = precision == Precision::float32 && (method == Method::l1 || method == Method::l1_greedy);
    if (report.escapes == 0 && !other_hill && hill == Hill::of_the_reference) {
      EXPECT_NEAR(report.objective, expected.objective, tolerance.objective * scale);
    } else if (const double least = expected.objective - tolerance.objective * scale; report.objective < least) {
      // A hill of its own, where the reference stays, and, of r1, hardly lower.
      const double lower = other_hill ? 0.02 : method == Method::r1 ? tolerance.hill : 0;
      EXPECT_GE(report.objective, expected.objective - lower * scale);
      if (!other_hill) {
        EXPECT_NEAR(report.objective, judge(method, Z, w, W, 3000).objective, tolerance.objective * scale);
      }
    }
    EXPECT_TRUE(*report.kkt_residual <= tolerance.fit || !report.converged);
    // r1 crawls where its solution runs through rows, the reference too.
    EXPECT_TRUE(report.status != Status::iteration_limit || method == Method::r1) << report.message.text();
  }
};

TEST_P(EveryMethod, AgreesWithTheReferenceForEveryStorageLayoutAndShape) {
  for (const auto& [rows, cols, components] : kShapes) {
    const Mat X = quantized({.seed = 5, .rows = rows, .cols = cols});
    const Vec ones = Vec::Ones(rows);
    SCOPED_TRACE(name_of({rows, cols, components}));
    check(store<double>(X, Layout::row_major).view, X, ones, components);
    check(store<float>(X, Layout::column_major).view, X, ones, components);
    check(store<std::uint8_t>(X, Layout::strided).view, X, ones, components);
    check(store<std::int16_t>(X, Layout::row_major).view, X, ones, components);
  }
}

TEST_P(EveryMethod, AgreesWithTheReferenceForRowsThatAreLoadedInChunks) {
  for (const auto& [rows, cols, components] : kShapes) {
    const Mat X = quantized({.seed = 5, .rows = rows, .cols = cols});
    SCOPED_TRACE(name_of({rows, cols, components}));
    // pca may copy a small table whole.
    const Chunks chunks(X, 4200);
    check(chunks, X, Vec::Ones(rows), components);
    EXPECT_GT(chunks.loads(), 0);
  }
}

TEST_P(EveryMethod, LoadsRowsOfALargeTableBlockByBlockAndFitsThemAsThoseInMemory) {
  const auto [method, precision] = GetParam();
  const Mat X = random_rows({.seed = 12, .rows = 9001, .cols = 60}).cast<float>().cast<double>();
  FitOptions options{.components = 3, .method = method, .p = 1.5, .tolerance = kFloat32.fit, .max_iterations = 200};
  options.precision = precision;
  const Chunks chunks(X, 256);
  const Model loaded = fit(chunks, options);
  const RowMatrix<float> resident = X.cast<float>();
  const Model in_memory = fit(rows_of(resident), options);
  EXPECT_GT(chunks.loads(), 9001 / 256);
  EXPECT_LE(reference::projector_difference(loaded.linear().components.transpose(),
                                            in_memory.linear().components.transpose()),
            tolerances_of(precision).projector);
  EXPECT_LE((loaded.transform(chunks) - in_memory.transform(rows_of(resident))).norm(),
            tolerances_of(precision).projector * X.norm());
}

TEST_P(EveryMethod, AgreesWithTheReferenceForSparseRowsOfEveryShape) {
  for (const auto& [rows, cols, components] : kShapes) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Mat X = thinned(quantized({.seed = 5, .rows = rows, .cols = cols}).array() - 100, seed);
      const Vec ones = Vec::Ones(rows);
      SCOPED_TRACE(name_of({rows, cols, components}) + ", seed " + std::to_string(seed));
      const auto wide = store_sparse<double>(X);
      check(sparse_rows_of(wide), X, ones, components, Hill::not_lower);
      const auto narrow = store_sparse<float>(X);
      check(sparse_rows_of(narrow), X, ones, components, Hill::not_lower);
    }
  }
}

TEST_P(EveryMethod, AgreesWithTheReferenceWithWeightsDuplicatesAndZeroRows) {
  Mat X = random_rows({.seed = 11, .rows = 61, .cols = 9, .duplicate_row = true});
  const Vec w = random_weights(3, X.rows());
  // A row at the weighted mean of the others stays there.
  const Vec others = w.array() - w.cwiseProduct(Vec::Unit(X.rows(), 5)).array();
  X.row(5) = (X.transpose() * others / others.sum()).transpose();
  check(store<double>(X, Layout::column_major).view, X, w, 4);
  // Rows without an entry are not at the mean.
  Mat holes = thinned(X, 4);
  for (const Index row : {7, 8, 60}) holes.row(row).setZero();
  const auto sparse = store_sparse<double>(holes);
  check(sparse_rows_of(sparse), holes, w, 4);
}

// Below 1 the objective has more hills, and solvers may climb different ones: each ends where the reference stays.
TEST(L2pBelowOne, EndsWhereTheReferenceStaysByEverySolver) {
  for (const double p : {0.1, 0.5, 0.9})
    for (const Shape& shape : {Shape{61, 9, 2}, Shape{23, 47, 3}, Shape{4133, 5, 2}}) {
      SCOPED_TRACE(name_of(shape) + ", p = " + std::to_string(p));
      const Mat X = random_rows({.seed = 3, .rows = shape.rows, .cols = shape.cols, .offset = 1.0});
      const Vec w = random_weights(4, shape.rows);
      const Mat Z = reference::centered(X, reference::mean(X, w));
      const auto expected =
          reference::l2p(Z, w, reference::principal(Z, w, shape.components), p, {.tol = 1e-8, .max_iterations = 3000});
      for (const Precision precision : {Precision::float64, Precision::float32})
        for (const Solver solver : {Solver::automatic, Solver::plain, Solver::accelerated}) {
          const Tolerances& tolerance = tolerances_of(precision);
          const FitOptions options{.components = shape.components,
                                   .method = Method::l2p,
                                   .p = p,
                                   .solver = solver,
                                   .tolerance = tolerance.fit,
                                   .precision = precision,
                                   .weights = w};
          const Model model = fit(rows_of(X), options);
          const Mat W = model.linear().components.transpose();
          const auto here = reference::l2p(Z, w, W, p, {.max_iterations = 1});
          EXPECT_NEAR(model.report.objective, here.objective, tolerance.objective * here.objective);
          EXPECT_LE(here.residual, 10 * tolerance.fit);
          EXPECT_TRUE(model.report.converged) << model.report.message.text();
          EXPECT_GE(here.objective, 0.99 * expected.objective);
          EXPECT_GE(*model.report.certificate.upper_bound, expected.objective * (1 - tolerance.objective));
        }
    }
}

TEST_P(EveryMethod, GivesTheSameBitsForAnyNumberOfThreads) {
  const auto [method, precision] = GetParam();
  for (const Shape& shape : {Shape{1999, 23, 4}, Shape{40, 173, 6}}) {
    const Mat X = random_rows({.seed = 8, .rows = shape.rows, .cols = shape.cols});
    const auto sparse = store_sparse<double>(thinned(X, 4));
    FitOptions options{.components = shape.components, .method = method, .p = 1.5, .tolerance = kFloat32.fit};
    options.precision = precision;
    for (const Rows& rows : {Rows(rows_of(X)), Rows(sparse_rows_of(sparse))}) {
      options.threads = 1;
      const auto one = fit(rows, options);
      for (const int threads : {2, 3, 16, 32}) {
        options.threads = threads;
        const auto many = fit(rows, options);
        EXPECT_EQ(one.linear().components, many.linear().components);
        EXPECT_EQ(one.linear().center, many.linear().center);
        EXPECT_EQ(one.report.objective, many.report.objective);
        EXPECT_EQ(one.orthogonal_cutoff, many.orthogonal_cutoff);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Conformance, EveryMethod,
                         ::testing::Combine(::testing::Values(Method::pca, Method::l21, Method::r1, Method::l1,
                                                              Method::l1_greedy, Method::l2p),
                                            ::testing::Values(Precision::float64, Precision::float32)),
                         [](const ::testing::TestParamInfo<Param>& param) {
                           return std::string(to_string(std::get<0>(param.param))) + "_" +
                                  std::string(to_string(std::get<1>(param.param)));
                         });

}  // namespace
}  // namespace l21::internal::testing
