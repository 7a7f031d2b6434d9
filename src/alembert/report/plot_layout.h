/// Where the parts of a plot go: everything that is decided before anything is drawn. Sizes in pixels.
#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "alembert/report/plot.h"
#include "alembert/report/ticks.h"

namespace alembert::plot {

inline constexpr double edge = 16.0;
inline constexpr double title_size = 15.0;
inline constexpr double label_size = 13.0;
inline constexpr double tick_size = 12.0;
inline constexpr double tick_length = 5.0;
inline constexpr double sample_length = 26.0;   ///< of a line in the legend
inline constexpr double row_height = 20.0;      ///< of the legend above the axes
inline constexpr double row_beside = 18.0;      ///< of the legend beside the axes
inline constexpr std::size_t rows_beside = 18;  ///< reach a little below the axes, no farther than the tick labels do

struct Box {
  double left = 0.0;
  double top = 0.0;
  double width = 0.0;
  double height = 0.0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

/// Of the numbers added.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// What the samples of a curve say about the axes.
struct Survey {
  Extent x, y;
  std::vector<std::size_t> n_drawable;  ///< [curve] points with both numbers finite
  std::vector<bool> is_monotonic;       ///< [curve] x only rises or only falls

  bool is_empty() const { return x.low > x.high; }
  bool is_phase_plane() const {
    return std::find(is_monotonic.begin(), is_monotonic.end(), false) != is_monotonic.end();
  }
};

std::size_t length(const PlotCurve& curve);
bool is_drawable(const PlotCurve& curve, std::size_t i);
Survey look_at(const std::vector<PlotCurve>& curves);

/// Of the legend.
struct Entry {
  std::string name;       ///< clean, in full
  std::string shown;      ///< cut to the room there is
  std::size_t curve = 0;  ///< which one
};

struct Legend {
  std::vector<Entry> entries;
  bool is_right = false;              ///< beside the axes, in columns, instead of above them
  std::vector<double> column_widths;  ///< beside the axes
};

double entry_width(const Entry& entry);
/// A single curve is named only if the title and the y label do not do so already.
Legend make_legend(const Plot& plot, const Survey& survey);

struct Layout {
  Box box;  ///< between the axes
  double width = 0.0;
  double height = 0.0;
  double legend_top = 0.0;
  PlotAxis x, y;

  double x_of(double value) const { return box.left + position(x, value) * box.width; }
  double y_of(double value) const { return box.bottom() - position(y, value) * box.height; }
};

/// Whether the labels of an axis need a factor or an offset beside them.
bool has_note(const PlotAxis& axis);
Layout arrange(const Plot& plot, const Survey& survey, const Legend& legend);

}  // namespace alembert::plot
