/// [table.X]: curves given by points, used in expressions as X(x).
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "alembert/io/document.h"
#include "alembert/io/names_in_model.h"

namespace alembert {

/// Most points of a table.
constexpr std::size_t most_table_points = 10'000;

/// The points of a curve, x strictly increasing.
struct TableCurve {
  std::vector<Expr> x;
  std::vector<Expr> y;
};

/// The straight lines between the points of the curve, and its end values beyond them; its derivative by x is the slope
/// of the line (that of the line above at a point). Nested selects, so that each x takes as many comparisons as the
/// logarithm of the number of points. At least one point.
Expr piecewise_linear(const TableCurve& curve, Expr x);

/// Reads all tables into names.tables. The parameters must be known. A `file` is relative to `folder`; it has two
/// numbers in each line, separated by a comma, a semicolon or blanks; lines that start with # and one line of words
/// above the numbers are skipped. Throws Error with the place in the model, or in the file of the table.
void read_tables(const Value& document, const std::filesystem::path& folder, ModelNames& names);

}  // namespace alembert
