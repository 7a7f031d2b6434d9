/// Line plots as self-contained SVG text.
#pragma once
#include <string>
#include <vector>

namespace alembert {

/// One line through the points (x[i], y[i]), in the order given; x need not rise, so phase planes are curves too.
/// A point with a NaN or an infinity breaks the line. Where x and y differ in length, the longer one is cut.
struct PlotCurve {
  std::string name;
  std::vector<double> x, y;
};

/// Labels come with their unit, e.g. "t [s]". All text is UTF-8; what XML cannot hold is dropped.
struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<PlotCurve> curves;
};

/// The plot as one <svg> element, ready to be a file or a part of an HTML page: no scripts, no style sheet, no ids, no
/// outside references, its own white background. About 760 x 400 px; a long list of curves makes it wider.
///
/// Axes end on round ticks; see ticks.h for how narrow, huge and constant data are labelled. The legend stands above
/// the axes, or to their right when it does not fit in a row. A curve is drawn with at most 2000 points, chosen so that
/// the picture stays the same (svg.h). A curve that lies exactly on an earlier one is dashed so that both are seen.
/// The same plot gives the same text, byte for byte. Cost O(samples) in time and memory.
std::string draw_svg(const Plot& plot);

}  // namespace alembert
