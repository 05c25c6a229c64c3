#include "workspace.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>

namespace l21::internal::test {

namespace fs = std::filesystem;

std::vector<std::string> Csv::words(const std::string& column) const {
  const auto found = std::find(heading.begin(), heading.end(), column);
  if (found == heading.end()) throw std::runtime_error("no column " + column);
  std::vector<std::string> values;
  for (const auto& row : rows) values.push_back(row.at(static_cast<std::size_t>(found - heading.begin())));
  return values;
}

std::vector<double> Csv::numbers(const std::string& column) const {
  std::vector<double> values;
  for (const auto& word : words(column)) values.push_back(std::stod(word));
  return values;
}

std::vector<std::vector<double>> Csv::numbers() const {
  std::vector<std::vector<double>> values;
  for (const auto& row : rows) {
    values.emplace_back();
    for (const auto& word : row) values.back().push_back(std::stod(word));
  }
  return values;
}

Csv parse_csv(const std::string& text) {
  Csv csv;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    std::istringstream fields(line);
    csv.rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) csv.rows.back().push_back(field);
  }
  if (csv.rows.empty()) throw std::runtime_error("empty table");
  csv.heading = csv.rows.front();
  csv.rows.erase(csv.rows.begin());
  return csv;
}

std::string plane_csv(const PlaneOptions& options) {
  // The plane is the same for every seed; only the points differ.
  std::string text;
  for (int j = 1; j <= options.cols; ++j) text += (j == 1 ? "x" : ",x") + std::to_string(j);
  std::mt19937 generator(static_cast<unsigned>(options.seed));
  const auto uniform = [&] { return static_cast<double>(generator()) / 4294967296.0 - 0.5; };
  for (int i = 0; i < options.rows; ++i) {
    const double u = 8 * uniform(), v = 4 * uniform();
    for (int j = 1; j <= options.cols; ++j) {
      char number[64];
      const double value = 1 + u * std::sin(j) + v * std::cos(2 * j) + 0.1 * uniform();
      std::snprintf(number, sizeof number, "%c%.15f%s", j == 1 ? '\n' : ',', value, options.scale.c_str());
      text += number;
    }
  }
  return text + '\n';
}

std::string npy(const std::string& descr, const std::string& shape, const std::string& body) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  const std::string start = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, static_cast<char>(header.size()), 0};
  return start + header + body;
}

std::string doubles(const std::vector<double>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

Workspace::Workspace() {
  std::string name = (fs::temp_directory_path() / "l21pca-cli-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  folder_ = name;
}

Workspace::~Workspace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Workspace::write(const std::string& name, const std::string& content) const {
  fs::create_directories(path(name).parent_path());
  std::ofstream(path(name), std::ios::binary) << content;
}

std::string Workspace::read(const std::string& name) const {
  std::ostringstream content;
  content << std::ifstream(path(name), std::ios::binary).rdbuf();
  return content.str();
}

std::set<std::string> Workspace::files() const {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) names.insert(entry.path().string());
  return names;
}

Outcome Workspace::run(const std::vector<std::string>& words, const std::string& input) const {
  return run_program(words, {.folder = folder_, .input = input});
}

std::string Workspace::succeed(const std::vector<std::string>& words, const std::string& input) const {
  const Outcome outcome = run(words, input);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  return outcome.out;
}

void Workspace::refuse(const std::vector<std::string>& words, const std::vector<std::string>& parts, int code) const {
  const auto before = files();
  const Outcome outcome = run(words);
  if (code != 0) {
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
  }
  EXPECT_TRUE(outcome.exit_code == 1 || outcome.exit_code == 2) << outcome.exit_code << ": " << outcome.err;
  EXPECT_EQ(outcome.err.rfind("l21pca: ", 0), 0U) << outcome.err;
  EXPECT_EQ(count_of("\n", outcome.err), 1) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const auto& part : parts) expect_contains(outcome.err, part);
  EXPECT_EQ(files(), before);
}

void Workspace::fit_plane(const PlaneOptions& options) const {
  write("data.csv", plane_csv(options));
  succeed({"fit", "data.csv", "-k", "2", "-o", "model.npz", "--quiet"});
}

int count_of(const std::string& part, const std::string& text) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is missing in: " << text;
}

void expect_near(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b,
                 double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].size(), b[i].size());
    for (std::size_t j = 0; j < a[i].size(); ++j)
      EXPECT_NEAR(a[i][j], b[i][j], tolerance) << "row " << i << " column " << j;
  }
}

}  // namespace l21::internal::test
