#include "session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "l21/io.hpp"
#include "l21/option_table.hpp"
#include "methods/route.hpp"
#include "model/report_json.hpp"
#include "timing.hpp"

namespace l21::internal::bench {
namespace {

struct Request {
  FitOptions options;
  double seconds_limit = std::numeric_limits<double>::infinity();
  bool from_last = false;
};

void set_option(FitOptions& options, const std::string& key, const std::string& value) {
  for (const OptionSpec& spec : option_table())
    if (spec.name == key) return spec.set(options, value);
  throw std::runtime_error(fmt::format("no option is called '{}'", key));
}

Request parse(const Session::Words& settings) {
  Request request;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw std::runtime_error(fmt::format("expected key=value, got '{}'", setting));
    const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
    if (key == "seconds_limit")
      request.seconds_limit = std::stod(value);
    else if (setting == "start=last")
      request.from_last = true;
    else
      set_option(request.options, key, value);
  }
  return request;
}

Observer stop_after(double limit) {
  if (limit == std::numeric_limits<double>::infinity()) return {};
  return [limit](const Progress& progress) { return progress.seconds < limit ? Signal::go_on : Signal::stop; };
}

// Of the objective between iterations, relative to it.
double largest_fall(const FitReport& report) {
  double fall = 0;
  for (std::size_t i = 1; i < report.trace.size(); ++i) {
    const double before = report.trace[i - 1].objective, now = report.trace[i].objective;
    if (report.trace[i].round == report.trace[i - 1].round || report.method != Method::r1)
      fall = std::max(fall, (before - now) / std::max(std::abs(before), 1e-300));
  }
  return fall;
}

Session::Json write(const RowMatrix<double>& values, const std::string& path) {
  Table table = Table::row_major(Storage::float64, values.rows(), values.cols());
  std::copy_n(values.data(), values.size(), table.values<double>());
  write_table(path, table);
  return {{"written", path}};
}

}  // namespace

Session::Json Session::load(const std::string& name, const std::string& path) {
  entries_.erase(name);
  Table table;
  const double time = seconds([&] { table = read_table(path); });
  const RowsView view = table.view;
  entries_[name].table = std::move(table);
  return {{"rows", view.rows},
          {"cols", view.cols},
          {"bytes", TableShape::of(entries_[name].table.rows()).bytes},
          {"seconds", time}};
}

Session::Json Session::drop(const std::string& name) {
  return {{"dropped", entries_.erase(name) == 1}};
}

Session::Json Session::save(const std::string& name, const std::string& path) {
  write_table(path, find(name).table);
  return {{"written", path}};
}

Session::Json Session::save_components(const std::string& name, const std::string& path) {
  return write(fit_of(find(name)).linear().components, path);
}

Session::Json Session::save_scores(const std::string& name, const std::string& other, const std::string& path) {
  RowMatrix<double> scores;
  const double time = seconds([&] { scores = fit_of(find(name)).transform(find(other).table.rows()); });
  Json answer = write(scores, path);
  answer["seconds"] = time;
  return answer;
}

Session::Json Session::save_reconstructed(const std::string& name, const std::string& path) {
  const Entry& entry = find(name);
  return write(fit_of(entry).reconstruct(entry.table.rows()), path);
}

Session::Json Session::save_imputed(const std::string& name, const std::string& path) {
  const Entry& entry = find(name);
  return write(fit_of(entry).impute(entry.table.rows()), path);
}

Session::Json Session::save_distances(const std::string& name, const std::string& path) {
  const Entry& entry = find(name);
  const Model& model = fit_of(entry);
  const Distances distances = model.distances(entry.table.rows());
  RowMatrix<double> all(distances.score.size(), 3);
  all << distances.score, distances.orthogonal, distances.combined;
  Json answer = write(all, path);
  answer["cutoffs"] = {model.score_cutoff, model.orthogonal_cutoff, model.combined_cutoff};
  return answer;
}

Session::Json Session::fit(const std::string& name, const Words& settings) {
  Request request = parse(settings);
  Entry& entry = find(name);
  request.options.sample_shape = entry.table.sample_shape;
  if (request.from_last) {
    request.options.init = Init::given;
    request.options.given_start = fit_of(entry).linear().components.transpose();
  }
  const double time = seconds(
      [&] { entry.last_fit = l21::fit(entry.table.rows(), request.options, stop_after(request.seconds_limit)); });
  Json answer = json_of(entry.last_fit->report);
  answer["trace"] = answer["trace"].size();
  answer["largest_fall"] = largest_fall(entry.last_fit->report);
  answer["seconds"] = time;
  return answer;
}

Session::Entry& Session::find(const std::string& name) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) throw std::runtime_error(fmt::format("no table is called '{}'", name));
  return found->second;
}

const Model& Session::fit_of(const Entry& entry) {
  if (!entry.last_fit) throw std::runtime_error("nothing was fitted yet");
  return *entry.last_fit;
}

}  // namespace l21::internal::bench
