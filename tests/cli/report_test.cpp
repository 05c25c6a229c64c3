// l21pca report: what the page holds, whatever the model and the names.
#include "workspace.hpp"

namespace l21::internal::test {
namespace {

class Report : public Workspace {
 protected:
  // A page without what would run or load something.
  void expect_harmless(const std::string& html) const {
    for (const char* part : {"<img src=x", "<script>alert", "onerror=alert(1)>", "<b>", "http://", "https://"})
      EXPECT_EQ(html.find(part), std::string::npos) << part;
    EXPECT_EQ(count_of("<script>", html), 1);
  }
};

TEST_F(Report, ShowsWordsChartsAndTheMostOutlyingRows) {
  fit_plane();
  expect_contains(succeed({"report", "model.npz", "data.csv", "-o", "page.html"}), "report: page.html");
  const auto html = read("page.html");
  for (const char* part : {"l21 found 2 components in 30 rows of 5 columns.", "The fit converged", "Outlier map",
                           "Scores", "Explained variance", "Distance from stationarity", "The most outlying rows",
                           "Loadings", "l21pca report model.npz data.csv -o page.html", "max_iterations", "Eigen"})
    expect_contains(html, part);
  EXPECT_EQ(count_of("<svg class=\"chart\"", html), 7);
  for (const char* file :
       {"scree.svg", "convergence.svg", "outliers.svg", "loadings.svg", "loadings.csv", "most-outlying.csv"})
    EXPECT_TRUE(exists(std::string("page_files/") + file)) << file;
  EXPECT_EQ(parse_csv(read("page_files/most-outlying.csv")).rows.size(), 20U);
  expect_harmless(html);
}

TEST_F(Report, NamesAndNumbersOfThreadsDoNoHarm) {
  const std::string hostile = "<img src=x onerror=alert(1)>.csv";
  std::string text = "id,<b>a</b>,\"\"\"b\"\"\",&c\n";
  for (int i = 0; i < 40; ++i)
    text += "<script>alert(" + std::to_string(i) + ")</script>," + std::to_string(i * i % 37) + "," +
            std::to_string(i * 7 % 11) + "," + std::to_string(i % 5) + "\n";
  write(hostile, text);
  succeed({"fit", hostile, "--id-column", "id", "-k", "2", "--quiet", "-o", "model.npz"});
  succeed({"report", "model.npz", hostile, "--id-column", "id", "--threads", "1", "-o", "page.html"});
  const auto once = read("page.html");
  expect_harmless(once);
  expect_contains(once, "&lt;img src=x onerror=alert(1)&gt;.csv");
  succeed({"report", "model.npz", hostile, "--id-column", "id", "--threads", "3", "-o", "page.html"});
  EXPECT_EQ(read("page.html"), once);
}

TEST_F(Report, ImagesAreShownAsPictures) {
  std::vector<double> pixels;
  for (int i = 0; i < 25 * 12; ++i) pixels.push_back((i * i % 101 + i % 12 * 9) % 256);
  write("stack.npy", npy("<f8", "(25, 4, 3)", doubles(pixels)));
  succeed({"fit", "stack.npy", "-k", "3", "--quiet", "-o", "model.npz"});
  succeed({"report", "model.npz", "stack.npy", "-o", "page.html"});
  const auto html = read("page.html");
  // 20 rows with image, reconstruction and difference; center and 3 components; 10 images and their reconstructions.
  EXPECT_EQ(count_of("<img src=\"data:image/png", html), 60 + 4 + 20);
  succeed({"fit", "stack.npy", "--modes", "2x2", "--quiet", "-o", "tensor.npz"});
  succeed({"report", "tensor.npz", "stack.npy", "-o", "tensor.html"});
  expect_contains(read("tensor.html"), "Reconstructions");
}

TEST_F(Report, KernelsSparseTablesAndOneRowHaveReportsToo) {
  fit_plane();
  succeed({"fit", "data.csv", "-k", "2", "--kernel", "rbf", "--quiet", "-o", "kernel.npz"});
  succeed({"report", "kernel.npz", "data.csv", "-o", "kernel.html"});
  expect_contains(read("kernel.html"), "Outlier map");
  EXPECT_EQ(read("kernel.html").find("<h2 id=\"s5\">Components"), std::string::npos);
  write("sparse.mtx", "%%MatrixMarket matrix coordinate real general\n4 3 5\n1 1 2\n2 2 1\n3 1 4\n4 3 1\n4 1 7\n");
  succeed({"fit", "sparse.mtx", "-k", "1", "--quiet", "-o", "sparse.npz"});
  succeed({"report", "sparse.npz", "sparse.mtx", "-o", "sparse.html"});
  write("one.csv", "x1,x2,x3,x4,x5\n1,2,3,4,5\n");
  succeed({"report", "model.npz", "one.csv", "-o", "one.html"});
  EXPECT_EQ(read("one.html").find("nan"), std::string::npos);
}

TEST_F(Report, RefusesWhatItCannotWrite) {
  fit_plane();
  refuse({"report", "model.npz", "data.csv"}, {"report needs -o"}, 2);
  refuse({"report", "model.npz", "data.csv", "-o", "page.pdf"}, {".html", "page.pdf"}, 2);
  refuse({"report", "model.npz", "data.csv", "-o", "nowhere/page.html"}, {"nowhere"}, 2);
  refuse({"report", "model.npz", "missing.csv", "-o", "page.html"}, {"missing.csv"}, 1);
}

}  // namespace
}  // namespace l21::internal::test
