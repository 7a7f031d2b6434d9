/// Pieces of SVG text: safe text, its likely width, short numbers, and polylines of limited size.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::svg {

/// `text` as one line of valid UTF-8 that XML 1.0 can hold: line breaks and tabs become spaces, other controls and
/// non-characters vanish, broken bytes become U+FFFD. Not yet escaped.
std::string clean(std::string_view text);

/// Escapes & < > " ' in clean text.
std::string escape(std::string_view text);

/// Likely width in pixels of clean text at a font size: the advance widths of Helvetica plus 8 %, since the reader's
/// sans-serif font is not known here.
double text_width(std::string_view text, double font_size);

/// Clean text cut to `width` pixels, ending in an ellipsis where something was cut.
std::string fit(std::string_view text, double font_size, double width);

/// A length rounded to two decimals without trailing zeros: "12.5", "-3", "0". |value| < 1e15.
std::string number(double value);

/// A point of a polyline, in pixels.
struct Point {
  double x = 0.0;
  double y = 0.0;
  bool starts = false;  ///< no line leads here from the point before
};

/// For x that only rises or only falls: the lowest and the highest point in each of `columns` equal columns, and the
/// two ends. At most 2 * columns + 2 points; columns narrower than the line leave the picture as it was. O(n).
std::vector<Point> thin_by_columns(std::span<const Point> points, std::size_t columns);

/// For any other curve: at most `limit` (>= 16) points, those first whose removal would move the line farthest
/// (Douglas and Peucker 1973, best first), down to a twentieth of a pixel. Keeps the extremes in x and in y.
std::vector<Point> thin_by_distance(std::span<const Point> points, std::size_t limit);

/// The polyline as the `d` of a path ("M1 2L3 4 5 6M..."). Points alone between two gaps are left to dots().
std::string path(std::span<const Point> points);

/// The points that have no neighbour to be joined with.
std::vector<Point> dots(std::span<const Point> points);

}  // namespace alembert::svg
