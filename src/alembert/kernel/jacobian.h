/// Jacobians of frames on bodies, and their rates.
#pragma once
#include <span>

#include "alembert/kernel/world_workspace.h"

namespace alembert {

/// How the twist V = J v of a frame E that is fixed to a body is expressed.
enum class TwistFrame {
  world,  ///< world axes; velocity of the body's point that is at the world's origin (spatial twist)
  body,   ///< E's axes; velocity of E's origin (body twist)
  mixed,  ///< world axes; velocity of E's origin
};

/// J with J v = V_WE, expressed as `frame` says. Columns of speeds that do not move the body are zero.
///
/// @param ww    with world_columns
/// @param body  of the plan; 0 is the world
/// @param X_BE  pose of E in the body's frame
/// @param J     [6 x nv] row-major, angular rows first; overwritten
/// Cost O(nv). No allocation.
/// Ref: Lynch and Park 2017, sec. 5.1 (space and body Jacobian).
template <Scalar S>
void jacobian(const WorldWorkspace<S>& ww, int body, const Transform<S>& X_BE, TwistFrame frame, std::span<S> J);

/// dJ/dt at the speeds given to world_velocities, which must have run. Jdot v is then what the acceleration has besides
/// J vdot: of the spatial twist for `world`, of its components in E for `body`; for `mixed` the lower rows are the
/// classical acceleration of E's origin.
template <Scalar S>
void jacobian_rate(const WorldWorkspace<S>& ww, int body, const Transform<S>& X_BE, TwistFrame frame,
                   std::span<S> Jdot);

}  // namespace alembert
