/// A plot that the user asked for, collecting its points as rows come.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/workbench/columns.h"

namespace alembert {

/// "x,th" draws these columns against time, "th:th'" draws th' against th.
class PlotRequest {
 public:
  /// Throws Error for columns that do not exist.
  PlotRequest(const std::string& text, const Columns& columns);

  void add(std::span<const double> row);
  std::string draw(const std::string& title) const;  ///< SVG

 private:
  std::size_t x_ = 0;
  std::string x_label_, y_label_;
  std::vector<std::size_t> y_;
  std::vector<std::string> y_names_;
  std::vector<double> x_values_;
  std::vector<std::vector<double>> y_values_;
};

}  // namespace alembert
