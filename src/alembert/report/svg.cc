#include "alembert/report/svg.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <queue>
#include <tuple>

namespace alembert::svg {
namespace {

constexpr std::uint32_t broken = 0xfffd;

struct Rune {
  std::uint32_t code = broken;
  std::size_t size = 1;  ///< in bytes
};

/// Reads the code point at `at`; bytes that are not UTF-8 (overlong, surrogate, cut short) read as U+FFFD one by one.
Rune decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() - at < size) return {};
  std::uint32_t code = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0U) != 0x80) return {};
    code = (code << 6U) | (byte(at + i) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  if (code < least[size] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {code, size};
}

bool is_forbidden(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code & 0xfffeU) == 0xfffe;
}

/// Advance widths of Helvetica for U+0020 to U+007E, in thousandths of the font size.
constexpr std::array<int, 95> helvetica{278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                                        556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                                        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                                        667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                                        333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                                        556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};

double rune_width(std::uint32_t code) {
  if (code >= 0x20 && code < 0x7f) return helvetica[code - 0x20] / 1000.0;
  const bool is_mark = (code >= 0x300 && code < 0x370) || (code >= 0x200b && code < 0x2010) || code == 0xfe0f;
  if (is_mark) return 0.0;
  return code >= 0x1f000 ? 1.3 : code >= 0x2e80 ? 1.0 : 0.62;
}

/// The points at `kept` (sorted), each starting anew if there was a gap anywhere since the one before.
std::vector<Point> select(std::span<const Point> points, std::vector<std::size_t>& kept) {
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  std::vector<Point> result;
  result.reserve(kept.size());
  std::size_t next = 0;
  for (const std::size_t i : kept) {
    Point point = points[i];
    for (; next <= i; ++next) point.starts = point.starts || points[next].starts;
    result.push_back(point);
  }
  return result;
}

double squared_distance(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double length2 = dx * dx + dy * dy;
  const double along = length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
  const double ex = p.x - a.x - along * dx;
  const double ey = p.y - a.y - along * dy;
  return ex * ex + ey * ey;
}

/// A piece of the curve between two kept points, and the point in it that is farthest from their chord.
struct Piece {
  double distance2 = 0.0;
  std::size_t first = 0;
  std::size_t farthest = 0;
  std::size_t last = 0;

  bool operator<(const Piece& other) const {  // ties go to the earlier piece, so that the result is always the same
    return std::tie(distance2, other.first) < std::tie(other.distance2, first);
  }
};

Piece measure(std::span<const Point> points, std::size_t first, std::size_t last) {
  Piece piece{0.0, first, first, last};
  for (std::size_t i = first + 1; i < last; ++i) {
    const double d2 = squared_distance(points[i], points[first], points[last]);
    if (d2 > piece.distance2) piece.distance2 = d2, piece.farthest = i;
  }
  return piece;
}

std::array<std::size_t, 6> extremes(std::span<const Point> points) {
  const auto by_x = [](const Point& a, const Point& b) { return a.x < b.x; };
  const auto by_y = [](const Point& a, const Point& b) { return a.y < b.y; };
  const auto x = std::minmax_element(points.begin(), points.end(), by_x);
  const auto y = std::minmax_element(points.begin(), points.end(), by_y);
  const auto index = [&](auto at) { return static_cast<std::size_t>(at - points.begin()); };
  return {0, points.size() - 1, index(x.first), index(x.second), index(y.first), index(y.second)};
}

/// Where thinning by distance begins: extremes, ends of gaps, and every so many points so that no piece is long.
std::vector<std::size_t> seeds(std::span<const Point> points, std::size_t limit) {
  const auto outer = extremes(points);
  std::vector<std::size_t> found;
  const std::size_t stride = points.size() / (limit / 8) + 1;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].starts) found.insert(found.end(), {i - 1, i});
    if (i % stride == 0) found.push_back(i);
  }
  found.erase(std::unique(found.begin(), found.end()), found.end());
  const std::size_t room = limit - outer.size();
  if (found.size() > room) {  // almost nothing but gaps: an even choice of them
    for (std::size_t k = 0; k < room; ++k) found[k] = found[k * found.size() / room];
    found.resize(room);
  }
  found.insert(found.end(), outer.begin(), outer.end());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const Rune rune = decode(text, at);
    if (rune.code == '\t' || rune.code == '\n' || rune.code == '\r') {
      result += ' ';
    } else if (rune.code == broken) {
      result += "\uFFFD";
    } else if (!is_forbidden(rune.code)) {
      result += text.substr(at, rune.size);
    }
    at += rune.size;
  }
  return result;
}

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default: result += c;
    }
  }
  return result;
}

double text_width(std::string_view text, double font_size) {
  double width = 0.0;
  for (std::size_t at = 0; at < text.size();) {
    const Rune rune = decode(text, at);
    width += rune_width(rune.code);
    at += rune.size;
  }
  return 1.08 * width * font_size;
}

std::string fit(std::string_view text, double font_size, double width) {
  if (text_width(text, font_size) <= width) return std::string(text);
  constexpr std::string_view ellipsis = "\u2026";
  const double room = width - text_width(ellipsis, font_size);
  std::size_t end = 0;
  for (double used = 0.0; end < text.size();) {
    const Rune rune = decode(text, end);
    used += 1.08 * rune_width(rune.code) * font_size;
    if (used > room) break;
    end += rune.size;
  }
  return std::string(text.substr(0, end)) + std::string(ellipsis);
}

std::string number(double value) {
  const long long hundredths = std::llround(value * 100.0);
  const long long size = std::llabs(hundredths);
  std::string text = (hundredths < 0 ? "-" : "") + std::to_string(size / 100);
  const long long rest = size % 100;
  if (rest == 0) return text;
  text += '.';
  text += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) text += static_cast<char>('0' + rest % 10);
  return text;
}

std::vector<Point> thin_by_columns(std::span<const Point> points, std::size_t columns) {
  if (points.empty()) return {};
  const double left = std::min(points.front().x, points.back().x);
  const double width = std::max(points.front().x, points.back().x) - left;
  const auto column = [&](const Point& p) {
    const double at = width > 0 ? (p.x - left) / width * static_cast<double>(columns) : 0.0;
    return std::min(static_cast<std::size_t>(std::max(at, 0.0)), columns - 1);
  };
  std::vector<std::size_t> kept{0, points.size() - 1};
  for (std::size_t first = 0; first < points.size();) {
    const std::size_t here = column(points[first]);
    std::size_t lowest = first, highest = first, next = first + 1;
    for (; next < points.size() && column(points[next]) == here; ++next) {
      if (points[next].y < points[lowest].y) lowest = next;
      if (points[next].y > points[highest].y) highest = next;
    }
    kept.insert(kept.end(), {lowest, highest});
    first = next;
  }
  return select(points, kept);
}

std::vector<Point> thin_by_distance(std::span<const Point> points, std::size_t limit) {
  assert(limit >= 16);
  if (points.size() <= limit) return {points.begin(), points.end()};
  std::vector<std::size_t> kept = seeds(points, limit);
  std::priority_queue<Piece> pieces;
  for (std::size_t k = 1; k < kept.size(); ++k) pieces.push(measure(points, kept[k - 1], kept[k]));
  constexpr double invisible2 = 0.05 * 0.05;  // px^2
  while (kept.size() < limit && !pieces.empty() && pieces.top().distance2 > invisible2) {
    const Piece worst = pieces.top();
    pieces.pop();
    kept.push_back(worst.farthest);
    pieces.push(measure(points, worst.first, worst.farthest));
    pieces.push(measure(points, worst.farthest, worst.last));
  }
  return select(points, kept);
}

std::string path(std::span<const Point> points) {
  std::string text;
  std::string last;
  bool first_line = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool starts = i == 0 || points[i].starts;
    const bool ends = i + 1 == points.size() || points[i + 1].starts;
    if (starts && ends) continue;
    const std::string at = number(points[i].x) + " " + number(points[i].y);
    if (!starts && !ends && at == last) continue;
    text += starts ? "M" : first_line ? "L" : " ";
    text += at;
    first_line = starts;
    last = at;
  }
  return text;
}

std::vector<Point> dots(std::span<const Point> points) {
  std::vector<Point> alone;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool starts = i == 0 || points[i].starts;
    const bool ends = i + 1 == points.size() || points[i + 1].starts;
    if (starts && ends) alone.push_back(points[i]);
  }
  return alone;
}

}  // namespace alembert::svg
