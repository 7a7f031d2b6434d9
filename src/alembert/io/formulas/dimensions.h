/// Dimensions of what model files hold. Readers of formulas take lists: of those that they allow. Internal to io/.
#pragma once
#include <array>

#include "alembert/symbolic/units.h"

namespace alembert {

namespace dimension {
inline constexpr Dimension angle{.angle = 1};
inline constexpr Dimension length{.length = 1};
inline constexpr Dimension force{.length = 1, .mass = 1, .time = -2};
inline constexpr Dimension torque{.length = 2, .mass = 1, .time = -2};
}  // namespace dimension

inline constexpr std::array<Dimension, 1> no_dimension{{{}}};
inline constexpr std::array<Dimension, 1> length_dimension{dimension::length};
inline constexpr std::array<Dimension, 1> mass_dimension{{{.mass = 1}}};
inline constexpr std::array<Dimension, 1> force_dimension{dimension::force};

}  // namespace alembert
