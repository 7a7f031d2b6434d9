#include "alembert/symbolic/first_exit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alembert {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Inside where it is no number.
double margin_of(const Interval& x, const Interval& range) {
  const double margin = std::min(x.lo - range.lo, range.hi - x.hi);
  const bool number = x.lo == x.hi;
  return number ? margin : std::numeric_limits<double>::infinity();
}

}  // namespace

Cell look(std::span<const Enclosure> functions, std::span<const Interval> ranges) {
  Cell cell = Cell::inside;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto& [value, rate] = functions[i];
    if (ranges[i].lo <= value.lo && value.hi <= ranges[i].hi) continue;
    if (rate[0].lo < 0.0 && rate[0].hi > 0.0) return Cell::open;
    cell = Cell::one_way;
  }
  return cell;
}

double FirstExit::margin(double t) {
  ++evaluations_;
  const std::span<const Enclosure> f = values_(t, t);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ranges_.size(); ++i) least = std::min(least, margin_of(f[i].x, ranges_[i]));
  return least;
}

std::vector<FirstExit::Outside> FirstExit::outside_at(double t) {
  const std::span<const Enclosure> f = values_(t, t);
  std::vector<Outside> list;
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    if (margin_of(f[i].x, ranges_[i]) < 0.0) list.push_back({i, f[i].x.lo < ranges_[i].lo});
  return list;
}

std::optional<double> FirstExit::find(double begin, double end) {
  evaluations_ = sampled_ = 0;
  if (!(begin < end)) return {};
  if (margin(begin) < 0.0) return begin;
  constexpr int patience = 1000;  // evaluations after which cells are left undecided that are 16 times as long
  const double instant = 4.0 * epsilon * std::max(std::abs(begin), std::abs(end));
  double least = instant;
  int next_patience = patience;
  std::vector<std::pair<double, double>> cells{{begin, end}};
  while (!cells.empty()) {
    const auto [a, b] = cells.back();
    cells.pop_back();
    ++evaluations_;
    const Cell cell = look(values_(a, b), ranges_);
    if (cell == Cell::inside) continue;
    const double middle = a + 0.5 * (b - a);
    if (cell == Cell::open && b - a > least && a < middle && middle < b) {
      cells.emplace_back(middle, b);
      cells.emplace_back(a, middle);
      if (evaluations_ > next_patience) {
        next_patience = evaluations_ + patience;
        least *= 16.0;
      }
      continue;
    }
    if (cell == Cell::open && b - a > 16.0 * instant) ++sampled_;
    if (cell == Cell::open && margin(middle) < 0.0) return locate(a, middle);
    if (margin(b) < 0.0) return locate(a, b);
  }
  return {};
}

/// False position, halving where that is slow, until no double lies between.
double FirstExit::locate(double inside, double outside) {
  double at_inside = margin(inside), at_outside = margin(outside);
  // Close to t = 0 doubles resolve times far below anything that happens.
  const double finest = 0x1p-62 * (outside - inside);
  for (int k = 0; std::nextafter(inside, outside) < outside && outside - inside > finest; ++k) {
    const double width = outside - inside;
    double t = inside + 0.5 * width;
    if (k % 3 != 2 && std::isfinite(at_inside) && std::isfinite(at_outside)) {
      // A little to that side of the zero which is still far from it, so that both ends come close.
      const double zero = inside + width * (at_inside / (at_inside - at_outside));
      const double nudge = 2.0 * epsilon * std::abs(zero);
      t = zero - inside > outside - zero ? zero - nudge : zero + nudge;
      if (k % 3 == 1) t = zero;
    }
    if (!(t > inside && t < outside)) t = inside + 0.5 * width;
    const double here = margin(t);
    (here < 0.0 ? outside : inside) = t;
    (here < 0.0 ? at_outside : at_inside) = here;
  }
  return at_inside == 0.0 ? inside : outside;
}

}  // namespace alembert
