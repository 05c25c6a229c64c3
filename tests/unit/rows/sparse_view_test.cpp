#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "l21/error.hpp"
#include "l21/rows.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {
namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;

// 3 x 5: entries in columns 1, 3, 4 of row 0, none in row 1, column 0 of row 2.
Sparse matrix() {
  Sparse X(3, 5);
  const std::vector<Eigen::Triplet<double>> entries{{0, 1, 1.5}, {0, 3, -2.0}, {0, 4, 0.5}, {2, 0, 4.0}};
  X.setFromTriplets(entries.begin(), entries.end());
  return X;
}

std::string message_for(const Sparse& X) {
  return message_of<InvalidArgument>([&] { static_cast<void>(sparse_rows_of(X)); });
}

TEST(SparseView, BorrowsACompressedMatrix) {
  const Sparse X = matrix();
  const SparseView view = sparse_rows_of(X);
  EXPECT_EQ(view.rows, 3);
  EXPECT_EQ(view.cols, 5);
  EXPECT_EQ(view.entries(), 4);
  EXPECT_EQ(view.values, X.valuePtr());
  const Sparse none(0, 4);
  EXPECT_NO_THROW(static_cast<void>(sparse_rows_of(none)));
}

TEST(SparseView, RefusesAMatrixThatIsNotCompressed) {
  Sparse X = matrix();
  X.uncompress();
  EXPECT_NE(message_for(X).find("makeCompressed"), std::string::npos);
}

TEST(SparseView, RefusesColumnsOutsideTheTable) {
  for (const int column : {-1, 5, 1000}) {
    Sparse X = matrix();
    X.innerIndexPtr()[3] = column;
    EXPECT_NE(message_for(X).find("row 3"), std::string::npos) << column;
  }
}

TEST(SparseView, RefusesColumnsThatRepeatOrDescend) {
  for (const int column : {1, 0}) {
    Sparse X = matrix();
    X.innerIndexPtr()[1] = column;
    EXPECT_NE(message_for(X).find("row 1"), std::string::npos) << column;
  }
}

TEST(SparseView, RefusesStartsThatFallAndOtherStorage) {
  const std::vector<double> values{1, 2, 3};
  const std::vector<std::int32_t> columns{0, 1, 0};
  const std::vector<std::int64_t> starts{0, 2, 1}, negative{-1, 2, 3};
  const SparseView fine{values.data(), Storage::float64, columns.data(), starts.data(), true, 1, 2};
  EXPECT_NO_THROW(validate(fine));
  SparseView falls = fine, before = fine, bytes = fine;
  falls.rows = 2;
  before.starts = negative.data();
  bytes.storage = Storage::uint8;
  for (const SparseView& view : {falls, before, bytes}) EXPECT_THROW(validate(view), InvalidArgument);
}

}  // namespace
}  // namespace l21::internal::test
