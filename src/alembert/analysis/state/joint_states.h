/// States of a mechanism in words that do not depend on how it is told: joint by joint.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "alembert/plan/retold/retold.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {

using JointStates =
    std::map<std::string, JointState>;  ///< by name, of all joints that move, also those that close loops

/// A state of the whole mechanism, with the coordinates of joints that close loops, or near to them.
struct MechanismPlace {
  double t = 0.0;
  std::vector<double> q, v, z, closing;

  State state() const { return {t, q, v, z}; }
};

/// The joints at a place of the mechanism of `system`; with their accelerations where vdot [nv] is not empty.
JointStates joint_states(const MechanismSystem& system, const MechanismPlace& at, std::span<const double> vdot = {});

/// The place in `model` of these joints.
MechanismPlace place_of(const Mechanism& model, double t, const std::vector<double>& z, const JointStates& joints);

/// The joints of a retold mechanism, from those that the original has.
JointStates retold_states(const Retold& tale, const JointStates& original);

}  // namespace alembert
