/// Kinematics and dynamics of a robot at a state.
#pragma once
#include <memory>
#include <span>

#include "alembert/kernel/centroidal.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/jacobian.h"
#include "alembert/workbench/robot/robot.h"

namespace alembert {

/// A state (q, v) of a Robot, and answers to questions about it:
///
///   RobotState state(robot);                 // once: all memory is taken here
///   state.set(q, v);                         // in the loop
///   state.inverse_dynamics(vdot, tau);       // and any other question, in any order
///
/// One for each thread; many may share one Robot. After construction nothing allocates, locks or waits, and nothing
/// throws but for a span of the wrong size or a frame of another robot: Error (bad_value), which names the argument.
/// (These tests stay in release builds; they cost less than a nanosecond each.) What several questions need, such as
/// world poses, is worked out for the first of them and kept until the next set(), so stale numbers cannot come out.
/// Numbers that are not finite give results that are not finite.
///
/// Conventions. SI units and radians; Robot says what q and v are. Matrices are row-major and overwritten. The
/// equations of motion are M(q) vdot + C(q, v) v + g(q) = tau + J^T F, with F the forces of add_force(). Springs,
/// dampers and friction of the file are not in them: passive_forces() gives these, to be added to tau. Spatial vectors
/// have the angular part first: Motion (w, v), Force (moment n, force f). TwistFrame says how those of a frame E are
/// expressed:
///
///   world   along world axes, at the world's origin       body    along E's axes, at E's origin
///   mixed   along world axes, at E's origin
class RobotState {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  /// `robot` must outlive this object and stay in its place. Begins at the robot's start.
  explicit RobotState(const Robot& robot);
  explicit RobotState(const Robot&& robot) = delete;
  RobotState(RobotState&&) noexcept;
  RobotState& operator=(RobotState&&) noexcept;
  ~RobotState();

  const Robot& robot() const;

  /// Goes to another state. Copies q [nq] and v [nv], which may be empty for a robot at rest; quaternions are given
  /// unit length (one of length zero becomes not-a-number). Forgets all forces. Cost O(n).
  void set(In q, In v = {});
  In q() const;  ///< [nq]
  In v() const;  ///< [nv]

  /// Adds a force from outside that acts on the body of E: moment [N m] and force [N], expressed as `as` says.
  /// It counts in inverse and forward dynamics and their derivatives until the next set().
  void add_force(const PlanFrame& E, const Force<double>& F, TwistFrame as);

  // Kinematics. The first question about poses, velocities or Jacobians after set() costs O(n), others O(1) and, for
  // matrices, O(nv).

  /// X_WE: p_W = R p_E + p.
  Transform<double> pose(const PlanFrame& E);
  /// Velocity of E in the world [rad/s, m/s].
  Motion<double> velocity(const PlanFrame& E, TwistFrame as);
  /// J [6 x nv] with J v = velocity(E, as).
  void jacobian(const PlanFrame& E, TwistFrame as, Out J);
  /// dJ/dt [6 x nv] along the motion at v. For `mixed`, the lower rows of J vdot + dJ/dt v are the acceleration of E's
  /// origin.
  void jacobian_rate(const PlanFrame& E, TwistFrame as, Out Jdot);

  // Dynamics.

  /// tau [nv] that makes the robot accelerate by vdot [nv] (empty: zero): M vdot + C v + g - J^T F. The recursive
  /// Newton-Euler algorithm, O(n).
  void inverse_dynamics(In vdot, Out tau);
  /// vdot [nv] that tau [nv] gives: M^-1 (tau - C v - g + J^T F). The articulated-body algorithm, O(n). Not finite in a
  /// configuration where some motion has no inertia.
  void forward_dynamics(In tau, Out vdot);
  /// C v + g [nv], without forces. O(n).
  void bias(Out h);
  /// g [nv], O(n).
  void gravity(Out g);
  /// Generalized forces [nv] of the file's springs, dampers and friction at this state. Efforts, forces and actuators
  /// that are formulas in the file count as zero. O(n).
  void passive_forces(Out tau);

  /// M [nv x nv], both triangles, with the armature. The composite-rigid-body algorithm.
  void mass_matrix(Out M);
  /// x = M^-1 r [nv] without making M. O(n).
  void mass_solve(In r, Out x);
  /// M^-1 [nv x nv]. O(n nv).
  void mass_inverse(Out inverse);
  /// C [nv x nv] with dM/dt = C + C^T, so that dM/dt - 2 C is skew; and M for little more where it is not empty.
  void coriolis_matrix(Out C, Out M = {});

  /// Derivatives [nv x nv] of inverse_dynamics(vdot, tau), row: component of tau; that by vdot is M. Displacements of q
  /// are along the speeds, as in Robot::step(). Forces stay constant in the axes of their bodies.
  void inverse_dynamics_derivatives(In vdot, Out dtau_dq, Out dtau_dv, Out M);
  /// vdot [nv] of forward_dynamics(tau, vdot) and its derivatives [nv x nv]; that by tau is M^-1.
  void forward_dynamics_derivatives(In tau, Out vdot, Out dvdot_dq, Out dvdot_dv, Out M_inverse);

  /// Y [nv x 10 moving_bodies] with M vdot + C v + g = Y Robot::regressor_parameters() + armature vdot. vdot [nv],
  /// empty: zero.
  void regressor(In vdot, Out Y);

  // The robot as a whole.

  double kinetic_energy();                ///< [J]
  double potential_energy();              ///< [J] of gravity (zero with all mass at the world's origin) and springs
  Momentum<double> momentum();            ///< about the world's origin, with mass and mass centre
  CentroidalMotion<double> centroidal();  ///< momentum about the mass centre, motion of the mass centre
  /// A [6 x nv] with A v = centroidal().momentum. O(n).
  void centroidal_matrix(Out A);
  /// J [3 x nv] with J v the velocity of the mass centre. O(n).
  void center_jacobian(Out J);

 private:
  struct Memory;  ///< its layout depends on the instruction set that the library was built for
  std::unique_ptr<Memory> memory_;
};

}  // namespace alembert
