/// What there is to know about a system at one state.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/spatial/transform.h"
#include "alembert/system/status.h"

namespace alembert {

/// A state that owns its numbers.
struct Point {
  double t = 0.0;
  std::vector<double> q, v, z;
};

/// What to evaluate at.
struct EvaluateOptions {
  Point at;
  std::optional<std::vector<double>> a;    ///< accelerations for inverse dynamics; zero when absent
  std::optional<std::vector<double>> tau;  ///< replaces the model's efforts in `acceleration`
  std::string frame;                       ///< mechanisms: a body, or body.frame, to tell more about; "" for none
};

/// Where a body is, in the world.
struct BodyPose {
  std::string name;
  Transform<double> X_WB;
  double angle = 0.0;  ///< planar models [rad], not wrapped
};

/// What a frame does, in world axes and at its origin; angular parts first.
struct FrameMotion {
  Transform<double> X_WF;
  Motion<double> velocity;
  std::vector<double> jacobian;  ///< [6 x nv]
};

/// What a system has when it is made of bodies, in world axes.
struct BodyNumbers {
  bool planar = false;
  double mass = 0.0;              ///< [kg] with what is fixed to the world
  Vec3<double> linear_momentum;   ///< [kg m/s]
  Vec3<double> angular_momentum;  ///< [kg m^2/s] about the world's origin
  Vec3<double> center_of_mass;    ///< [m]
  std::vector<BodyPose> poses;    ///< every body but the ground, in file order
  std::optional<FrameMotion> frame;
};

/// What a joint's first body exerts on its second by constraint, at the joint's point, in world axes.
struct JointLoad {
  std::string joint;
  Vec3<double> force;   ///< [N]
  Vec3<double> moment;  ///< [N m]
};

/// Numbers at one state, in SI units per coordinate; matrices row-major.
struct Evaluation {
  std::vector<double> inputs;
  std::vector<double> M, C;  ///< empty for mechanisms of more than 3000 speeds
  std::vector<double> g;
  std::vector<double> bias;       ///< C v + g
  std::vector<double> remaining;  ///< r of forms/energies/lagrange.h; zero for mechanisms
  std::vector<double> effort;     ///< options.tau where given, else [work], or the efforts of joints
  std::vector<double> passive;    ///< applied forces and dissipation less `remaining`: M a + bias = tau + passive
  std::vector<double> inverse_dynamics;  ///< M a + bias - passive
  std::vector<double> acceleration;      ///< for tau, or the model's own efforts; empty when M is singular
  std::vector<double> momenta;           ///< dL/dq', or M v
  std::vector<double> state_rates;
  double kinetic = 0.0;
  double potential = 0.0;
  double conserved = 0.0;
  double power = 0.0;
  Status status;                    ///< of the acceleration
  std::vector<std::string> rows;    ///< names of the rows of constraints
  std::vector<double> constraint;   ///< [row] phi(q); A v - b of rows that are not holonomic
  std::size_t holonomic = 0;        ///< rows that hold positions: the first ones
  std::vector<double> jacobian;     ///< [row x nv] A
  std::vector<double> multipliers;  ///< [row] of `acceleration` (empty when M is singular), or of options.a where given
  int rank = 0;                     ///< of A
  std::vector<std::pair<std::string, double>> dependent;  ///< coordinates of joints that close loops
  std::vector<JointLoad> reactions;                       ///< [joint], of the same acceleration as the multipliers
  std::vector<std::pair<std::string, double>> drives;     ///< efforts of driven coordinates
  std::vector<std::string> undetermined;                  ///< whose reactions, efforts or multipliers are not unique
  std::optional<BodyNumbers> bodies;
};

}  // namespace alembert
