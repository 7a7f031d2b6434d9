/// Is a matrix a rotation?
#pragma once
#include <functional>
#include <string>

#include "alembert/model/orientation.h"
#include "alembert/model/reals.h"

namespace alembert {

/// Largest entry of R^T R - 1 that still passes as rounded digits of a rotation.
constexpr double rotation_tolerance = 1e-3;

/// What to write instead of a matrix that is no rotation.
constexpr const char* rotation_remedy =
    "its columns are the second frame's axes in the first: unit vectors at right angles, right-handed";

/// What keeps R from being a rotation, in words with the numbers; "" when it is one within rotation_tolerance.
std::string fault_of_rotation(const Mat3<double>& R);

/// Orthonormal up to the rounding of double, so that nothing is gained by replacing it.
bool is_exact_rotation(const Mat3<double>& R);

/// The rotation nearest to R (least sum of squared differences of the entries), with w >= 0.
/// Ref: Bar-Itzhack, New method for extracting the quaternion from a rotation matrix, J. Guidance 23(6), 2000,
/// version 3.
Quaternion<double> nearest_quaternion(const Mat3<double>& R);

/// The value of a formula with the parameters' values.
using RealOf = std::function<double(Expr)>;

/// Throws Error (bad_value) at `at` when the orientation, with the parameters' values, is not finite, has a zero axis
/// or quaternion, or a matrix that is no rotation. `what` names it: "body 'rod': rotation".
void check_orientation(const Orientation& orientation, const std::string& what, const Source& at, const RealOf& real);
void check_orientation(const Orientation& orientation, const std::string& what, const Source& at,
                       const NumberReals& real);

}  // namespace alembert
