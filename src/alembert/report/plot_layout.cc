#include "alembert/report/plot_layout.h"

#include <cmath>
#include <numeric>

#include "alembert/report/svg.h"

namespace alembert::plot {
namespace {

constexpr double canvas_width = 760.0;
constexpr double plot_height = 300.0;
constexpr double least_plot_width = 420.0;
constexpr double longest_name = 180.0;

double widest_label(const PlotAxis& axis) {
  double width = 0.0;
  for (const PlotTick& tick : axis.ticks) width = std::max(width, svg::text_width(tick.label, tick_size));
  return width;
}

}  // namespace

std::size_t length(const PlotCurve& curve) { return std::min(curve.x.size(), curve.y.size()); }

bool is_drawable(const PlotCurve& curve, std::size_t i) {
  return std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]);
}

Survey look_at(const std::vector<PlotCurve>& curves) {
  Survey survey;
  for (const PlotCurve& curve : curves) {
    std::size_t count = 0;
    bool rises = true, falls = true;
    double last = 0.0;
    for (std::size_t i = 0; i < length(curve); ++i) {
      if (!is_drawable(curve, i)) continue;
      survey.x.add(curve.x[i]);
      survey.y.add(curve.y[i]);
      rises = rises && (count == 0 || curve.x[i] >= last);
      falls = falls && (count == 0 || curve.x[i] <= last);
      last = curve.x[i];
      ++count;
    }
    survey.n_drawable.push_back(count);
    survey.is_monotonic.push_back(rises || falls);
  }
  return survey;
}

double entry_width(const Entry& entry) { return sample_length + 8 + svg::text_width(entry.shown, tick_size) + 20; }

Legend make_legend(const Plot& plot, const Survey& survey) {
  Legend legend;
  if (plot.curves.empty()) return legend;
  if (plot.curves.size() == 1) {
    const std::string& name = plot.curves[0].name;
    const bool is_said = plot.title.find(name) != std::string::npos || plot.y_label.find(name) != std::string::npos;
    if (is_said) return legend;
  }
  double row = 0.0;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    std::string name = svg::clean(plot.curves[i].name);
    if (name.empty()) name = "curve " + std::to_string(i + 1);
    std::string shown = svg::fit(name, tick_size, longest_name);
    if (survey.n_drawable[i] == 0) shown += " (no data)";
    legend.entries.push_back({std::move(name), std::move(shown), i});
    const double width = entry_width(legend.entries.back());
    if (i % rows_beside == 0) legend.column_widths.push_back(0.0);
    legend.column_widths.back() = std::max(legend.column_widths.back(), width);
    row += width;
  }
  legend.is_right = row > canvas_width - 100;
  return legend;
}

bool has_note(const PlotAxis& axis) { return axis.factor != 0 || !axis.offset.empty(); }

Layout arrange(const Plot& plot, const Survey& survey, const Legend& legend) {
  Layout layout;
  layout.y = make_axis(survey.y.low, survey.y.high, 8, true);
  Box& box = layout.box;
  box.top = edge;
  if (!plot.title.empty()) box.top += title_size + 11;
  layout.legend_top = box.top;
  if (!legend.entries.empty() && !legend.is_right) box.top += row_height + 4;
  if (has_note(layout.y)) box.top += tick_size + 6;
  box.height = plot_height;
  box.left = edge + (plot.y_label.empty() ? 0 : label_size + 9) + widest_label(layout.y) + tick_length + 5;

  double right = edge + 8;
  if (legend.is_right) right = std::accumulate(legend.column_widths.begin(), legend.column_widths.end(), edge + 4);
  box.width = std::max(least_plot_width, canvas_width - box.left - right);
  layout.width = std::ceil(box.left + box.width + right);
  // As many ticks as leave their labels well apart.
  for (int intervals = 10; intervals >= 2; --intervals) {
    layout.x = make_axis(survey.x.low, survey.x.high, intervals, survey.is_phase_plane());
    const auto count = static_cast<double>(layout.x.ticks.size());
    if (count * (widest_label(layout.x) + 18) <= box.width) break;
  }
  const bool has_x_line = !plot.x_label.empty() || has_note(layout.x);
  layout.height = std::ceil(box.bottom() + tick_length + tick_size + 6 + (has_x_line ? label_size + 9 : 0) + edge - 4);
  return layout;
}

}  // namespace alembert::plot
