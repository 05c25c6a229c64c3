#include "l21/options.hpp"

#include <functional>
#include <string>

#include "l21/error.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Index kRows = 20, kCols = 7;

std::string complaint(const std::function<void(FitOptions&)>& change, Index rows = kRows, Index cols = kCols) {
  FitOptions options;
  change(options);
  try {
    validate(options, rows, cols);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const auto& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' in '" << text << "'";
}

TEST(Validate, AcceptsTheDefaultsAndTheEdges) {
  EXPECT_EQ(complaint([](FitOptions&) {}), "");
  EXPECT_EQ(complaint([](FitOptions& o) { o.components = 7; }), "");
  EXPECT_EQ(complaint([](FitOptions& o) { o.components = 1; }, 2, 1), "");
  EXPECT_EQ(complaint([](FitOptions& o) { o.tolerance = 0, o.max_iterations = 1, o.threads = 4096, o.p = 2; }), "");
  EXPECT_EQ(complaint([](FitOptions& o) { o = robust_preset(); }), "");
  EXPECT_EQ(complaint([](FitOptions& o) { o.weights = Vector<double>::Unit(kRows, 3); }), "");
}

TEST(Validate, NamesTheConditionAndTheValue) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  expect_parts(complaint([](FitOptions&) {}, 1, 5), {"at least 2 rows", "got 1"});
  expect_parts(complaint([](FitOptions&) {}, 5, 0), {"at least 1 column", "got 0"});
  expect_parts(complaint([](FitOptions& o) { o.components = -3; }), {"1 <= components <= 7", "got -3"});
  expect_parts(complaint([](FitOptions& o) { o.share = -0.1; }), {"0 < share < 1", "got -0.1"});
  expect_parts(complaint([](FitOptions& o) { o.components = 8; }),
               {"1 <= components <= 7", "20 rows", "7 columns", "got 8"});
  expect_parts(complaint([](FitOptions& o) { o.components = 8; }, 5, 9), {"1 <= components <= 5", "got 8"});
  expect_parts(complaint([](FitOptions& o) { o.p = 0; }), {"0 < p <= 2", "got 0"});
  expect_parts(complaint([](FitOptions& o) { o.p = 2.1; }), {"0 < p <= 2", "got 2.1"});
  expect_parts(complaint([&](FitOptions& o) { o.p = nan; }), {"0 < p <= 2", "got nan"});
  expect_parts(complaint([](FitOptions& o) { o.tolerance = -1e-9; }), {"tolerance", ">= 0", "got -1e-09"});
  expect_parts(complaint([&](FitOptions& o) { o.tolerance = nan; }), {"tolerance", "got nan"});
  expect_parts(complaint([&](FitOptions& o) { o.tolerance = inf; }), {"tolerance", "got inf"});
  expect_parts(complaint([](FitOptions& o) { o.max_iterations = 0; }), {"max_iterations", ">= 1", "got 0"});
  expect_parts(complaint([](FitOptions& o) { o.threads = -1; }), {"0 <= threads <= 4096", "got -1"});
  expect_parts(complaint([](FitOptions& o) { o.threads = 5000; }), {"threads", "got 5000"});
}

TEST(Validate, RefusesTheJointCenterForMethodsWithoutResiduals) {
  for (const Method method : {Method::pca, Method::l21, Method::l1, Method::l1_greedy, Method::l2p})
    expect_parts(complaint([&](FitOptions& o) { o.method = method, o.center = Center::joint; }),
                 {"joint", "r1", "geometric_median"});
}

TEST(Validate, RefusesBadWeightsWithTheirRow) {
  const auto with = [](Index size, Index place, double value) {
    return [=](FitOptions& o) {
      o.weights = Vector<double>::Ones(size);
      if (place >= 0) o.weights(place) = value;
    };
  };
  expect_parts(complaint(with(19, -1, 0)), {"one per row", "20 rows", "19 weights"});
  expect_parts(complaint(with(20, 4, -0.5)), {">= 0", "got -0.5", "row 5"});
  expect_parts(complaint(with(20, 0, std::numeric_limits<double>::quiet_NaN())), {"finite", "got nan", "row 1"});
  expect_parts(complaint(with(20, 19, std::numeric_limits<double>::infinity())), {"finite", "got inf", "row 20"});
  expect_parts(complaint(with(20, 3, 1e200)), {"1e-100..1e100", "1e+200"});
  expect_parts(complaint([](FitOptions& o) { o.weights = Vector<double>::Zero(kRows); }), {"not all be 0"});
}

TEST(Validate, RefusesAGivenCenterOrStartThatDoesNotFit) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto center = [](const Vector<double>& c) {
    return [=](FitOptions& o) { o.center = Center::given, o.given_center = c; };
  };
  const auto start = [](const Matrix<double>& W) {
    return [=](FitOptions& o) { o.init = Init::given, o.given_start = W; };
  };
  EXPECT_EQ(complaint(center(Vector<double>::Zero(7))), "");
  expect_parts(complaint(center({})), {"7 columns", "0 values"});
  expect_parts(complaint(center(Vector<double>::Zero(6))), {"7 columns", "6 values"});
  expect_parts(complaint(center(Vector<double>::Constant(7, nan))), {"center", "finite"});
  EXPECT_EQ(complaint(start(Matrix<double>::Zero(7, 2))), "");
  expect_parts(complaint(start(Matrix<double>::Zero(2, 7))), {"7 x 2", "got 2 x 7"});
  expect_parts(complaint(start(Matrix<double>::Constant(7, 2, nan))), {"start", "finite"});
}

TEST(Options, SayWhatRobustGoesWithout) {
  const auto with = [](auto change) {
    return complaint([&](FitOptions& o) {
      o = robust_preset();
      change(o);
    });
  };
  EXPECT_EQ(with([](FitOptions&) {}), "");
  expect_parts(with([](FitOptions& o) { o.center = Center::median; }), {"robust", "center", "itself"});
  expect_parts(with([](FitOptions& o) { o.row_scaling = RowScaling::sphere; }), {"robust", "row_scaling"});
  expect_parts(with([](FitOptions& o) { o.init = Init::random; }), {"robust", "init"});
  expect_parts(with([](FitOptions& o) { o.starts = 3; }), {"robust", "starts"});
  expect_parts(with([](FitOptions& o) { o.kernel = Kernel::rbf; }), {"robust", "kernel", "r1"});
}

TEST(RobustPreset, ChangesWhatItNamesAndNothingElse) {
  FitOptions options;
  options.components = 5, options.tolerance = 1e-3, options.seed = 9, options.center = Center::median;
  const FitOptions robust = robust_preset(options);
  EXPECT_EQ(robust.method, Method::robust);
  EXPECT_EQ(robust.center, Center::mean);
  EXPECT_EQ(robust.components, 5);
  EXPECT_EQ(robust.tolerance, 1e-3);
  EXPECT_EQ(robust.seed, 9U);
}

}  // namespace
}  // namespace l21::internal::test
