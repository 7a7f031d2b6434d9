#include "alembert/report/plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "alembert/core/random.h"
#include "alembert/report/svg.h"
#include "alembert/report/ticks.h"

namespace alembert::plot_test {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A strict reader of the XML that draw_svg writes. Empty when the text is well formed, otherwise what is wrong.
class XmlCheck {
 public:
  explicit XmlCheck(const std::string& text) : text_(text) {}

  std::string fault() {
    while (at_ < text_.size()) {
      const unsigned char c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x20 && c != '\n') return "control character";
      if (c == '<') {
        if (!tag()) return "bad tag at " + std::to_string(at_);
      } else if (c == '&') {
        if (!entity()) return "bad entity at " + std::to_string(at_);
      } else if (c == '>') {
        return "bare >";
      } else {
        if (open_.empty() && c != '\n') return "text outside the root";
        ++at_;
      }
    }
    if (svg::clean(text_).size() != text_.size()) return "not UTF-8";
    return !open_.empty() ? "left open: " + open_.back() : n_roots_ != 1 ? "not one root" : "";
  }

 private:
  bool take(std::string_view word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  std::string name() {
    const std::size_t from = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-')) ++at_;
    return text_.substr(from, at_ - from);
  }

  bool entity() { return take("&amp;") || take("&lt;") || take("&gt;") || take("&quot;") || take("&#39;"); }

  bool tag() {
    if (take("</")) {
      if (open_.empty() || name() != open_.back()) return false;
      open_.pop_back();
      return take(">");
    }
    take("<");
    const std::string element = name();
    if (element.empty()) return false;
    if (open_.empty()) ++n_roots_;
    std::vector<std::string> seen;
    while (take(" ")) {
      seen.push_back(name());
      if (seen.back().empty() || std::count(seen.begin(), seen.end(), seen.back()) != 1 || !take("=\"")) return false;
      const std::size_t end = text_.find_first_of("\"<&", at_);
      if (end == std::string::npos || text_[end] != '"') return false;
      at_ = end + 1;
    }
    if (take("/>")) return true;
    open_.push_back(element);
    return take(">");
  }

  const std::string text_;
  std::size_t at_ = 0;
  int n_roots_ = 0;
  std::vector<std::string> open_;
};

/// Everything that must hold for any drawing.
std::string draw_checked(const Plot& plot) {
  const std::string text = draw_svg(plot);
  EXPECT_EQ(XmlCheck(text).fault(), "");
  EXPECT_EQ(text, draw_svg(plot)) << "not deterministic";
  EXPECT_EQ(text.find("<script"), std::string::npos);
  for (const char* word : {"\"nan", " nan", "\"inf", " inf", "Mnan", "Lnan", ">nan", " id=\"", "href"})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
  return text;
}

/// The text between `before` and `after`, all of them in order.
std::vector<std::string> all_between(const std::string& text, const std::string& before, const std::string& after) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
    at += before.size();
    found.push_back(text.substr(at, text.find(after, at) - at));
  }
  return found;
}

using Pixel = svg::Point;

/// The lines of a path: "M1 2L3 4 5 6M..." as one list of points per M.
std::vector<std::vector<Pixel>> read_path(std::string d) {
  std::vector<std::vector<Pixel>> lines;
  for (std::string piece : all_between("M" + d, "M", "M")) {
    std::replace(piece.begin(), piece.end(), 'L', ' ');
    std::istringstream in(piece);
    lines.emplace_back();
    for (Pixel p; in >> p.x >> p.y;) lines.back().push_back(p);
    if (lines.back().empty()) lines.pop_back();
  }
  return lines;
}

/// The lines of each curve, as drawn; with group 1, the lines of the legend.
std::vector<std::vector<std::vector<Pixel>>> read_curves(const std::string& text, std::size_t group_index = 0) {
  const std::string group = all_between(text, "stroke-linejoin=\"round\">", "</g>").at(group_index);
  std::vector<std::vector<std::vector<Pixel>>> curves;
  for (const std::string& d : all_between(group, "<path d=\"", "\"")) curves.push_back(read_path(d));
  return curves;
}

template <class F>
PlotCurve sample(const std::string& name, double from, double to, int count, F f) {
  PlotCurve curve{name, {}, {}};
  for (int i = 0; i < count; ++i) {
    curve.x.push_back(from + (to - from) * i / (count - 1));
    curve.y.push_back(f(curve.x.back()));
  }
  return curve;
}

double value_of(const PlotAxis& axis, const PlotTick& tick) {
  return std::stod(std::to_string(tick.digits) + "e" + std::to_string(axis.decimal));
}

using Labels = std::vector<std::string>;

Labels labels(const PlotAxis& axis) {
  Labels result;
  for (const PlotTick& tick : axis.ticks) result.push_back(tick.label);
  return result;
}

TEST(Ticks, CoverTheRangeInStepsOfOneTwoFive) {
  Random random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const double size = std::pow(10.0, random.uniform(-290.0, 290.0));
    const double low = size * random.uniform(-1.0, 1.0);
    const double high = low + size * std::pow(10.0, random.uniform(-8.0, 0.3));
    const int most = 2 + static_cast<int>(random.bits() % 10);
    const PlotAxis axis = make_axis(low, high, most, trial % 2 == 0);
    ASSERT_GE(axis.ticks.size(), 2U);
    ASSERT_LE(axis.ticks.size(), static_cast<std::size_t>(most) + 1);
    const std::int64_t step = axis.ticks[1].digits - axis.ticks[0].digits;
    ASSERT_TRUE(step == 1 || step == 2 || step == 5) << step;
    for (const PlotTick& tick : axis.ticks) ASSERT_EQ(tick.digits % step, 0);
    const double slack = 1e-8 * (high - low) + 1e-15 * std::max(std::abs(low), std::abs(high));
    EXPECT_LE(value_of(axis, axis.ticks.front()), low + slack);
    EXPECT_GE(value_of(axis, axis.ticks.back()), high - slack);
    for (const PlotTick& tick : axis.ticks) {
      EXPECT_NEAR(position(axis, value_of(axis, tick)), tick.position, 1e-6);
      EXPECT_TRUE(tick.position >= 0.0 && tick.position <= 1.0);
      EXPECT_LE(tick.label.size(), 12U) << tick.label;
    }
  }
}

TEST(Ticks, LabelsAreExactAndShort) {
  EXPECT_EQ(labels(make_axis(0.0, 0.5, 5, false)), (Labels{"0.0", "0.1", "0.2", "0.3", "0.4", "0.5"}));
  EXPECT_EQ(labels(make_axis(-1.0, 1.0, 4, false)), (Labels{"\u22121.0", "\u22120.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(labels(make_axis(0.0, 10000.0, 2, false)), (Labels{"0", "5000", "10000"}));
  const PlotAxis micro = make_axis(0.0, 2e-6, 4, false);
  EXPECT_EQ(labels(micro), (Labels{"0.0", "0.5", "1.0", "1.5", "2.0"}));
  EXPECT_EQ(micro.factor, -6);
  const PlotAxis mega = make_axis(0.0, 4e7, 4, false);
  EXPECT_EQ(labels(mega), (Labels{"0", "10", "20", "30", "40"}));
  EXPECT_EQ(mega.factor, 6);
  EXPECT_EQ(make_axis(0.0, 0.004, 4, false).factor, -3);
}

TEST(Ticks, NarrowRangeGetsAnOffset) {
  const PlotAxis energy = make_axis(4.905 - 2e-9, 4.905 + 2e-9, 4, false);
  EXPECT_EQ(labels(energy), (Labels{"\u22122", "\u22121", "0", "1", "2"}));
  EXPECT_EQ(energy.factor, -9);
  EXPECT_EQ(energy.offset, "+ 4.905");
  const PlotAxis late = make_axis(-2e12, -2e12 + 2, 2, false);
  EXPECT_EQ(labels(late), (Labels{"0", "1", "2"}));
  EXPECT_EQ(late.offset, "\u2212 2e12");
  EXPECT_EQ(make_axis(1000.0, 1000.5, 5, false).offset, "");
}

TEST(Ticks, DegenerateRangesStillGiveAnAxis) {
  const double greatest = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  using Ends = std::pair<double, double>;
  std::vector<Ends> ranges{{infinity, -infinity}, {nan_value, 1}, {0, 0}, {-0.0, 0.0}, {5, 5}, {1, 1 + 1e-15}};
  for (const double size : {least, 1e-300, 1e300, greatest})
    ranges.insert(ranges.end(), {Ends{-size, size}, Ends{0, size}, Ends{size, size}, Ends{-size, -size}});
  for (const auto& [low, high] : ranges) {
    const PlotAxis axis = make_axis(low, high, 6, true);
    EXPECT_GE(axis.ticks.size(), 2U);
    if (!(low <= high)) continue;
    for (const double value : {low, high}) EXPECT_NEAR(position(axis, value), 0.5, 0.5) << low << " " << high;
  }
}

TEST(Svg, CleansAndEscapesText) {
  EXPECT_EQ(svg::clean("a\tb\nc\x01\x7f\x1b"), "a b c");
  EXPECT_EQ(svg::clean(std::string("a\0b", 3)), "ab");
  EXPECT_EQ(svg::clean("\u03C9 \U0001F600"), "\u03C9 \U0001F600");
  EXPECT_EQ(svg::clean("\xff\xc0\xaf|\xed\xa0\x80|\xe2\x82"), "\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD");
  EXPECT_EQ(svg::clean("\uFFFE\uFFFF\u0085"), "");
  EXPECT_EQ(svg::escape("<a & \"b\" 'c'>"), "&lt;a &amp; &quot;b&quot; &#39;c&#39;&gt;");
}

TEST(Svg, NumbersAreShort) {
  for (const auto& [value, text] : {std::pair{0.1 + 0.2, "0.3"}, {-3.456, "-3.46"}, {7.05, "7.05"}, {-0.001, "0"}})
    EXPECT_EQ(svg::number(value), text);
}

TEST(Svg, FitCutsBetweenCharacters) {
  EXPECT_EQ(svg::fit("short", 12, 100), "short");
  EXPECT_EQ(svg::fit("\u03C9\u03C9\u03C9\u03C9\u03C9\u03C9", 10, 30), "\u03C9\u03C9\u03C9\u2026");
}

TEST(Svg, ThinningByDistanceStaysNearTheCurve) {
  std::vector<svg::Point> points;
  for (int i = 0; i < 100000; ++i) {
    const double t = i * 2e-4;
    points.push_back({300 + 300 * std::cos(3 * t), 150 + 150 * std::sin(5 * t + 0.4), i == 0});
  }
  const auto thin = svg::thin_by_distance(points, 2000);
  ASSERT_LE(thin.size(), 2000U);
  // Thin points are a subsequence: walk along with it and look at the distance to the current chord.
  std::size_t k = 1;
  for (const svg::Point& p : points) {
    const svg::Point a = thin[k - 1], b = thin[k];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const double off = std::abs((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / length;
    ASSERT_LE(off, 0.25);
    if (p.x == b.x && p.y == b.y && k + 1 < thin.size()) ++k;
  }
  EXPECT_EQ(k + 1, thin.size());
}

// Oracle: a tick's own mark and label say where a value belongs.
TEST(Plot, PointsLieWhereTheTicksSay) {
  Plot plot{"", "t [s]", "y [m]", {sample("line", 0, 10, 11, [](double t) { return 2 * t + 1; })}};
  plot.curves[0].y[5] = -3.7;
  const std::string text = draw_checked(plot);
  std::map<std::string, double> x_ticks, y_ticks;
  for (const std::string& element : all_between(text, "<text x=", "</text>")) {
    const double x = std::stod(element.substr(1));
    const double y = std::stod(all_between(element, "y=\"", "\"").at(0));
    const std::string label = element.substr(element.find('>') + 1);
    if (element.find("\"middle\"") != std::string::npos) x_ticks[label] = x;
    if (element.find("\"end\"") != std::string::npos) y_ticks[label] = y - 0.35 * 12;
  }
  ASSERT_TRUE(x_ticks.contains("0") && x_ticks.contains("10") && y_ticks.contains("0") && y_ticks.contains("20"));
  const auto lines = read_curves(text).at(0);
  ASSERT_EQ(lines.size(), 1U);
  ASSERT_EQ(lines[0].size(), 11U);
  for (std::size_t i = 0; i < 11; ++i) {
    const double x = x_ticks["0"] + (x_ticks["10"] - x_ticks["0"]) * plot.curves[0].x[i] / 10;
    const double y = y_ticks["0"] + (y_ticks["20"] - y_ticks["0"]) * plot.curves[0].y[i] / 20;
    EXPECT_NEAR(lines[0][i].x, x, 0.02);
    EXPECT_NEAR(lines[0][i].y, y, 0.02);
  }
}

TEST(Plot, ThinningKeepsSpikesEndsAndTheLimit) {
  Plot plot{"", "", "", {sample("s", 0, 100, 1000000, [](double t) { return std::sin(t); })}};
  plot.curves[0].y[123456] = 40.0;
  plot.curves[0].y[777777] = -40.0;
  const std::string text = draw_svg(plot);
  EXPECT_LT(text.size(), 60000U);
  const auto line = read_curves(text).at(0).at(0);
  EXPECT_LE(line.size(), 2000U);
  // A plot of the spikes and the ends alone has the same axes, and so the same pixels.
  const auto& [name, x, y] = plot.curves[0];
  const PlotCurve coarse{name, {x[0], x[123456], x[777777], x.back()}, {y[0], y[123456], y[777777], y.back()}};
  const auto wanted = read_curves(draw_svg({"", "", "", {coarse}})).at(0).at(0);
  for (const Pixel& want : wanted) {
    const auto is_it = [&](const Pixel& p) { return p.x == want.x && p.y == want.y; };
    EXPECT_TRUE(std::any_of(line.begin(), line.end(), is_it)) << want.x << " " << want.y;
  }
}

TEST(Plot, PhasePlaneIsNotSorted) {
  PlotCurve circle{"orbit", {}, {}};
  for (int i = 0; i <= 200000; ++i) {
    circle.x.push_back(std::cos(1e-3 * i));
    circle.y.push_back(std::sin(1e-3 * i));
  }
  const auto line = read_curves(draw_checked({"", "q [rad]", "v [rad/s]", {circle}})).at(0).at(0);
  EXPECT_LE(line.size(), 2000U);
  // All on the ellipse through the extremes, going around it many times.
  const auto [left, right] = std::minmax_element(line.begin(), line.end(), [](auto& a, auto& b) { return a.x < b.x; });
  const auto [top, bottom] = std::minmax_element(line.begin(), line.end(), [](auto& a, auto& b) { return a.y < b.y; });
  int n_turns = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const double u = (2 * line[i].x - left->x - right->x) / (right->x - left->x);
    const double v = (2 * line[i].y - top->y - bottom->y) / (bottom->y - top->y);
    ASSERT_NEAR(u * u + v * v, 1.0, 1e-3);
    const double middle = (left->x + right->x) / 2;
    if (i > 0 && line[i - 1].x < middle && line[i].x >= middle) ++n_turns;
  }
  EXPECT_EQ(n_turns, 32);  // 200 rad pass 3 pi / 2 + 2 pi k for k = 0 to 31
}

TEST(Plot, GapsBreakTheLine) {
  const double n = nan_value;
  const PlotCurve curve{"gaps", {0, 1, 2, 3, 4, 5, 6, 7, 8, n}, {1, 2, n, 2, 3, infinity, 4, n, 5, 1}};
  const std::string text = draw_checked({"", "", "", {curve}});
  const auto lines = read_curves(text).at(0);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].size() + lines[1].size(), 4U);
  EXPECT_EQ(all_between(text, "<circle", "/>").size(), 2U);
}

TEST(Plot, ManyGapsKeepTheLimit) {
  for (const bool is_phase_plane : {false, true}) {
    PlotCurve curve = sample("holes", 0, 1, 100000, [](double t) { return t * t; });
    for (std::size_t i = 0; i < curve.y.size(); i += 3) curve.y[i] = nan_value;
    if (is_phase_plane) curve.x[1] = 0.5;
    const std::string text = draw_checked({"", "", "", {curve}});
    const auto curves = read_curves(text);
    std::size_t count = all_between(text, "<circle", "/>").size();
    for (const auto& lines : curves)
      for (const auto& line : lines) count += line.size();
    EXPECT_LE(count, 2000U);
  }
}

TEST(Plot, TextIsEscapedAndComplete) {
  const std::string nasty = "</svg><script>\"&'\x01\x1b\xff \U0001F600";
  const PlotCurve curve = sample(nasty + " 1", 0, 1, 3, [](double t) { return t; });
  const PlotCurve other = sample(nasty + " 2", 0, 1, 3, [](double t) { return -t; });
  const std::string text = draw_checked({nasty, nasty, nasty, {curve, other}});
  EXPECT_NE(text.find("<title>&lt;/svg&gt;&lt;script&gt;&quot;&amp;&#39;\uFFFD \U0001F600</title>"), std::string::npos);
  for (const char* part : {"role=\"img\"", "viewBox=\"0 0 ", "<desc>", "<rect width=", "fill=\"#ffffff\""})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Plot, IsDescribedInWords) {
  const PlotCurve a = sample("a", 0, 1, 3, [](double t) { return 2 * t; });
  const PlotCurve b = sample("b", 0, 1, 3, [](double t) { return t == 0 ? -0.0 : t; });
  const auto words = [](const Plot& plot) { return all_between(draw_checked(plot), "<desc>", "</desc>").at(0); };
  EXPECT_EQ(words({"", "t [s]", "b [m]", {b}}),
            "Line plot of b [m] against t [s]. Horizontal range 0 to 1, vertical range 0 to 1. Curve: b.");
  EXPECT_EQ(words({"", "", "", {a, b}}),
            "Line plot of y against x. Horizontal range 0 to 1, vertical range 0 to 2. Curves: a, b.");
}

TEST(Plot, LegendStaysOutsideTheAxes) {
  for (const int count : {2, 3, 8, 17, 40}) {
    Plot plot{"legend", "t [s]", "x [m]", {}};
    for (int k = 0; k < count; ++k)
      plot.curves.push_back(sample("a curve " + std::to_string(k), 0, 1, 9, [k](double t) { return k * t; }));
    const std::string text = draw_checked(plot);
    const auto curves = read_curves(text);
    ASSERT_EQ(curves.size(), static_cast<std::size_t>(count));
    double right = 0, top = 1e9;
    for (const auto& curve : curves)
      for (const Pixel& p : curve.at(0)) right = std::max(right, p.x), top = std::min(top, p.y);
    const double width = std::stod(all_between(text, " width=\"", "\"").at(0));
    const auto samples = read_curves(text, 1);
    ASSERT_EQ(samples.size(), curves.size());
    for (const auto& lines : samples) {
      EXPECT_TRUE(lines.at(0).at(0).x > right || lines.at(0).at(0).y < top) << count;
      EXPECT_LT(lines.at(0).at(1).x, width);
    }
  }
}

TEST(Plot, DegenerateDataDraw) {
  const double greatest = std::numeric_limits<double>::max();
  EXPECT_NE(draw_checked({}).find("no data"), std::string::npos);
  EXPECT_NE(draw_checked({"t", "x", "y", {{"empty", {}, {}}}}).find("no data"), std::string::npos);
  EXPECT_NE(draw_checked({"t", "x", "y", {{"n", {1}, {nan_value}}}}).find("no data"), std::string::npos);
  EXPECT_EQ(all_between(draw_checked({"t", "x", "y", {{"one", {1}, {2}}}}), "<circle", "/>").size(), 1U);
  EXPECT_EQ(read_curves(draw_checked({"", "", "", {{"cut", {1, 2, 3}, {1, 2}}}})).at(0).at(0).size(), 2U);
  const auto flat = read_curves(draw_checked({"", "", "", {{"flat", {0, 1}, {7, 7}}}})).at(0).at(0);
  EXPECT_EQ(flat.at(0).y, flat.at(1).y);
  draw_checked({"", "", "", {{"upright", {3, 3}, {0, 1}}}});
  for (const double size : {1e-300, 1e300, 1e-320, greatest})
    draw_checked({"s", "x", "y", {{"wide", {-size, 0, size}, {size, -size, 0}}, {"point", {0}, {size}}}});
}

TEST(Plot, CoincidingCurvesAreBothSeen) {
  const PlotCurve a = sample("a", 0, 1, 5, [](double t) { return t; });
  const PlotCurve b = sample("b", 0, 1, 5, [](double t) { return t; });
  const std::string text = draw_checked({"", "", "", {a, b}});
  EXPECT_EQ(all_between(text, "stroke-dasharray=\"", "\"").size(), 2U);  // the curve and its line in the legend
}

}  // namespace
}  // namespace alembert::plot_test
