/// The matrices of the classical forms from Newton and Euler's equations of bodies.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/bodies/body_equations.h"

namespace alembert {

/// Names of a body's coordinates: "rod.x", "rod.y", "rod.angle", in space "rod.x" ... "rod.z", "rod.wx" ... "rod.wz";
/// x is "rod.origin.x" with the frame's origin as reference, and "rod.center.x" where "rod.x" is a coordinate of a
/// joint that is called like the body.
std::vector<std::string> body_coordinate_names(const Mechanism& model, int body, BodyReference reference);

/// Blocks in body coordinates: three a body in planar models (x, y of the reference point and angle), six in spatial
/// ones (velocity of the reference point in world axes, angular velocity along the body's own axes). Rows, joints,
/// reactions and drives (efforts of joints that are not driven) are filled; `a`, B and gamma are left to the caller.
///
/// Coordinates have the names of body_coordinate_names().
///
/// @param w_B  [body] angular velocities along the bodies' own axes; [0] is not read
template <Scalar S>
Blocks<S> body_blocks(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state,
                      std::span<const Vec3<S>> w_B);

}  // namespace alembert
