/// The units that model files may use.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "alembert/symbolic/units.h"

namespace alembert {

/// A unit: how much of SI it is, exactly: factor / divisor * pi^pi.
struct Unit {
  std::string_view name;
  std::string_view factor;  ///< decimal text
  std::int64_t divisor;
  int pi;
  Dimension dimension;
};

/// All units; "1" is among them, for 1/s.
std::span<const Unit> all_units();

}  // namespace alembert
