// l21pca outliers MODEL DATA -o TABLE.csv
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "apply.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "l21/error.hpp"
#include "output.hpp"
#include "pages/outlying.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca outliers model.npz data.csv -o table.csv\n"
    "l21pca outliers model.npz data.csv --id-column name --only    # the worst first\n"
    "l21pca outliers cells.npz data.csv --cells                     # single cells, of a model of --preset cells";

class OutliersCommand final : public Command {
 public:
  explicit OutliersCommand(CLI::App& program);
  [[nodiscard]] ExitCode run() override;

 private:
  void list_cells() const;

  ApplyArguments apply_;
  bool only_ = false, cells_ = false;
};

OutliersCommand::OutliersCommand(CLI::App& program)
    : Command(program,
              {.name = "outliers",
               .description = "How far rows lie from and inside the subspace of a model, and which are outliers",
               .examples = kExamples}),
      apply_(arguments_) {
  arguments_.add_flag("--only", only_, "only the outliers, the worst first");
  arguments_.add_flag("--cells", cells_,
                      "damaged cells instead of rows, the worst first: value, what the others of the row say, and the "
                      "difference in robust standard deviations of the column; needs a model of --preset cells");
}

std::vector<Index> all_rows(const Distances& distances) {
  std::vector<Index> rows(distances.outlier.size());
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

std::vector<Index> outliers_worst_first(const Distances& distances, const Model& model) {
  auto rows = pages::worst_first(distances, model);
  std::erase_if(rows, [&](Index i) { return !distances.outlier[static_cast<std::size_t>(i)]; });
  return rows;
}

Table table_of(const Distances& distances, const std::vector<Index>& rows, const Table& source) {
  auto table = Table::row_major(Storage::float64, static_cast<Index>(rows.size()), 4);
  table.column_names = {"row", "score_distance", "orthogonal_distance", "outlier"};
  table.id_name = source.id_name;
  double* value = table.values<double>();
  for (const Index i : rows) {
    *value++ = static_cast<double>(i + 1);
    *value++ = distances.score[i];
    *value++ = distances.orthogonal[i];
    *value++ = distances.outlier[static_cast<std::size_t>(i)] ? 1 : 0;
    if (!source.row_ids.empty()) table.row_ids.push_back(source.row_ids[static_cast<std::size_t>(i)]);
  }
  return table;
}

// The text column says which row and column it is, where these have names.
std::string cell_name(const DamagedCell& cell, const Model& model, const Table& source) {
  std::string name = source.row_ids.empty() ? "" : source.row_ids[static_cast<std::size_t>(cell.row)];
  if (model.feature_names.empty()) return name;
  return (name.empty() ? "" : name + ", ") + model.feature_names[static_cast<std::size_t>(cell.column)];
}

void OutliersCommand::list_cells() const {
  const auto applied = apply_.load();
  if (!applied.model.linear().cells)
    throw InvalidArgument("--cells needs a model that judges cells: l21pca fit --preset cells");
  const auto cells =
      in_file(apply_.data_path(), [&] { return applied.model.damaged_cells(applied.table.rows(), applied.threads); });
  auto table = Table::row_major(Storage::float64, static_cast<Index>(cells.size()), 5);
  table.column_names = {"row", "column", "value", "expected", "residual"};
  const bool named = !applied.model.feature_names.empty() || !applied.table.row_ids.empty();
  if (named) table.id_name = "cell";
  double* value = table.values<double>();
  for (const DamagedCell& cell : cells) {
    for (const double number : {static_cast<double>(cell.row + 1), static_cast<double>(cell.column + 1), cell.value,
                                cell.expected, cell.residual})
      *value++ = number;
    if (named) table.row_ids.push_back(cell_name(cell, applied.model, applied.table));
  }
  write_table(apply_.output(), table);
  if (apply_.output() != "-") fmt::print("{} cells are damaged; see {}\n", cells.size(), apply_.output());
}

ExitCode OutliersCommand::run() {
  if (cells_ && only_) throw InvalidArgument("--cells lists cells, --only rows: give one of them");
  if (cells_) {
    list_cells();
    return ExitCode::done;
  }
  const auto applied = apply_.load();
  const auto distances =
      in_file(apply_.data_path(), [&] { return applied.model.distances(applied.table.rows(), applied.threads); });
  const auto rows = only_ ? outliers_worst_first(distances, applied.model) : all_rows(distances);
  write_table(apply_.output(), table_of(distances, rows, applied.table));
  if (apply_.output() == "-") return ExitCode::done;
  const auto count = std::count(distances.outlier.begin(), distances.outlier.end(), true);
  fmt::print("{} of {} rows are outliers; see {}\n", count, distances.outlier.size(), apply_.output());
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_outliers(CLI::App& program) {
  return std::make_unique<OutliersCommand>(program);
}

}  // namespace l21::internal::app
