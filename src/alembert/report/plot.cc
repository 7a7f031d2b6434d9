#include "alembert/report/plot.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string_view>

#include "alembert/core/text.h"
#include "alembert/report/plot_layout.h"
#include "alembert/report/svg.h"

namespace alembert {
namespace plot {
namespace {

using svg::number;

constexpr double line_width = 1.8;
constexpr std::size_t most_points = 2000;

/// Okabe and Ito 2008, without the yellow, which is lost on white.
constexpr std::array<std::string_view, 7> colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#E69F00", "#56B4E9", "#000000"};
constexpr std::array<std::string_view, 5> dashes{"", "7 4", "2 3", "9 3 2 3", "14 5"};

struct Style {
  std::string_view anchor = "start";
  double size = tick_size;
  std::string_view more = {};
};

std::string text_at(double x, double y, const Style& style, const std::string& markup) {
  std::string text = "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" font-size=\"" + number(style.size) + "\"";
  if (style.anchor != "start") text.append(" text-anchor=\"").append(style.anchor).append("\"");
  return text.append(style.more) + ">" + markup + "</text>\n";
}

/// "x10^3 + 1.5": what to do with the labels to have the values.
std::string note(const PlotAxis& axis) {
  std::string text;
  if (axis.factor != 0) {
    const std::string power = (axis.factor < 0 ? "\u2212" : "") + std::to_string(std::abs(axis.factor));
    text = "\u00D710<tspan dy=\"-4.5\" font-size=\"9\">" + power + "</tspan>";
  }
  if (axis.offset.empty()) return text;
  // The tspan brings the line back down after the exponent.
  return axis.factor != 0 ? text + "<tspan dx=\"4\" dy=\"4.5\">" + axis.offset + "</tspan>" : axis.offset;
}

std::string line_to(double x1, double y1, double x2, double y2) {
  return "M" + number(x1) + " " + number(y1) + "L" + number(x2) + " " + number(y2);
}

std::string draw_axes(const Layout& layout) {
  const Box& box = layout.box;
  std::string grid, zero, marks, labels;
  for (const PlotTick& tick : layout.x.ticks) {
    const double x = box.left + tick.position * box.width;
    (tick.digits == 0 ? zero : grid) += line_to(x, box.top, x, box.bottom());
    marks += line_to(x, box.bottom(), x, box.bottom() + tick_length);
    labels += text_at(x, box.bottom() + tick_length + tick_size + 1, {"middle"}, tick.label);
  }
  for (const PlotTick& tick : layout.y.ticks) {
    const double y = box.bottom() - tick.position * box.height;
    (tick.digits == 0 ? zero : grid) += line_to(box.left, y, box.right(), y);
    marks += line_to(box.left - tick_length, y, box.left, y);
    labels += text_at(box.left - tick_length - 4, y + 0.35 * tick_size, {"end"}, tick.label);
  }
  const std::string frame = line_to(box.left, box.top, box.left, box.bottom()) + "H" + number(box.right());
  std::string text = "<path d=\"" + grid + "\" fill=\"none\" stroke=\"#e6e6e6\"/>\n";
  if (!zero.empty()) text += "<path d=\"" + zero + "\" fill=\"none\" stroke=\"#bdbdbd\"/>\n";
  text += "<path d=\"" + frame + marks + "\" fill=\"none\" stroke=\"#444444\"/>\n";
  text += "<g fill=\"#333333\">\n" + labels;
  if (has_note(layout.y)) text += text_at(box.left - tick_length - 4, box.top - 9, {}, note(layout.y));
  const double line = box.bottom() + tick_length + tick_size + 8 + label_size;
  if (has_note(layout.x)) text += text_at(box.right(), line, {"end"}, note(layout.x));
  return text + "</g>\n";
}

std::string draw_titles(const Plot& plot, const Layout& layout) {
  const Box& box = layout.box;
  const auto shown = [](const std::string& text, double size, double room) {
    return svg::escape(svg::fit(svg::clean(text), size, room));
  };
  std::string text;
  if (!plot.title.empty()) {
    const double room = (layout.width - 2 * edge) / 1.06;  // bold is wider
    text += text_at(box.left, edge + title_size - 3, {"start", title_size, " font-weight=\"600\""},
                    shown(plot.title, title_size, std::min(room, layout.width - edge - box.left)));
  }
  if (!plot.x_label.empty()) {
    const double line = box.bottom() + tick_length + tick_size + 8 + label_size;
    const double room = box.width - (has_note(layout.x) ? 240 : 0);
    text += text_at(box.left + box.width / 2, line, {"middle", label_size}, shown(plot.x_label, label_size, room));
  }
  if (!plot.y_label.empty()) {
    const double x = edge + label_size - 3;
    const double y = box.top + box.height / 2;
    const std::string turn = " transform=\"rotate(-90 " + number(x) + " " + number(y) + ")\"";
    text += text_at(x, y, {"middle", label_size, turn}, shown(plot.y_label, label_size, box.height));
  }
  return text;
}

/// The curve in pixels, thinned to what can be seen.
std::vector<svg::Point> trace(const PlotCurve& curve, bool is_monotonic, const Layout& layout) {
  std::vector<svg::Point> points;
  bool starts = true;
  for (std::size_t i = 0; i < length(curve); ++i) {
    if (is_drawable(curve, i)) points.push_back({layout.x_of(curve.x[i]), layout.y_of(curve.y[i]), starts});
    starts = !is_drawable(curve, i);
  }
  if (points.size() <= most_points) return points;
  return is_monotonic ? svg::thin_by_columns(points, most_points / 2 - 1) : svg::thin_by_distance(points, most_points);
}

std::string stroke(std::size_t colour, std::size_t dash) {
  std::string text = " stroke=\"" + std::string(colours[colour % colours.size()]) + "\"";
  const std::string_view pattern = dashes[dash % dashes.size()];
  // Round ends show even a line without length; dashes would run into each other with them.
  if (pattern.empty()) return text + " stroke-linecap=\"round\"";
  return text.append(" stroke-dasharray=\"").append(pattern).append("\"");
}

struct Drawn {
  std::string curves;
  std::vector<std::string> strokes;  ///< [curve] as in the legend
};

Drawn draw_curves(const Plot& plot, const Survey& survey, const Layout& layout) {
  Drawn drawn;
  std::map<std::string, std::size_t> times_drawn;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const std::vector<svg::Point> points = trace(plot.curves[i], survey.is_monotonic[i], layout);
    const std::string d = svg::path(points);
    const std::size_t before = d.empty() ? 0 : times_drawn[d]++;
    drawn.strokes.push_back(stroke(i, i / colours.size() + before));
    if (!d.empty()) drawn.curves += "<path d=\"" + d + "\"" + drawn.strokes.back() + "/>\n";
    const std::string paint =
        " r=\"2.2\" stroke=\"none\" fill=\"" + std::string(colours[i % colours.size()]) + "\"/>\n";
    for (const svg::Point& dot : svg::dots(points))
      drawn.curves += "<circle cx=\"" + number(dot.x) + "\" cy=\"" + number(dot.y) + "\"" + paint;
  }
  return drawn;
}

std::string line_group(const std::string& content) {
  return "<g fill=\"none\" stroke-width=\"" + number(line_width) + "\" stroke-linejoin=\"round\">\n" + content +
         "</g>\n";
}

std::string draw_legend(const Legend& legend, const Layout& layout, const std::vector<std::string>& strokes) {
  if (legend.entries.empty()) return "";
  std::string lines, names;
  double x = legend.is_right ? layout.box.right() + 20 : layout.box.left;
  double y = legend.is_right ? layout.box.top + row_beside / 2 : layout.legend_top + row_height / 2 - 2;
  const double top = y;
  for (std::size_t i = 0; i < legend.entries.size(); ++i) {
    const Entry& entry = legend.entries[i];
    lines += "<path d=\"" + line_to(x, y, x + sample_length, y) + "\"" + strokes[entry.curve] + "/>\n";
    const bool is_cut = !entry.shown.starts_with(entry.name);
    const std::string full = is_cut ? "<title>" + svg::escape(entry.name) + "</title>" : "";
    names += text_at(x + sample_length + 8, y + 0.35 * tick_size, {}, full + svg::escape(entry.shown));
    if (!legend.is_right) {
      x += entry_width(entry);
    } else if ((i + 1) % rows_beside == 0) {
      x += legend.column_widths[i / rows_beside];
      y = top;
    } else {
      y += row_beside;
    }
  }
  return line_group(lines) + names;
}

/// The plot in words, for those who do not see it.
std::string describe(const Plot& plot, const Survey& survey) {
  const auto or_else = [](const std::string& text, const char* other) { return text.empty() ? other : text; };
  std::string text = "Line plot of " + or_else(plot.y_label, "y") + " against " + or_else(plot.x_label, "x") + ".";
  if (survey.is_empty()) return text + " No data.";
  const auto range = [](const Extent& extent) {
    return shortest(extent.low + 0.0) + " to " + shortest(extent.high + 0.0);
  };
  text += " Horizontal range " + range(survey.x) + ", vertical range " + range(survey.y) + ".";
  constexpr std::size_t most_names = 24;
  std::vector<std::string> names;
  for (const PlotCurve& curve : plot.curves)
    if (names.size() < most_names && !curve.name.empty()) names.push_back(curve.name);
  if (names.empty()) return text;
  return text + (names.size() == 1 ? " Curve: " : " Curves: ") + join(names, ", ") +
         (plot.curves.size() > most_names ? ", and more." : ".");
}

}  // namespace
}  // namespace plot

std::string draw_svg(const Plot& plot) {
  using namespace plot;
  const Survey survey = look_at(plot.curves);
  const Legend legend = make_legend(plot, survey);
  const Layout layout = arrange(plot, survey, legend);
  const Drawn drawn = draw_curves(plot, survey, layout);
  const std::string w = number(layout.width);
  const std::string h = number(layout.height);
  const std::string& name = !plot.title.empty() ? plot.title : plot.y_label;

  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + w + "\" height=\"" + h +
                     "\" viewBox=\"0 0 " + w + " " + h + "\" style=\"max-width:100%;height:auto\"";
  text += " font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" fill=\"#1a1a1a\">\n";
  text += "<title>" + (name.empty() ? "Plot" : svg::escape(svg::clean(name))) + "</title>\n";
  text += "<desc>" + svg::escape(svg::clean(describe(plot, survey))) + "</desc>\n";
  text += "<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"#ffffff\"/>\n";
  text += draw_axes(layout) + draw_titles(plot, layout) + line_group(drawn.curves);
  text += draw_legend(legend, layout, drawn.strokes);
  if (survey.is_empty()) {
    const Box& box = layout.box;
    text += text_at(box.left + box.width / 2, box.top + box.height / 2, {"middle", label_size, " fill=\"#777777\""},
                    "no data");
  }
  return text + "</svg>\n";
}

}  // namespace alembert