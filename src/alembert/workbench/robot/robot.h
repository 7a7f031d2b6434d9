/// A robot for programs that compute with it many times: controllers, planners, estimators.
#pragma once
#include <array>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/io/load.h"
#include "alembert/system/mechanism/plan_frames.h"

namespace alembert {

/// A coordinate or a speed: its name as files and results have it, and its SI unit ("" for parts of quaternions).
struct RobotQuantity {
  std::string name;
  std::string unit;
};

/// Where a joint's numbers stand: coordinates first_q ... first_q + nq - 1 of q, speeds first_v ... first_v + nv - 1 of
/// v, and with the speeds efforts and accelerations. A fixed joint has none.
struct RobotJoint {
  std::string name;
  JointType type = JointType::revolute;
  std::size_t first_q = 0, nq = 0;
  std::size_t first_v = 0, nv = 0;
};

/// What the file allows along one speed; infinite where it says nothing. Nothing in the library enforces these.
struct RobotLimits {
  double lower = -std::numeric_limits<double>::infinity();  ///< of the coordinate [rad, m]
  double upper = std::numeric_limits<double>::infinity();   ///< of the coordinate [rad, m]
  double speed = std::numeric_limits<double>::infinity();   ///< [rad/s, m/s]
  double effort = std::numeric_limits<double>::infinity();  ///< [N m, N]
};

/// A mechanism read from a file and made ready: a tree of rigid bodies, its numbers and its names.
///
/// Const after construction: any number of threads may use one Robot, each with a RobotState of its own, which is where
/// kinematics and dynamics are computed. Copies are independent. Lookups by name are for set-up; they search.
///
/// SI units and radians. A vector q has nq() coordinates and a vector v of speeds nv(), both in the order of the joints
/// in the file. For most joints v = dq/dt and nq = nv. A spherical joint has a unit quaternion (w, x, y, z) and the
/// angular velocity along the moving axes; a free joint has position, quaternion, and angular, then linear velocity,
/// both along the moving body's axes. Vectors of efforts and accelerations have nv() elements and go with the speeds.
class Robot {
 public:
  /// Reads a .urdf or .toml file. Each of `settings` is "name=value" and changes a parameter of the model.
  ///
  /// Throws Error, with the place in the file where there is one: for what is wrong in the file or with the options,
  /// for a system given by its energies, and for loops and other constraints, which only Workbench and `alembert` hold
  /// (mimic joints of a .urdf may be set free by options.independent_mimic).
  explicit Robot(const std::filesystem::path& file, const LoadOptions& options = {},
                 std::span<const std::string> settings = {});

  /// The robot of a model that is ready already, such as Workbench::setup(). Copies what it needs. Throws Error for
  /// constraints.
  explicit Robot(const MechanismSetup& setup);

  const std::string& name() const { return name_; }                      ///< as the file has it, may be empty
  const std::vector<Warning>& warnings() const { return warnings_; }     ///< about the file
  std::size_t nq() const { return static_cast<std::size_t>(plan_.nq); }  ///< number of coordinates
  std::size_t nv() const { return static_cast<std::size_t>(plan_.nv); }  ///< number of speeds

  const std::vector<RobotQuantity>& coordinates() const { return coordinates_; }  ///< [nq] "elbow", "base.qw"
  const std::vector<RobotQuantity>& speeds() const { return speeds_; }            ///< [nv] "elbow'", "base.wx"
  const std::vector<RobotJoint>& joints() const { return joints_; }               ///< in file order
  const std::vector<RobotLimits>& limits() const { return limits_; }              ///< [nv]
  const std::vector<NamedPlanFrame>& frames() const { return frames_; }           ///< everything that frame() finds

  /// Place in q, place in v, joint of a name. A speed is found with or without its prime. Throw Error (unknown_name)
  /// with the nearest name as hint.
  std::size_t coordinate(std::string_view coordinate_name) const;
  std::size_t speed(std::string_view speed_name) const;
  const RobotJoint& joint(std::string_view joint_name) const;

  /// The frame "body", "body.frame", "body.point" or "body.center" (the last two have the body's axes); "ground" is the
  /// world. The result is a plain value. A frame of your own is made by moving it: with X_ET the pose of a tool in E,
  ///
  ///   PlanFrame tool = robot.frame("link7.flange");
  ///   tool.X_BE = tool.X_BE * X_ET;
  ///
  /// Throws Error (unknown_name).
  PlanFrame frame(std::string_view frame_name) const { return find_frame(frames_, frame_name); }

  const std::vector<double>& start_q() const { return start_q_; }  ///< [nq] where the file starts
  const std::vector<double>& start_v() const { return start_v_; }  ///< [nv]
  double mass() const { return mass_; }                            ///< [kg] of all bodies, with those that are fixed

  /// What the algorithms of kernel/ run on, for calling them directly.
  const Plan& plan() const { return plan_; }
  const Params<double>& params() const { return par_; }

  /// Bodies of the plan without the world, [n_bodies - 1]: the blocks of RobotState::regressor(). Bodies of the file
  /// that are fixed to each other are one, under the name of the one next to the world. A massless body inside a joint
  /// with several axes has no name.
  const std::vector<std::string>& moving_bodies() const { return moving_bodies_; }
  /// [10 x moving bodies] the parameters that go with the regressor's columns: see inertial_parameters() in
  /// kernel/regressor.h.
  std::vector<double> regressor_parameters() const;

  // Moving on the manifold of configurations. No allocation; cost O(n). Throw Error (bad_value) for wrong sizes.

  /// Where q gets along the tangent vector dq [nv], such as v dt: q + dq, for quaternions q exp(dq) of unit length.
  /// q_new [nq] may be q.
  void step(std::span<const double> q, std::span<const double> dq, std::span<double> q_new) const;
  /// The dq [nv] with which step() goes from one configuration to the other, turns by the shorter way.
  void difference(std::span<const double> from, std::span<const double> to, std::span<double> dq) const;
  /// Gives every quaternion in q unit length. One of length zero becomes not-a-number.
  void normalize(std::span<double> q) const;
  /// dq/dt [nq] at the speeds v.
  void coordinate_rates(std::span<const double> q, std::span<const double> v, std::span<double> qdot) const;

 private:
  friend class RobotState;

  std::string name_;
  std::vector<Warning> warnings_;
  Plan plan_;
  Params<double> par_;
  double mass_ = 0.0;
  ForceParams<double> forces_;
  std::vector<int> turns_;          ///< PlaneAngles::turns
  std::size_t force_formulas_ = 0;  ///< how many values forces_ wants from formulas
  std::vector<double> start_q_, start_v_;
  std::vector<RobotQuantity> coordinates_, speeds_;
  std::vector<RobotJoint> joints_;
  std::vector<RobotLimits> limits_;
  std::vector<NamedPlanFrame> frames_;
  std::vector<std::string> moving_bodies_;
};

}  // namespace alembert
