/// Rotors of motors behind gears, as URDF files write them below <transmission>.
#pragma once
#include <vector>

#include "alembert/io/urdf/urdf_elements.h"

namespace alembert {

/// Adds to the armature of joints what the rotors of their transmissions weigh on them: J n^2.
///
/// J is <rotor_inertia>, <rotorInertia>, <motor_inertia> or <motorInertia> in an <actuator>; n is <gear_ratio>,
/// <gearRatio> or <mechanicalReduction> in the actuator, or else in the <joint> or the <transmission>, and 1 where none
/// is written. Both are numbers between the tags or in the attribute `value`; a namespace before the element's name
/// ("drake:") does not matter.
///
/// A rotor that cannot be used (no number, below zero, two different ratios in one element or one that is zero, no
/// joint or several, a joint without a single coordinate) is a warning; so is another ratio in an element farther away.
/// Transmissions without rotors are counted as not used.
void add_rotors(const XmlElement& robot, std::vector<UrdfJoint>& joints, UrdfRemarks& remarks);

}  // namespace alembert
