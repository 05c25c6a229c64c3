// Tables and the fits of them that live as long as `l21_bench serve`.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "l21/fit.hpp"
#include "l21/table.hpp"

namespace l21::internal::bench {

class Session {
 public:
  using Json = nlohmann::ordered_json;
  using Words = std::vector<std::string>;

  // Every answer is one JSON object; a table's name that is not known throws std::runtime_error.

  // Reads FILE (any format of read_table) under NAME: rows, cols, bytes, and the seconds of the reading alone.
  Json load(const std::string& name, const std::string& path);
  Json drop(const std::string& name);
  // Writes the table, or the components of its last fit (m x d).
  Json save(const std::string& name, const std::string& path);
  Json save_components(const std::string& name, const std::string& path);
  // Writes the scores of the table OTHER by the last fit of NAME.
  Json save_scores(const std::string& name, const std::string& other, const std::string& path);
  // Writes the rows as its last fit reconstructs them.
  Json save_reconstructed(const std::string& name, const std::string& path);
  // Writes the table with its missing cells filled in by its last fit.
  Json save_imputed(const std::string& name, const std::string& path);
  // Writes score, orthogonal and combined distances of the rows by the last fit (n x 3), and says the cutoffs.
  Json save_distances(const std::string& name, const std::string& path);
  // `settings` are key=value with the names of option_table(), and two of our own: start=last begins at the last
  // fit's components, seconds_limit=S stops the fit after about S seconds. Answers the report, its trace only by its
  // length and largest_fall, with `seconds` the wall time of l21::fit alone.
  Json fit(const std::string& name, const Words& settings);

 private:
  struct Entry {
    Table table;
    std::optional<Model> last_fit;
  };
  [[nodiscard]] Entry& find(const std::string& name);
  [[nodiscard]] static const Model& fit_of(const Entry& entry);

  std::map<std::string, Entry> entries_;
};

}  // namespace l21::internal::bench
