/// The equations of constraints that are given by geometry: no-slip, distance, rolling, in-line, in-plane, rack.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "alembert/kernel/rows/frame_pair.h"
#include "alembert/model/geometric_row_words.h"

namespace alembert {

/// Numbers of one geometric constraint. F is on the body that is rolled on or carries the line or plane (a distance's
/// first point, a no-slip's `on` body), its z along the line, normal or (no-slip: not used); M is on the other body:
///
///   no-slip   M.p the point, z of M the direction                 distance  the two points
///   rolling   M.p the centre, z of M the axis of a disc; for ellipsoids M has the body's axes
///   in-line, in-plane   M.p the point                             rack      M.p the centre, z of M the axis
template <Scalar S>
struct GeometricRowReals {
  int first = 0, second = 0;  ///< bodies of F and of M
  Transform<S> X_1F = Transform<S>::identity();
  Transform<S> X_2M = Transform<S>::identity();
  S radius{0.0};
  Vec3<S> semiaxes;
};

/// Values at a time that a row needs besides the bodies' motion.
template <Scalar S>
struct RowDrive {
  S value{0.0};         ///< distance: the length; rack: turn x radius less way at the start
  S rate{0.0};          ///< d/dt
  S acceleration{0.0};  ///< d2/dt2
};

/// Adds the rows of a geometric constraint, in the order of geometric_row_words().
///
///   distance  |p_M - p_F| - length        no-slip  z_M . (v_M - v of F's body there)
///   rolling   normal: height of the lowest point over the plane; forward, sideways: velocity of the body's point that
///             touches less that of the plane there, along the track (axis x normal of a disc; F's x for others) and
///             across it
///   in-line   x_F . d and y_F . d (planar: the direction in the plane at right angles to z_F), d = p_M - p_F
///   in-plane  z_F . d
///   rack      radius turn - way - value, the way along z_F; the turn about z_M, in space from z_F to x_M as seen along
///             z_M, in the turn that makes the row smallest (an axis along the line: coefficients are not finite);
///             normal: distance of the axis of the pinion from the pitch line, along z_F x z_M, less radius
///
/// @param turn  planar rack: the pinion's angle relative to the rack's body, not wrapped; others do not need it
template <Scalar S>
void add_geometric_rows(const MechanismConstraint& constraint, bool planar, const GeometricRowReals<S>& reals,
                        const FramePair<S>& pair, const RowDrive<S>& drive, const S& turn, RowSet<S>& rows);

}  // namespace alembert
