/// The state in which a mechanism starts.
#pragma once
#include <vector>

#include "alembert/model/mechanism.h"
#include "alembert/model/reals.h"

namespace alembert {

/// [coordinate] of a joint without a start: zero; of spherical and free joints, and of translations that are placed
/// nowhere, the drawn pose.
std::vector<double> unwritten_start(const Mechanism& model, const Joint& joint, const NumberReals& real);

/// [nq] coordinates as written, unwritten_start() where there are none; quaternions normalised.
/// Throws Error (bad_value) with the joint's place for numbers that are not finite and for a quaternion of zero length.
std::vector<double> start_coordinates(const Mechanism& model, const NumberReals& real);

/// [nv] speeds as written, zero where none are.
std::vector<double> start_speeds(const Mechanism& model, const NumberReals& real);

/// Gives every quaternion in q unit length; throws Error (bad_value) naming the joint where one has none.
void normalize_quaternions(const Mechanism& model, std::vector<double>& q);

}  // namespace alembert
