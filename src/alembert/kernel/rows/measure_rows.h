/// Rows that read a measure's rate from the motion of bodies.
#pragma once
#include "alembert/kernel/rows/row_set.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// Adds a row whose entries give the rate of a measure of order 0: sum of entries . velocity = rate and
/// sum of entries . acceleration = rate' + c; phi is the measure's value. An angular velocity (of a body, along its own
/// axes) is a rate itself: sum of entries . velocity = value, phi 0.
///
/// Kinds: point, angle, quaternion, angular_velocity. Others are none of a constraint.
///
/// @param p      of a point: in the reference frame of its body [m]
/// @param value  of angles and quaternions, whose value needs more than poses (turns counted, sign kept). Of the two
///               quaternions of a pose the one with this value is taken; where it is within 5e-10 of zero both have it,
///               and the one with w >= 0 is taken
template <Scalar S>
void add_measure_row(const Measure& measure, std::span<const BodyMotion<S>> bodies, const Vec3<S>& p, const S& value,
                     RowSet<S>& rows);

}  // namespace alembert
