#include "image_experiment.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "averages.hpp"
#include "image_page.hpp"
#include "l21/error.hpp"
#include "l21/io.hpp"
#include "sets/sets.hpp"

namespace l21::internal::experiments {
namespace {

ImageExperiment small(ImageExperiment::Kind kind) {
  ImageExperiment experiment;
  experiment.kind = kind;
  experiment.sets = {faces()};
  experiment.noise = {textures(100, 56, 46)};
  for (const char* name : {"pca", "r1", "l1_greedy", "l21"}) experiment.methods.push_back(method_choice(name, {}));
  experiment.components = {21, 45};
  experiment.shares = {0.2};
  experiment.repeats = 1;
  return experiment;
}

// The paper: "When there are occlusions in the data, R1-PCA and PCA-L21 outperform PCA in terms of reconstruction
// error."
TEST(ImageExperiment, L21AndR1AreBelowPcaWhereImagesAreOccluded) {
  const ImageExperiment experiment = small(ImageExperiment::Kind::occlusion);
  const ImageResults results = run(experiment, {});
  ASSERT_EQ(results.measurements.size(), 8U);
  for (const Measurement& m : results.measurements) EXPECT_TRUE(m.converged) << m.method;
  const auto pca = curve(results.measurements, "faces", 0.2, "pca");
  for (const char* name : {"r1", "l21"}) {
    const auto other = curve(results.measurements, "faces", 0.2, name);
    ASSERT_EQ(other.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(other[i].mean, pca[i].mean) << name;
  }
  ASSERT_EQ(results.showcases.size(), 1U);
  EXPECT_EQ(results.showcases.front().models.size(), 4U);
  EXPECT_EQ(results.showcases.front().components, 45);
}

// The paper: "our PCA-L21 consistently outperforms" PCA where there are noise images.
TEST(ImageExperiment, L21IsBelowPcaWhereNoiseImagesAreMixedIn) {
  const ImageExperiment experiment = small(ImageExperiment::Kind::noise_images);
  const ImageResults results = run(experiment, {});
  const auto pca = curve(results.measurements, "faces", 0.2, "pca"),
             l21 = curve(results.measurements, "faces", 0.2, "l21");
  for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(l21[i].mean, pca[i].mean);
}

TEST(ImageExperiment, GivesTheSameBytesOnAnyNumberOfThreads) {
  std::vector<std::string> pages;
  for (const int threads : {1, 3}) {
    ImageExperiment experiment = small(ImageExperiment::Kind::occlusion);
    experiment.sets = {spread_over(downsampled(faces(400, threads), 2), 90)};
    experiment.components = {5, 9};
    experiment.repeats = 2;
    experiment.threads = threads;
    for (MethodChoice& method : experiment.methods) method.options.threads = threads;
    const ImageResults results = run(experiment, {});
    pages::Page page("t");
    add_sections(page, experiment, results);
    pages.push_back(page.html());
  }
  EXPECT_TRUE(pages[0] == pages[1]);
}

TEST(ImageExperiment, EndsWithWhatItHasWhenItIsStopped) {
  ImageExperiment experiment = small(ImageExperiment::Kind::occlusion);
  experiment.sets = {spread_over(downsampled(faces(), 2), 60)};
  experiment.components = {3, 4, 5};
  const ImageResults results =
      run(experiment, [](const Step& step) { return step.done >= 4 ? Signal::stop : Signal::go_on; });
  EXPECT_TRUE(results.interrupted);
  // Of a trial that was not finished nothing is kept.
  EXPECT_TRUE(results.measurements.empty());
  pages::Page page("t");
  add_sections(page, experiment, results);
  EXPECT_NE(page.html().find("interrupted"), std::string::npos);
}

TEST(ImageExperiment, RefusesWhatNoSetAllows) {
  ImageExperiment experiment = small(ImageExperiment::Kind::occlusion);
  experiment.components = {401};
  EXPECT_THROW(validate(experiment), InvalidArgument);
  experiment = small(ImageExperiment::Kind::occlusion);
  experiment.shares = {1.0};
  EXPECT_THROW(validate(experiment), InvalidArgument);
  experiment = small(ImageExperiment::Kind::occlusion);
  experiment.repeats = 0;
  EXPECT_THROW(validate(experiment), InvalidArgument);
}

TEST(Averages, MeanAndDeviationOverSeeds) {
  const std::vector<Measurement> all{{"a", 0.1, 0, "l21", 5, 1, 0, 0, true},
                                     {"a", 0.1, 1, "l21", 5, 3, 0, 0, true},
                                     {"a", 0.1, 0, "l21", 3, 7, 0, 0, true},
                                     {"b", 0.1, 0, "l21", 5, 9, 0, 0, true}};
  const auto averages = curve(all, "a", 0.1, "l21");
  ASSERT_EQ(averages.size(), 2U);
  EXPECT_EQ(averages[0].components, 3);
  EXPECT_EQ(averages[0].deviation, 0);
  EXPECT_EQ(averages[1].mean, 2);
  EXPECT_DOUBLE_EQ(averages[1].deviation, std::sqrt(2.0));
}

// On real faces, where they are at hand: l21 below pca everywhere (Nie & Huang, figures 2 to 4).
TEST(ImageExperiment, RealFacesGiveThePapersOrder) {
  const std::string path = std::string(L21_DATA_DIR) + "/att.npy";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "there is no " << path;
  ImageExperiment experiment = small(ImageExperiment::Kind::occlusion);
  experiment.sets = {downsampled(images_of(read_table(path), "att", {}), 2)};
  experiment.methods = {experiment.methods.front(), experiment.methods.back()};
  experiment.shares = {0.1, 0.3};
  experiment.components = {21, 69};
  const ImageResults results = run(experiment, {});
  for (const double share : experiment.shares) {
    const auto pca = curve(results.measurements, "att", share, "pca"),
               l21 = curve(results.measurements, "att", share, "l21");
    for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(l21[i].mean, pca[i].mean) << share << " " << l21[i].components;
  }
}

}  // namespace
}  // namespace l21::internal::experiments
