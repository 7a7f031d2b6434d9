/// Which of several forces that could hold one motion take how much.
#pragma once
#include <span>
#include <vector>

#include "alembert/linalg/box_complementarity.h"

namespace alembert {

/// Forces at rest where some, `held`, act along motions that others, `carrying`, already hold: only sums of them are
/// determined. A held force is constant until something happens, and a carrying one takes all changes of the load. So
/// the held ones take as much as they can: carrying forces come as close to zero as the bounds allow, with room on both
/// sides. Where a carrying force ends at a bound all have given what they have: nothing is left to hold the motion.
///
/// S f stays as it is. The rows of `carrying` are independent and imply those of `held`.
void share_forces(BoxComplementarity& answer, std::span<const std::size_t> carrying, std::span<const std::size_t> held);

/// How close to a bound a force is at it, of the distance of its bounds.
inline constexpr double force_at_bound = 1e-9;

/// The bound that a force is at.
Bounded side_of(const BoxComplementarity& answer, std::size_t k);

}  // namespace alembert
