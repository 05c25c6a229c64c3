// l21pca report MODEL DATA -o REPORT.html
#include <fmt/core.h>

#include <filesystem>

#include "apply.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "errors.hpp"
#include "l21/option_table.hpp"
#include "output.hpp"
#include "pages/markup.hpp"
#include "pages/model_page.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca report model.npz data.csv -o report.html\n"
    "l21pca report faces.npz faces/ --resize 46x56 -o faces.html   # with pictures";

class ReportCommand final : public Command {
 public:
  explicit ReportCommand(CLI::App& program);
  [[nodiscard]] ExitCode run() override;

 private:
  ApplyArguments apply_;
};

ReportCommand::ReportCommand(CLI::App& program)
    : Command(program,
              {.name = "report",
               .description = "A page that shows a model and what it makes of data: words, charts, outliers, images",
               .examples = kExamples}),
      apply_(arguments_, {.help = "the page to write; its tables (CSV) and figures (SVG) go to a folder beside it",
                          .type_name = "REPORT.html"}) {}

pages::Page page_of(const ApplyArguments::Loaded& applied, const std::string& path) {
  const Model& model = applied.model;
  const std::filesystem::path file(display_name(path));
  const std::string name = (file.has_filename() ? file : file.parent_path()).filename().string();
  pages::Page page(fmt::format("{} on {}", to_string(model.report.method), name));
  pages::add_model_sections(
      page, model,
      {.rows = applied.table.rows(),
       .row_names = applied.table.row_ids,
       .sample_shape = applied.table.sample_shape.empty() ? model.sample_shape : applied.table.sample_shape,
       .threads = applied.threads});
  pages::add_origin(page, pages::option_facts(model.options), command_line());
  return page;
}

ExitCode ReportCommand::run() {
  const std::string& output = apply_.output();
  if (arguments_.get_option("--output")->count() == 0)
    throw InvalidArgument("report needs -o, the page to write: l21pca report MODEL DATA -o report.html");
  const auto applied = apply_.load();
  const pages::Page page = in_file(apply_.data_path(), [&] { return page_of(applied, apply_.data_path()); });
  pages::write_page(page, output, page_files(output));
  fmt::print("report: {}\n", pages::printable(output));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_report(CLI::App& program) {
  return std::make_unique<ReportCommand>(program);
}

}  // namespace l21::internal::app
