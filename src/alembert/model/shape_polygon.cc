#include "alembert/model/shape_polygon.h"

#include <algorithm>
#include <vector>

namespace alembert {
namespace {

using Corner = std::array<double, 2>;

/// Twice the signed area of the triangle a, b, c.
double turn(const Corner& a, const Corner& b, const Corner& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

bool within(double x, double a, double b) { return std::min(a, b) <= x && x <= std::max(a, b); }

/// c is on the line through a and b: is it on the edge as well?
bool on_edge(const Corner& a, const Corner& b, const Corner& c) {
  return within(c[0], a[0], b[0]) && within(c[1], a[1], b[1]);
}

bool boxes_apart(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
  for (std::size_t i = 0; i < 2; ++i)
    if (std::max(a[i], b[i]) < std::min(c[i], d[i]) || std::max(c[i], d[i]) < std::min(a[i], b[i])) return true;
  return false;
}

/// Do the closed edges ab and cd have a point in common?
bool meet(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
  if (boxes_apart(a, b, c, d)) return false;
  const double c_side = turn(a, b, c), d_side = turn(a, b, d), a_side = turn(c, d, a), b_side = turn(c, d, b);
  const auto opposite = [](double p, double q) { return (p < 0.0 && q > 0.0) || (p > 0.0 && q < 0.0); };
  if (opposite(c_side, d_side) && opposite(a_side, b_side)) return true;
  return (c_side == 0.0 && on_edge(a, b, c)) || (d_side == 0.0 && on_edge(a, b, d)) ||
         (a_side == 0.0 && on_edge(c, d, a)) || (b_side == 0.0 && on_edge(c, d, b));
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> crossing_edges(std::span<const Corner> corners) {
  std::vector<std::size_t> kept;  // without repeated corners
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (corners[i] != corners[(i + 1) % corners.size()]) kept.push_back(i);
  const std::size_t n = kept.size();
  const auto corner = [&](std::size_t i) -> const Corner& { return corners[kept[i % n]]; };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j) {
      const bool neighbours = i == 0 && j == n - 1;
      if (!neighbours && meet(corner(i), corner(i + 1), corner(j), corner(j + 1))) return std::pair{kept[i], kept[j]};
    }
  return {};
}

}  // namespace alembert
