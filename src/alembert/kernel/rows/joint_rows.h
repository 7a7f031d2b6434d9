/// The constraint equations of every joint type, written from geometry alone: an independent statement of what the
/// moving joints of kernel/joints/ do by their coordinates.
#pragma once
#include <string>
#include <vector>

#include "alembert/kernel/rows/frame_pair.h"
#include "alembert/model/joint_type.h"
#include "alembert/spatial/quaternion.h"

namespace alembert {

/// What a joint's equations need besides its frames.
template <Scalar S>
struct JointRowReals {
  Transform<S> X_1F = Transform<S>::identity();  ///< F on the first body, in its reference frame
  Transform<S> X_2M = Transform<S>::identity();  ///< M on the second; the joint moves M in F (plan/joint_frames.h)
  S pitch{0.0};                                  ///< of a screw [m/rad]
};

/// Names of the rows after the joint's: tx ty tz for the origins' distance, rx ry rz for the axes. Planar models have
/// tx, ty and rz alone. In the order that add_joint_rows() writes them. Empty for free joints.
std::vector<std::string> joint_row_names(JointType type, bool planar);

/// Adds the rows. Their sign is that of (first - second), or of (second - first) where the first body is the ground, so
/// that a moving body's own coordinates stand with +1. Revolute, universal, spherical, gimbal and fixed joints have
/// tx, ty, tz along the world's axes; prismatic, cylindrical, planar and screw joints along those of F.
/// A screw's tz is slide - pitch turn in the turn where that is smallest, so that it is known from the poses alone.
template <Scalar S>
void add_joint_rows(JointType type, bool planar, const FramePair<S>& pair, const S& pitch, RowSet<S>& rows);

/// Rows of axes and rotations are also zero where axes are opposite instead of equal, or after half a turn: a state
/// that satisfies every row of a joint is one of the joint only where this holds.
bool is_right_way_round(JointType type, bool planar, const FramePair<double>& pair);

/// Adds, for each speed of a joint, a row that reads it from the bodies' motion: with the joint's other equations
/// satisfied, sum of entries . velocity = speed and sum of entries . acceleration = speed' + c. phi is the coordinate
/// where the speed is the rate of one, 0 for quaternion joints. Angles are those nearest to `near`; that of a screw
/// with a pitch the one nearest to slide / pitch.
///
/// @param sequence  Euler angles of gimbal and of free, "" where there are none (free: speeds as in model-format.md)
/// @param near      [speeds] where angles are looked for; empty means 0
template <Scalar S>
void add_speed_rows(JointType type, bool planar, const std::string& sequence, const FramePair<S>& pair, const S& pitch,
                    std::span<const double> near, RowSet<S>& rows);

/// The unit quaternion of M in F of a spherical or free joint: what its coordinates qw ... qz are, with qw >= 0.
template <Scalar S>
Quaternion<S> relative_quaternion(const FramePair<S>& pair);

}  // namespace alembert
