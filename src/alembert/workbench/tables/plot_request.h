/// A plot of columns of a run, collecting its points row by row in bounded memory.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/workbench/tables/columns.h"
#include "alembert/workbench/tables/thinned_curve.h"

namespace alembert {

/// "x,th" draws these columns against time, "th:th'" draws th' against th.
class PlotRequest {
 public:
  /// Throws Error for columns that do not exist.
  PlotRequest(const std::string& text, const RunColumns& columns);
  /// Columns against time; at least one.
  PlotRequest(std::vector<std::size_t> chosen, const RunColumns& columns);

  void add(std::span<const double> row);
  std::string draw(const std::string& title) const;  ///< SVG

 private:
  void find_labels(const RunColumns& columns);

  std::size_t x_ = 0;
  std::string x_label_, y_label_;
  std::vector<std::size_t> y_;
  std::vector<std::string> y_names_;
  std::vector<ThinnedCurve> curves_;  ///< as y_
};

}  // namespace alembert
