#include "l21/model_file.hpp"

#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "unit/linalg/testing.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {
namespace {

Model kernel_model() {
  FitOptions options;
  options.kernel = Kernel::sigmoid, options.gamma = 0.8, options.coef0 = -0.5;
  const RowMatrix<double> X = random_rows(20, 4, 1);
  return fit(rows_of(X), options);
}

Model tensor_model() {
  FitOptions options;
  options.modes = {2, 2}, options.sample_shape = {3, 4};
  const RowMatrix<double> X = random_rows(20, 12, 2);
  return fit(rows_of(X), options);
}

class SavedModel : public ::testing::Test {
 protected:
  // Tests run at the same time.
  [[nodiscard]] static std::string path() {
    return ::testing::TempDir() + "l21_" + ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".npz";
  }
  [[nodiscard]] Model saved(const Model& model) const {
    save_model(path(), model);
    return load_model(path());
  }
  [[nodiscard]] std::string complaint(const Model& model) const {
    return message_of<DataError>([&] { (void)saved(model); });
  }
  void TearDown() override { std::remove(path().c_str()); }
};

TEST_F(SavedModel, OfAKernelGivesTheSameScoresAndDistances) {
  const Model model = kernel_model(), loaded = saved(model);
  const RowMatrix<double> fresh = random_rows(7, 4, 3);
  EXPECT_EQ(loaded.transform(rows_of(fresh)), model.transform(rows_of(fresh)));
  EXPECT_EQ(loaded.distances(rows_of(fresh)).orthogonal, model.distances(rows_of(fresh)).orthogonal);
  EXPECT_EQ(loaded.kernel().rows, model.kernel().rows);
}

TEST_F(SavedModel, OfARobustFitGivesTheSameDistancesAndDensities) {
  const RowMatrix<double> X = random_rows(60, 5, 1), fresh = random_rows(7, 5, 3);
  const Model model = fit(rows_of(X), robust_preset({.components = 2})), loaded = saved(model);
  ASSERT_EQ(loaded.score_scatter, model.score_scatter);
  EXPECT_EQ(loaded.distances(rows_of(fresh)).score, model.distances(rows_of(fresh)).score);
  EXPECT_EQ(loaded.distances(rows_of(fresh)).combined, model.distances(rows_of(fresh)).combined);
  EXPECT_EQ(loaded.log_density(rows_of(fresh)), model.log_density(rows_of(fresh)));
  EXPECT_EQ(loaded.combined_cutoff, model.combined_cutoff);
  EXPECT_EQ(loaded.report.robust, model.report.robust);
  Model broken = model;
  broken.score_scatter(0, 0) = -1;
  EXPECT_NE(complaint(broken).find("score_scatter"), std::string::npos);
}

TEST_F(SavedModel, OfATensorGivesTheSameScoresAndReconstructions) {
  const Model model = tensor_model(), loaded = saved(model);
  const RowMatrix<double> fresh = random_rows(7, 12, 4);
  EXPECT_EQ(loaded.transform(rows_of(fresh)), model.transform(rows_of(fresh)));
  EXPECT_EQ(loaded.reconstruct(rows_of(fresh)), model.reconstruct(rows_of(fresh)));
}

TEST_F(SavedModel, WithNumbersThatMakeNoSenseIsRefused) {
  const auto changed = [](Model model, const auto& change) {
    change(model);
    return model;
  };
  const double nan = std::nan("");
  EXPECT_NE(complaint(changed(kernel_model(), [&](Model& m) { m.kernel().center(0) = nan; })).find("kernel_center"),
            std::string::npos);
  EXPECT_NE(complaint(changed(kernel_model(), [&](Model& m) { m.kernel().center_norm = nan; })).find("center_norm"),
            std::string::npos);
  EXPECT_NE(complaint(changed(kernel_model(), [&](Model& m) { m.score_median(0) = nan; })).find("score_median"),
            std::string::npos);
  EXPECT_NE(complaint(changed(kernel_model(), [&](Model& m) { m.options.gamma = -1; })).find("no kernel"),
            std::string::npos);
  EXPECT_NE(complaint(changed(kernel_model(), [&](Model& m) { m.kernel().map.resize(0, 0); })).find("kernel_map"),
            std::string::npos);
  EXPECT_NE(complaint(changed(tensor_model(), [&](Model& m) { m.tensor().modes[0] *= 100; })).find("orthonormal"),
            std::string::npos);
  EXPECT_NE(complaint(changed(tensor_model(), [&](Model& m) { m.tensor().center(3) = nan; })).find("center"),
            std::string::npos);
  EXPECT_NE(
      complaint(changed(tensor_model(), [&](Model& m) { m.report.scale_exponent = 5000; })).find("scale_exponent"),
      std::string::npos);
}

}  // namespace
}  // namespace l21::internal::test
