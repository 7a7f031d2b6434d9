/// Freedoms that move nothing else: a rod between two ball joints spins about the line through them.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// A body, or two that a joint connects, can turn as one about a line, by any angle, while all other bodies rest, and
/// can do nothing else then. At least two joints hold it, and one of them is a ball joint: a shaft in its bearings has
/// a freedom of its own, which somebody must drive.
struct IdleSpin {
  int body = 0;       ///< the one that turns, the first of two
  Vec3<double> axis;  ///< unit vector along the line, from the first of `joints` to the next, in the body's frame
  std::vector<std::string> joints;  ///< that hold it, in file order
  Mat3<double> orientation;         ///< of the body in the world at the start
  bool led = false;  ///< what it is joined to can move by spins alone: no motion feels it where it is held
};

/// All of them at the start; none in planar models, beyond 400 rows or speeds, or where more than 60 motions are free.
std::vector<IdleSpin> idle_spins(const MechanismSetup& setup);

/// How a spin is held where motions must be determined.
enum class SpinHold : std::uint8_t {
  speed,        ///< a row `NAME.spin`: the angular velocity along the axis is zero; the output `NAME.spin_moment` is
                ///< the moment [N m] about it that holds the body
  orientation,  ///< a row of positions instead: no turn about the axis from the orientation at the start, apart from
                ///< the shortest one that leads the axis to where it is
};

/// Adds the rows to the model, whose setup must be made anew then.
void hold_spins(Mechanism& model, std::span<const IdleSpin> spins, SpinHold how);

/// "'coupler' about the line through B and C, and 'rod' ..."
std::string describe(const Mechanism& model, std::span<const IdleSpin> spins);

}  // namespace alembert
