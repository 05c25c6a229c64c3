#include "kernel/precomputed.hpp"

#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "unit/kernel/kernels.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {
namespace {

FitOptions precomputed() {
  FitOptions options;
  options.kernel = Kernel::precomputed;
  return options;
}

RowMatrix<double> gram(Index n) {
  const RowMatrix<double> X = rotated_rows(n, 6, 1);
  return X * X.transpose();
}

TEST(Precomputed, MustBeSquare) {
  const RowMatrix<double> K = random_rows(5, 4, 1);
  EXPECT_NE(message_of<DataError>([&] { require_symmetric(rows_of(K), 1); }).find("square, got 5 x 4"),
            std::string::npos);
}

TEST(Precomputed, NamesTheWorstAsymmetry) {
  RowMatrix<double> K = gram(300);
  K(2, 280) += 0.25;
  K(1, 3) += 0.01;
  const auto message = message_of<DataError>([&] { (void)fit(rows_of(K), precomputed()); });
  EXPECT_NE(message.find("row 3, column 281"), std::string::npos) << message;
  EXPECT_NE(message.find("symmetric"), std::string::npos);
}

TEST(Precomputed, ToleratesRoundingOfItsStorage) {
  const RowMatrix<double> K = gram(40);
  RowMatrix<float> rounded = K.cast<float>();
  rounded(3, 4) = std::nextafter(rounded(3, 4), 10.0F);
  EXPECT_NO_THROW(require_symmetric(rows_of(rounded), 1));
}

TEST(Precomputed, SaysByHowMuchItIsNotSemidefinite) {
  const RowMatrix<double> K = gram(40) - 0.5 * RowMatrix<double>::Identity(40, 40);
  const auto message = message_of<DataError>([&] { (void)fit(rows_of(K), precomputed()); });
  EXPECT_NE(message.find("smallest eigenvalue is -0.5"), std::string::npos) << message;
}

TEST(Precomputed, FindsNegativeEigenvaluesBehindADiagonalOfZeros) {
  const RowMatrix<double> K{{0, 1}, {1, 0}};
  FitOptions options = precomputed();
  options.components = 1;
  const auto message = message_of<DataError>([&] { (void)fit(rows_of(K), options); });
  EXPECT_NE(message.find("smallest eigenvalue is -1, its largest 1"), std::string::npos) << message;
}

}  // namespace
}  // namespace l21::internal::test
