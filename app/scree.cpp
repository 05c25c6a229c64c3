// l21pca scree DATA [-o SCREE.html]
#include <fmt/format.h>

#include "command.hpp"
#include "command_line.hpp"
#include "errors.hpp"
#include "fit_arguments.hpp"
#include "input.hpp"
#include "l21/fit.hpp"
#include "output.hpp"
#include "pages/markup.hpp"
#include "pages/model_page.hpp"
#include "pages/scree_page.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca scree data.csv\n"
    "l21pca scree data.csv --most 40 -o scree.html     # with a picture\n"
    "l21pca fit data.csv -k auto -o model.npz          # takes the number that scree finds";

class ScreeCommand final : public Command {
 public:
  explicit ScreeCommand(CLI::App& program);
  [[nodiscard]] ExitCode run() override;

 private:
  InputArguments input_;
  FitArguments options_;
  std::string output_;
  int most_ = 0;
};

ScreeCommand::ScreeCommand(CLI::App& program)
    : Command(program, {.name = "scree",
                        .description = "How many components a table has: their variances among the rows that belong "
                                       "together and among all, beside chance",
                        .examples = kExamples}),
      input_(arguments_),
      options_(arguments_, {"column_scaling", "seed", "threads"}) {
  arguments_.add_option("--most", most_, "the largest number that is tried (default 20, or what the table allows)")
      ->type_name("N");
  arguments_
      .add_option("-o,--output", output_, "a page with the picture; its table (CSV) and figure (SVG) go beside it")
      ->type_name("SCREE.html");
}

ExitCode ScreeCommand::run() {
  if (!output_.empty()) check_page_output(output_, {input_.path()});
  if (most_ < 0) throw InvalidArgument(fmt::format("--most must be at least 1, got {}", most_));
  const FitOptions options = options_.options();
  const Table table = input_.read(options.threads, cells_of(options));
  const Scree found = in_file(input_.path(), [&] { return scree(table.rows(), options, most_); });
  fmt::print("{}components: {}\n", pages::text_of(pages::scree_table(found)), in_words(found.choice));
  if (output_.empty()) return ExitCode::done;
  pages::Page page = pages::scree_page(found, display_name(input_.path()));
  pages::add_origin(page, pages::option_facts(options), command_line());
  pages::write_page(page, output_, page_files(output_));
  fmt::print("page: {}\n", pages::printable(output_));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_scree(CLI::App& program) {
  return std::make_unique<ScreeCommand>(program);
}

}  // namespace l21::internal::app
