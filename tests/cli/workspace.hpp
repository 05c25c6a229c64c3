// A folder for one test, the files in it, and what the program did there.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "child.hpp"

namespace l21::internal::test {

// Text in columns: a heading and rows.
struct Csv {
  std::vector<std::string> heading;
  std::vector<std::vector<std::string>> rows;

  [[nodiscard]] std::vector<double> numbers(const std::string& column) const;
  [[nodiscard]] std::vector<std::string> words(const std::string& column) const;
  [[nodiscard]] std::vector<std::vector<double>> numbers() const;
};
[[nodiscard]] Csv parse_csv(const std::string& text);

// `rows` points near a plane of 2 dimensions in `cols`, heading x1, x2, ...; numbers times `scale`.
struct PlaneOptions {
  int rows = 30;
  int cols = 5;
  int seed = 1;
  std::string scale = "";  // "e300" is put behind every number
};
[[nodiscard]] std::string plane_csv(const PlaneOptions& options = {});

// An .npy file of version 1.0 with any header and body.
[[nodiscard]] std::string npy(const std::string& descr, const std::string& shape, const std::string& body);
[[nodiscard]] std::string doubles(const std::vector<double>& values);

class Workspace : public testing::Test {
 protected:
  Workspace();
  ~Workspace() override;

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& content) const;
  [[nodiscard]] std::string read(const std::string& name) const;
  [[nodiscard]] bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  [[nodiscard]] std::set<std::string> files() const;

  [[nodiscard]] Outcome run(const std::vector<std::string>& words, const std::string& input = {}) const;
  // Runs and expects exit code 0 and nothing on standard error; returns standard output.
  std::string succeed(const std::vector<std::string>& words, const std::string& input = {}) const;
  // Runs and expects: exit code 1 or 2 (or `code`), one line on standard error that holds all `parts`, nothing on
  // standard output, no file more or less than before.
  void refuse(const std::vector<std::string>& words, const std::vector<std::string>& parts, int code = 0) const;

  // data.csv and a model of it, model.npz.
  void fit_plane(const PlaneOptions& options = {}) const;

  std::filesystem::path folder_;
};

// How often `part` occurs in `text`.
[[nodiscard]] int count_of(const std::string& part, const std::string& text);
void expect_contains(const std::string& text, const std::string& part);
void expect_near(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b,
                 double tolerance);

}  // namespace l21::internal::test
