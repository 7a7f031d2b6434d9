/// What each joint type can exert on its bodies, and how it lets them move.
#pragma once
#include "alembert/forms/blocks/blocks.h"
#include "alembert/kernel/rows/frame_pair.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// Fills reactions, forces, motions and points of a joint from its frames F and M, world axes. Reactions are the
/// independent components that the type has:
///
///   planar    revolute fx fy       prismatic f (at right angles to the axis, z x axis) m     fixed fx fy m
///             translation m        free none
///   spatial   revolute fx fy fz m1 m2     prismatic f1 f2 mx my mz     cylindrical f1 f2 m1 m2
///             universal fx fy fz m        spherical, gimbal fx fy fz   planar f m1 m2
///             screw f1 f2 f m1 m2         fixed fx fy fz mx my mz      translation mx my mz    free none
///
/// Forces act at M's origin, of the first body on the second. x y z are the world's axes, 1 2 those of F's x and y; f
/// alone is along F's z (a screw's with the moment -pitch f), m alone along the normal of a universal joint's two axes.
/// Motions are in the order of the joint's speeds; a gimbal's, and the turns of a free joint with Euler angles, are
/// about M's axes.
template <Scalar S>
void fill_freedom(const Mechanism& model, const Joint& joint, const FramePair<S>& pair, const S& pitch,
                  BlockJoint<S>& block);

}  // namespace alembert
