/// How each joint type of a model is made of the joints that kernels know.
#pragma once
#include <vector>

#include "alembert/model/mechanism.h"
#include "alembert/plan/axis_choice.h"
#include "alembert/plan/plan.h"

namespace alembert {

/// One joint of a chain, about or along an axis of the joint's frame F (spherical and free have none).
struct JointStep {
  JointKind kind = JointKind::revolute;
  AxisChoice axis = AxisChoice::z;
};

/// The chain from frame F on the first body to frame M on the second, in the order of the coordinates; empty for fixed.
///
///   revolute, prismatic, screw   about or along z              cylindrical    turns about z, slides along z
///   universal                    about z, then about x         planar         along x, along y, about z
///   gimbal                       about the axes of `sequence`  free, Euler    along x, y, z, then as gimbal
std::vector<JointStep> joint_steps(const Mechanism& model, const Joint& joint);

}  // namespace alembert
