#include "pages/chart_svg.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "pages/markup.hpp"
#include "pages/ticks.hpp"

namespace l21::internal::pages {
namespace {

// In units of the drawing, which a page scales to the width it has.
constexpr double kWidth = 420, kHeight = 300;
constexpr double kRight = 14, kBottom = 44;
constexpr double kLetter = 6.4;  // width of an average letter of the legend
constexpr const char* kInk = "#1a1a1a";
constexpr const char* kFaintInk = "#5c5c5c";
constexpr const char* kGrid = "#e3e3e3";

struct LookStyle {
  const char* colour;  // after Okabe & Ito, darkened where white paper needs it
  const char* dashes;
  double width;
};

constexpr std::array<LookStyle, kLooks> kStyles{{{"#c84e00", "", 2.4},
                                                 {"#6b6b6b", "7 3", 1.8},
                                                 {"#0072b2", "2 2.5", 1.8},
                                                 {"#00805c", "8 3 2 3", 1.8},
                                                 {"#a6447f", "4 2", 1.8},
                                                 {"#a87700", "10 2", 1.8},
                                                 {"#2d8fc4", "1 2", 1.8},
                                                 {"#1a1a1a", "", 1.4},
                                                 {"#7d4a1e", "3 3", 1.8}}};

const LookStyle& style_of(Look look) {
  return kStyles[static_cast<std::size_t>(look)];
}

std::string class_of(Look look) {
  return fmt::format("look{}", static_cast<int>(look));
}

// The outline of a mark of radius r about (x, y); every look has its own shape.
std::string mark_outline(Look look, double x, double y, double r) {
  switch (look) {
    case Look::grey: return fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z", x - r, y - r, 2 * r, 2 * r, -2 * r);
    case Look::blue:
      return fmt::format("M{:.2f} {:.2f}l{:.2f} {:.2f}l{:.2f} {:.2f}l{:.2f} {:.2f}z", x, y - 1.3 * r, 1.3 * r, 1.3 * r,
                         -1.3 * r, 1.3 * r, -1.3 * r, -1.3 * r);
    case Look::green:
      return fmt::format("M{:.2f} {:.2f}l{:.2f} {:.2f}h{:.2f}z", x, y - 1.2 * r, 1.3 * r, 2.2 * r, -2.6 * r);
    case Look::purple:
      return fmt::format("M{:.2f} {:.2f}l{:.2f} {:.2f}h{:.2f}z", x, y + 1.2 * r, 1.3 * r, -2.2 * r, -2.6 * r);
    case Look::yellow:
      return fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z", x - 1.3 * r, y - 0.6 * r, 2.6 * r, 1.2 * r, -2.6 * r);
    case Look::sky:
      return fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z", x - 0.6 * r, y - 1.3 * r, 1.2 * r, 2.6 * r, -1.2 * r);
    case Look::brown:
      return fmt::format("M{:.2f} {:.2f}l{:.2f} {:.2f}h{:.2f}l{:.2f} {:.2f}z", x - 0.6 * r, y + r, -0.7 * r, -2 * r,
                         2.6 * r, -0.7 * r, 2 * r);
    default:
      return fmt::format("M{0:.2f} {1:.2f}a{2:.2f} {2:.2f} 0 1 0 {3:.2f} 0a{2:.2f} {2:.2f} 0 1 0 {4:.2f} 0z", x - r, y,
                         r, 2 * r, -2 * r);
  }
}

std::string text(double x, double y, const char* anchor, std::string_view content, const char* colour = kFaintInk,
                 std::string_view more = {}) {
  const bool faint = colour == kFaintInk;
  return fmt::format(R"(<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}" fill="{}"{}>{}</text>)",
                     faint ? "faint" : "ink", x, y, anchor, colour, more, escaped(content));
}

std::vector<double> shown_values(const Chart& chart, bool along_x) {
  std::vector<double> values;
  const auto add = [&](const std::vector<double>& more) { values.insert(values.end(), more.begin(), more.end()); };
  for (const Series& series : chart.series) {
    add(along_x ? series.x : series.y);
    if (along_x) continue;
    add(series.low);
    add(series.high);
  }
  for (const Rule& rule : chart.rules)
    if (along_x == (rule.direction == Rule::Direction::vertical)) values.push_back(rule.at);
  return values;
}

// Whether marks carry what hovering over them shows: on a page, not on paper.
enum class Tips { with, without };

// Draws one chart, step by step, into `svg`.
class Drawing {
 public:
  Drawing(const Chart& chart, Tips tips)
      : chart_(chart), tips_(tips), x_(chart.x, shown_values(chart, true)), y_(chart.y, shown_values(chart, false)) {
    title_and_legend();
    make_room_for_numbers();
    axes();
    for (const Series& series : chart_.series) band(series);
    for (const Rule& rule : chart_.rules) draw(rule);
    for (const Series& series : chart_.series) draw(series);
  }
  std::string svg;

 private:
  struct Point {
    double x, y;
    std::size_t index;
  };
  [[nodiscard]] double across(double x) const { return left_ + x_.position(x) * (kWidth - left_ - kRight); }
  [[nodiscard]] double down(double y) const { return kHeight - kBottom - y_.position(y) * (kHeight - kBottom - top_); }
  [[nodiscard]] std::vector<Point> points(const std::vector<double>& x, const std::vector<double>& y) const {
    std::vector<Point> found;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
      if (const Point p{across(x[i]), down(y[i]), i}; std::isfinite(p.x) && std::isfinite(p.y)) found.push_back(p);
    return found;
  }

  void title_and_legend();
  void legend_entry(const Series& series, double x, double y);
  void make_room_for_numbers();
  void axes();
  void band(const Series& series);
  void draw(const Rule& rule);
  void draw(const Series& series);
  [[nodiscard]] std::string tip_attribute(const Series& series, std::size_t i) const;

  const Chart& chart_;
  Tips tips_;
  AxisMap x_, y_;
  double top_ = 30, left_ = 56;  // where the plot begins
};

void Drawing::title_and_legend() {
  svg += text(6, 17, "start", chart_.title, kInk, R"( font-weight="600" font-size="13.5")");
  double x = 8, y = 37;
  bool any = false;
  for (const Series& series : chart_.series) {
    if (series.name.empty()) continue;
    const double width = 30 + kLetter * static_cast<double>(series.name.size());
    if (any && x + width > kWidth) x = 8, y += 17;
    legend_entry(series, x, y);
    x += width;
    any = true;
  }
  if (any) top_ = y + 13;
}

void Drawing::legend_entry(const Series& series, double x, double y) {
  const LookStyle& style = style_of(series.look);
  const double middle = y - 4;
  if (series.drawn != Drawn::marks)
    svg += fmt::format(
        R"(<path class="{}" d="M{:.1f} {:.1f}h20" fill="none" stroke="{}" stroke-width="{}" stroke-dasharray="{}"/>)",
        class_of(series.look), x, middle, style.colour, style.width, style.dashes);
  if (series.drawn != Drawn::line)
    svg += fmt::format(R"(<path class="{} mark" d="{}" fill="{}"/>)", class_of(series.look),
                       mark_outline(series.look, x + 10, middle, 3.2), style.colour);
  svg += text(x + 25, y, "start", series.name, kInk);
}

void Drawing::make_room_for_numbers() {
  std::size_t longest = 0;
  for (const Tick& tick : y_.ticks()) longest = std::max(longest, tick.label.size());
  left_ = 26 + 7 * static_cast<double>(longest);
}

void Drawing::axes() {
  const double bottom = kHeight - kBottom, right = kWidth - kRight;
  for (const Tick& tick : y_.ticks()) {
    const double at = bottom - tick.at * (bottom - top_);
    svg += fmt::format(R"(<path class="grid" d="M{:.1f} {:.1f}H{:.1f}" stroke="{}"/>)", left_, at, right, kGrid);
    svg += text(left_ - 6, at + 4, "end", tick.label);
  }
  for (const Tick& tick : x_.ticks()) {
    const double at = left_ + tick.at * (right - left_);
    svg += fmt::format(R"(<path class="grid" d="M{:.1f} {:.1f}V{:.1f}" stroke="{}"/>)", at, top_, bottom, kGrid);
    svg += text(at, bottom + 16, "middle", tick.label);
  }
  svg += fmt::format(R"(<path class="axis" d="M{:.1f} {:.1f}V{:.1f}H{:.1f}" fill="none" stroke="{}"/>)", left_, top_,
                     bottom, right, kFaintInk);
  svg += text((left_ + right) / 2, kHeight - 8, "middle", chart_.x.label, kInk);
  svg += text(-(top_ + bottom) / 2, 13, "middle", chart_.y.label, kInk, R"x( transform="rotate(-90)")x");
}

void Drawing::band(const Series& series) {
  if (series.low.empty()) return;
  std::string outline;
  for (const Point& p : points(series.x, series.high))
    outline += fmt::format("{}{:.2f} {:.2f}", outline.empty() ? "M" : "L", p.x, p.y);
  const auto lower = points(series.x, series.low);
  for (auto p = lower.rbegin(); p != lower.rend(); ++p) outline += fmt::format("L{:.2f} {:.2f}", p->x, p->y);
  if (outline.empty()) return;
  svg += fmt::format(R"(<path class="{} band" d="{}z" fill="{}" fill-opacity="0.16"/>)", class_of(series.look), outline,
                     style_of(series.look).colour);
}

void Drawing::draw(const Rule& rule) {
  const bool horizontal = rule.direction == Rule::Direction::horizontal;
  const double at = horizontal ? down(rule.at) : across(rule.at);
  if (!std::isfinite(at)) return;
  const std::string line = horizontal ? fmt::format("M{:.1f} {:.2f}H{:.1f}", left_, at, kWidth - kRight)
                                      : fmt::format("M{:.2f} {:.1f}V{:.1f}", at, top_, kHeight - kBottom);
  svg += fmt::format(R"(<path class="rule" d="{}" stroke="{}" stroke-dasharray="4 3"/>)", line, kFaintInk);
  svg +=
      horizontal ? text(kWidth - kRight - 2, at - 4, "end", rule.label) : text(at + 4, top_ + 10, "start", rule.label);
}

std::string Drawing::tip_attribute(const Series& series, std::size_t i) const {
  std::string line = series.name.empty() ? "" : series.name + ": ";
  line += fmt::format("{} {}, {} {}", chart_.x.label, number(series.x[i]), chart_.y.label, number(series.y[i]));
  if (i < series.low.size() && i < series.high.size())
    line += fmt::format(" ({} to {})", number(series.low[i]), number(series.high[i]));
  if (i < series.notes.size()) line += " · " + series.notes[i];
  return fmt::format(R"( data-tip="{}")", escaped(line));
}

void Drawing::draw(const Series& series) {
  const LookStyle& style = style_of(series.look);
  const auto all = points(series.x, series.y);
  if (series.drawn != Drawn::marks && !all.empty()) {
    std::string line;
    for (const Point& p : all) line += fmt::format("{}{:.2f} {:.2f}", line.empty() ? "M" : "L", p.x, p.y);
    svg += fmt::format(R"(<path class="{}" d="{}" fill="none" stroke="{}" stroke-width="{}" stroke-dasharray="{}"/>)",
                       class_of(series.look), line, style.colour, style.width, style.dashes);
  }
  // A line without marks still answers to the pointer.
  const double radius = series.drawn == Drawn::line_and_marks ? 3.2 : 2.4;
  const double opacity = series.drawn == Drawn::line ? 0 : series.drawn == Drawn::marks ? 0.75 : 1;
  if (opacity == 0 && tips_ == Tips::without) return;
  for (const Point& p : all)
    svg += fmt::format(R"(<path class="{} mark" d="{}" fill="{}" fill-opacity="{}"{}/>)", class_of(series.look),
                       mark_outline(series.look, p.x, p.y, radius), style.colour, opacity,
                       tips_ == Tips::with ? tip_attribute(series, p.index) : "");
}

std::string description(const Chart& chart) {
  return fmt::format("{}: {} against {}", chart.title, chart.y.label, chart.x.label);
}

constexpr const char* kFont =
    R"(font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif" font-size="12")";

}  // namespace

std::string inline_svg(const Chart& chart) {
  return fmt::format(R"(<svg class="chart" role="img" aria-label="{}" viewBox="0 0 {} {}" {}>{}</svg>)",
                     escaped(description(chart)), kWidth, kHeight, kFont, Drawing(chart, Tips::with).svg);
}

std::string svg_file(std::span<const Chart> charts, int columns) {
  const auto count = static_cast<int>(charts.size());
  const int across = std::max(1, std::min(columns, count)), down = (count + across - 1) / across;
  std::string svg = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "width=\"{0}\" height=\"{1}\" {2}>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      kWidth * across, kHeight * down, kFont);
  for (int i = 0; i < count; ++i) {
    const int row = i / across, column = i % across;
    svg += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", kWidth * column, kHeight * row,
                       Drawing(charts[static_cast<std::size_t>(i)], Tips::without).svg);
  }
  return svg + "</svg>\n";
}

}  // namespace l21::internal::pages
