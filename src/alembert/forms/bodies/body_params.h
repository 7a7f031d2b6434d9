/// The numbers of a mechanism in body coordinates: every body by itself, joints as constraints between bodies.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "alembert/kernel/rows/geometric_rows.h"
#include "alembert/kernel/rows/joint_rows.h"
#include "alembert/model/mechanism.h"
#include "alembert/model/reals.h"
#include "alembert/plan/force_params.h"
#include "alembert/plan/joint_frames.h"
#include "alembert/spatial/inertia.h"

namespace alembert {

/// Which point of a body its coordinates belong to. The reference frame has the body's own axes and this origin.
enum class BodyReference : std::uint8_t {
  center,  ///< the mass centre
  frame,   ///< the origin of the body's frame as the user placed it
};

/// What is decided once about frames, with numbers, and replayed on any scalar.
struct BodyFrameChoices {
  std::vector<FrameChoice> joints;                     ///< [joint]
  std::vector<std::array<AxisChoice, 2>> constraints;  ///< [constraint] of F and of M; formulas do not use theirs
};
/// Throws Error with the place for axes and directions that are zero or contradict each other.
BodyFrameChoices choose_body_frames(const Mechanism& model, const NumberReals& real);

/// Lists are in the order of the model. Vectors on a body are in its reference frame unless said otherwise.
template <Scalar S>
struct BodyParams {
  /// A point fixed to a body.
  struct Point {
    int body = 0;
    Vec3<S> p;  ///< [m]
  };
  /// What acts along one speed of a joint without a formula, and what it adds to the mass matrix.
  struct AlongSpeed {
    S damping{0.0}, stiffness{0.0}, rest{0.0};
    std::array<S, 2> friction{S(0.0), S(0.0)};  ///< for positive and for negative speed
    S friction_width{1.0};
    S armature{0.0};
  };
  struct OfSpring {
    std::array<Point, 2> ends;
    S stiffness{0.0}, damping{0.0}, length{0.0};
  };
  struct OfRotationalSpring {
    S stiffness{0.0}, damping{0.0}, rest{0.0};
  };

  BodyReference reference = BodyReference::center;
  Vec3<S> gravity;               ///< [m/s^2], world axes
  std::vector<Vec3<S>> origin;   ///< [body] of the reference frame, in the user's body frame [m]
  std::vector<S> mass;           ///< [body] [kg]
  std::vector<Vec3<S>> center;   ///< [body] mass centre; zero where it is the reference [m]
  std::vector<Sym3<S>> inertia;  ///< [body] about the mass centre, in the body's axes [kg m^2]; planar: zz alone
  std::vector<JointRowReals<S>> joints;                ///< [joint]
  std::vector<AlongSpeed> along;                       ///< [speed of all joints, BodyPlan::first_v]
  std::vector<GeometricRowReals<S>> constraints;       ///< [constraint]; of formulas it means nothing
  std::vector<Vec3<S>> force_points;                   ///< [force] where it acts
  std::vector<OfSpring> springs;                       ///< [spring]
  std::vector<OfRotationalSpring> rotational_springs;  ///< [rotational spring]
  std::vector<Point> measure_points;                   ///< [measure] of kind point, others (0, 0)
};

/// With parameters as numbers, for S = double and Dual<8>.
template <Scalar S>
BodyParams<S> number_body_params(const Mechanism& model, const BodyFrameChoices& choices, BodyReference reference,
                                 const NumberReals& real, const StartLengths& start);
/// With parameters as symbols of the model's graph, which must be current. Numbers stay exact where their exact form is
/// short (plan/readable_numbers.h).
BodyParams<Expr> formula_body_params(const Mechanism& model, const BodyFrameChoices& choices, BodyReference reference,
                                     const StartLengths& start);

/// The inertia of a body about the origin of its reference frame, in its own axes.
template <Scalar S>
Inertia<S> reference_inertia(const BodyParams<S>& par, int body) {
  const auto b = static_cast<std::size_t>(body);
  return Inertia<S>::about_center(par.mass[b], par.center[b], par.inertia[b]);
}

/// The motion of a body's reference frame from that of the user's body frame U.
///
/// @param X_WU  pose of U in the world;  w  angular velocity, v  velocity of U's origin, both in world axes
template <Scalar S>
BodyMotion<S> reference_motion(const BodyParams<S>& par, int body, const Transform<S>& X_WU, const Vec3<S>& w,
                               const Vec3<S>& v) {
  const Vec3<S>& p_U = par.origin[static_cast<std::size_t>(body)];
  return {{X_WU.R, X_WU.point(p_U)}, w, v + cross(w, X_WU.R * p_U)};
}

}  // namespace alembert
