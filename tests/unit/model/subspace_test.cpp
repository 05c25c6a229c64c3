// The kinds of a model: which of its subspaces it holds, and what follows from that.
#include <string>

#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "unit/linalg/testing.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {
namespace {

// Six columns, four components; of every kind.
Model fitted(FitOptions options) {
  const RowMatrix<double> X = rotated_rows(40, 6, 1);
  if (options.modes.empty()) options.components = 4;
  return fit(rows_of(X), options);
}

Model linear_model(Method method = Method::l21) {
  FitOptions options;
  options.method = method;
  if (has_sparse_components(method)) options.cardinality = 3;
  return fitted(options);
}

Model kernel_model() {
  FitOptions options;
  options.kernel = Kernel::rbf;
  return fitted(options);
}

Model tensor_model() {
  FitOptions options;
  options.modes = {2, 2}, options.sample_shape = {2, 3};
  return fitted(options);
}

Model precomputed_model() {
  FitOptions options;
  options.kernel = Kernel::precomputed, options.components = 2;
  const RowMatrix<double> X = random_rows(9, 3, 1), K = X * X.transpose();
  return fit(rows_of(K), options);
}

TEST(Subspace, IsOfTheKindThatWasFitted) {
  for (const Method method : {Method::pca, Method::l1_greedy, Method::truncated_power, Method::sparse_l21})
    EXPECT_EQ(linear_model(method).kind(), ModelKind::linear);
  EXPECT_EQ(kernel_model().kind(), ModelKind::kernel);
  EXPECT_EQ(precomputed_model().kind(), ModelKind::kernel);
  EXPECT_EQ(tensor_model().kind(), ModelKind::tensor);
}

TEST(Subspace, OfEveryKindSaysHowWideRowsAndScoresAre) {
  const RowMatrix<double> fresh = random_rows(5, 6, 2);
  for (const Model& model : {linear_model(), kernel_model(), tensor_model()}) {
    SCOPED_TRACE(to_string(model.kind()));
    EXPECT_EQ(model.columns(), 6);
    EXPECT_EQ(model.size(), 4);
    EXPECT_EQ(model.explained_variance.size(), 4);
    EXPECT_EQ(model.transform(rows_of(fresh)).cols(), 4);
  }
  EXPECT_EQ(precomputed_model().columns(), 9);
  EXPECT_EQ(tensor_model().tensor().shape(), (std::vector<Index>{2, 3}));
  EXPECT_EQ(tensor_model().tensor().score_shape(), (std::vector<Index>{2, 2}));
}

TEST(Subspace, OfAnotherKindIsRefusedByName) {
  const Model linear = linear_model(), kernel = kernel_model(), tensor = tensor_model();
  EXPECT_EQ(message_of<InvalidArgument>([&] { (void)kernel.linear(); }), "a linear model is needed, got a kernel one");
  EXPECT_EQ(message_of<InvalidArgument>([&] { (void)tensor.linear(); }), "a linear model is needed, got a tensor one");
  EXPECT_EQ(message_of<InvalidArgument>([&] { (void)linear.kernel(); }), "a kernel model is needed, got a linear one");
  EXPECT_EQ(message_of<InvalidArgument>([&] { (void)linear.tensor(); }), "a tensor model is needed, got a linear one");
  Model changed = kernel;
  EXPECT_THROW(changed.tensor().modes.clear(), InvalidArgument);
}

// has_distances and has_reconstruction are promises about what the functions do.
TEST(Subspace, SaysBeforehandWhatItCannotDo) {
  for (const Model& model : {linear_model(), kernel_model(), tensor_model(), precomputed_model()}) {
    SCOPED_TRACE(to_string(model.kind()));
    const RowMatrix<double> fresh = random_rows(5, model.columns(), 2);
    const auto succeeds = [&](const auto& call) {
      try {
        call();
      } catch (const InvalidArgument&) {
        return false;
      }
      return true;
    };
    EXPECT_EQ(model.has_distances(), succeeds([&] { (void)model.distances(rows_of(fresh)); }));
    EXPECT_EQ(model.has_reconstruction(), succeeds([&] { (void)model.reconstruct(rows_of(fresh)); }));
  }
  EXPECT_TRUE(kernel_model().has_distances());
  EXPECT_FALSE(precomputed_model().has_distances());
  EXPECT_TRUE(tensor_model().has_reconstruction());
  EXPECT_FALSE(kernel_model().has_reconstruction());
}

TEST(Subspace, OfNoScoresHasNoRowsOfTheRightWidth) {
  for (const Model& model : {linear_model(), linear_model(Method::sparse_l21), tensor_model()}) {
    const RowMatrix<double> none = model.inverse_transform(RowMatrix<double>(0, 4));
    EXPECT_EQ(none.rows(), 0);
    EXPECT_EQ(none.cols(), 6);
  }
}

}  // namespace
}  // namespace l21::internal::test
