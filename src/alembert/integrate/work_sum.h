/// Work over a part of a step, from the power along the method's interpolation.
#pragma once
#include <array>
#include <cmath>
#include <utility>

#include "alembert/system/status.h"

namespace alembert {

/// Gauss' formula with three points, of order 6. `power(t, value)` returns a status and writes [W].
template <class Power>
Status gauss_work(double from, double to, double& sum, const Power& power) {
  const double half = 0.5 * (to - from), middle = from + half, reach = std::sqrt(0.6);
  sum = 0.0;
  for (const auto& [place, share] :
       {std::pair(-reach, 5.0 / 9.0), std::pair(0.0, 8.0 / 9.0), std::pair(reach, 5.0 / 9.0)}) {
    double value = 0.0;
    if (const Status status = power(middle + place * half, value); !status.good()) return status;
    sum += share * half * value;
  }
  return std::isfinite(sum) ? Status{} : Status{Trouble::not_finite, -1, to};
}

/// The same on halves until no half changes the sum by more than `allowed`: drives do work that the motion, and with it
/// the size of steps, does not feel. `sum` is gauss_work() of the whole before.
template <class Power>
Status refine_work(double from, double to, double allowed, double& sum, const Power& power, int halvings = 12) {
  const double middle = 0.5 * (from + to);
  const std::array<std::pair<double, double>, 2> halves = {std::pair(from, middle), std::pair(middle, to)};
  std::array<double, 2> parts{};
  for (std::size_t k = 0; k < 2; ++k)
    if (const Status status = gauss_work(halves[k].first, halves[k].second, parts[k], power); !status.good())
      return status;
  const bool same = std::abs(parts[0] + parts[1] - sum) <= allowed;
  for (std::size_t k = 0; k < 2 && !same && halvings > 0; ++k)
    if (const Status status = refine_work(halves[k].first, halves[k].second, allowed, parts[k], power, halvings - 1);
        !status.good())
      return status;
  sum = parts[0] + parts[1];
  return {};
}

}  // namespace alembert
