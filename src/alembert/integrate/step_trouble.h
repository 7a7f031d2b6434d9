/// What methods ask about trouble inside a tried step.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>

#include "alembert/system/status.h"

namespace alembert {

/// The first component that is NaN or infinite, or -1.
inline int first_not_finite(std::span<const double> x) {
  const auto at = std::ranges::find_if(x, [](double value) { return !std::isfinite(value); });
  return at == x.end() ? -1 : static_cast<int>(at - x.begin());
}

/// Whether a smaller step may cure it.
inline bool curable(Trouble trouble) {
  return trouble == Trouble::singular || trouble == Trouble::not_finite || trouble == Trouble::inconsistent ||
         trouble == Trouble::lost || trouble == Trouble::unmet;
}

}  // namespace alembert
