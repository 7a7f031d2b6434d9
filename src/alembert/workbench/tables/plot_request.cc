#include "alembert/workbench/tables/plot_request.h"

#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/report/plot.h"

namespace alembert {
namespace {

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

}  // namespace

PlotRequest::PlotRequest(const std::string& text, const RunColumns& columns) {
  const std::size_t colon = find_outside_names(text, ':');
  std::string rest = text;
  if (colon != std::string::npos) {
    x_ = columns.find(std::string(trimmed(std::string_view(text).substr(0, colon))));
    rest = text.substr(colon + 1);
  }
  for (std::size_t from = 0; from <= rest.size();) {
    const std::size_t comma = std::min(find_outside_names(rest, ',', from), rest.size());
    y_.push_back(columns.find(std::string(trimmed(std::string_view(rest).substr(from, comma - from)))));
    from = comma + 1;
  }
  find_labels(columns);
}

PlotRequest::PlotRequest(std::vector<std::size_t> chosen, const RunColumns& columns) : y_(std::move(chosen)) {
  find_labels(columns);
}

void PlotRequest::find_labels(const RunColumns& columns) {
  x_label_ = with_unit(columns.names()[x_], columns.units()[x_]);
  // One unit for all is said at the axis; different ones are said with each name.
  const std::string& unit = columns.units()[y_.front()];
  const bool same = std::ranges::all_of(y_, [&](std::size_t c) { return columns.units()[c] == unit; });
  for (const std::size_t c : y_)
    y_names_.push_back(same ? columns.names()[c] : with_unit(columns.names()[c], columns.units()[c]));
  y_label_ = same ? with_unit(join(y_names_, ", "), unit) : join(y_names_, ", ");
  curves_.resize(y_.size());
}

void PlotRequest::add(std::span<const double> row) {
  for (std::size_t k = 0; k < y_.size(); ++k) curves_[k].add(row[x_], row[y_[k]]);
}

std::string PlotRequest::draw(const std::string& title) const {
  Plot plot{title, x_label_, y_label_, {}};
  for (std::size_t k = 0; k < y_.size(); ++k) {
    PlotCurve& curve = plot.curves.emplace_back(PlotCurve{y_names_[k], {}, {}});
    for (const ThinnedCurve::Point& p : curves_[k].points()) {
      curve.x.push_back(p.x);
      curve.y.push_back(p.y);
    }
  }
  return draw_svg(plot);
}

}  // namespace alembert
