/// The one virtual interface between those who make equations and those who solve them.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/system/row_scales.h"
#include "alembert/system/status.h"

namespace alembert {

/// How many numbers each part of a system's state and constraints has.
struct Sizes {
  int nq = 0;      ///< coordinates q
  int nv = 0;      ///< speeds v
  int nz = 0;      ///< extra states z (controllers, filters)
  int nu = 0;      ///< inputs u
  int nc = 0;      ///< holonomic rows: phi(t, q) = 0
  int na = 0;      ///< rows of A(t, q) v = b(t, q): the holonomic ones differentiated first, then the nonholonomic ones
  int events = 0;  ///< functions whose zero crossings a solver must locate
};

/// A state, seen through spans into the caller's storage.
struct State {
  double t = 0.0;             ///< [s]
  std::span<const double> q;  ///< [nq]
  std::span<const double> v;  ///< [nv]
  std::span<const double> z;  ///< [nz]
};

/// A matrix by rows, only the elements that may differ from zero.
struct SparseRows {
  std::vector<int> first{0};  ///< [rows + 1]
  std::vector<int> column;
  std::vector<double> value;
};
/// The same matrix row-major, with its zeros; entries of one place add up.
std::vector<double> dense(const SparseRows& rows, std::size_t columns);

/// Partial derivatives of what residual() gives; memory is kept between calls.
struct ResidualJacobian {
  SparseRows mass;                    ///< [nv x nv] r by vdot: M
  SparseRows by_q, by_v, by_z;        ///< [nv x nv | nv | nz] of r, by q along the tangent
  SparseRows z_by_q, z_by_v, z_by_z;  ///< [nz x nv | nv | nz] of zdot
  SparseRows rows_by_q;               ///< [na x nv] of A v - b, by q along the tangent
};

/// Energies at a state, in joule, and the power that keeps their account.
struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
  double conserved = 0.0;    ///< what stays constant when `power` is zero: kinetic + potential, or the Jacobi integral
                             ///< where the energies depend on time or have parts linear in the rates
  double power = 0.0;        ///< [W] d(conserved)/dt: by forces outside the potential, drives and explicit time
  double dissipation = 0.0;  ///< [W] what dampers and friction take away: power = supplied - dissipation
};

///   qdot = N(q) v        M(t,q) vdot + A(t,q)^T lambda = f(t,q,v,z,u)        zdot = h(t,q,v,z,u)
///   phi(t,q) = 0         A(t,q) v = b(t,q)
///
/// Double only and virtual: templates stop here, so a solver compiles once. Matrices are row-major. Methods are const
/// but keep scratch memory of their own, so one object serves one thread at a time. The defaults describe a system with
/// nq = nv, no constraints, no extra states and no events.
class System {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  System() = default;
  System(const System&) = default;
  System& operator=(const System&) = default;
  virtual ~System() = default;

  virtual Sizes sizes() const = 0;
  virtual std::string coordinate_name(int i) const = 0;  ///< of q[i], in the user's words
  virtual std::string speed_name(int i) const = 0;       ///< of v[i]

  virtual std::string row_name(int i) const;  ///< of row i of A, "D.tx"

  /// The inputs as the model gives them at time t.
  virtual void inputs(double t, Out u) const = 0;

  /// Rate of the coordinates, qdot = N(q) v.
  virtual void qdot(In q, In v, Out qd) const;
  /// Its derivatives: N by v [nq x nv], whose columns are orthogonal, and by q [nq x nq]. Elements that are always zero
  /// are left out, the pattern is the same at every call; memory is kept.
  virtual void qdot_jacobian(In q, In v, SparseRows& by_v, SparseRows& by_q) const;
  /// Where unit quaternions begin in q, ascending.
  virtual std::vector<int> quaternions() const { return {}; }
  /// Moves q along the tangent vector dq [nv]: addition, or the group's step for rotations.
  virtual void step(In q, In dq, Out q_new) const;
  /// Removes from q what integration has added across its manifold: quaternions get unit length.
  virtual void tidy(Out q) const;
  /// The speed that moves a coordinate, for messages.
  virtual int speed_of(int coordinate) const { return coordinate; }
  /// The tangent vector [nv] that step() needs to go from `from` to `to`.
  virtual void difference(In from, In to, Out dq) const;

  /// Accelerations, rates of the extra states and multipliers [na].
  virtual Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const = 0;
  /// Whether the last accelerate() found rows that depend on each other, or nearly so: there accelerations make sense
  /// on the constraints alone.
  virtual bool rows_depend() const { return false; }
  /// How many rows the last accelerate() or constrained_solve() found to be independent of each other, with pivots of
  /// A M^-1 A^T above this share of its largest element: fewer close to a configuration where rank is lost.
  virtual int rows_above(double /*share*/) const { return sizes().na; }
  /// Partial derivatives of vdot: by q along the tangent (nv x nv), by v (nv x nv), by z (nv x nz), by u (nv x nu).
  virtual Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const = 0;

  /// What accelerations and multipliers leave of the equations of motion: r = M vdot + A^T lambda - f [nv], and the
  /// rates of the extra states [nz]. Nothing is solved, so M and A may be singular.
  virtual Status residual(const State& x, In u, In vdot, In lambda, Out r, Out zdot) const;
  /// Exact derivatives of these; the inputs u are held. Elements that are always zero are left out, the pattern is
  /// the same at every call.
  virtual Status residual_jacobian(const State& x, In u, In vdot, In lambda, ResidualJacobian& derivatives) const;

  /// Hamilton's view: momenta p = dL/dv [nv], and `rate` [nv] = dL/dq along the tangent + generalized forces outside L,
  /// such that  pdot = ad*_v p + rate - A^T lambda  (the first term is zero but for rotations as quaternions).
  virtual Status momentum(const State& x, In u, Out p, Out rate) const;

  /// Solves  M x + A^T lambda = f,  A x = c  at q: the step between accelerations, impulses and projections, all
  /// orthogonal in the sense of the mass matrix. Rows that depend on others are allowed; lambda is then the smallest.
  /// Without rows: x = M^-1 f.
  virtual Status constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const;

  virtual void constraint(double t, In q, Out phi) const;                 ///< phi [nc]
  virtual void constraint_jacobian(double t, In q, SparseRows& A) const;  ///< A [na x nv]; memory is kept
  virtual void constraint_speed(double t, In q, Out b) const;             ///< b [na]
  virtual void constraint_acceleration(const State& x, Out c) const;      ///< c [na] of A vdot = c
  /// What rows and speeds are measured in around a configuration. Whoever does not know what its rows are made of takes
  /// the largest norms that they have at q and around it, and then the largest coefficients of each speed. What is not
  /// finite does not count.
  virtual RowScales row_scales(double t, In q) const;

  virtual Energies energies(const State& x, In u) const = 0;
  /// Whether the dissipation in energies() can differ from zero.
  virtual bool dissipates() const { return false; }

  /// What later answers depend on besides their arguments: turns of angles that are read from poses. A run that another
  /// process goes on with hands it to recall() there.
  virtual std::vector<double> memory() const { return {}; }
  /// A motion has come to this state, from the last one that was accepted or from the start: such angles continue from
  /// it, by the speeds there, and no longer from whatever was evaluated last.
  virtual void accept(const State& /*x*/) const {}
  /// Another motion begins: such angles are looked for near the start again.
  virtual void start_over() const {}
  virtual void recall(In /*memory*/) const {}

  virtual void event_values(const State& x, In u, Out values) const;  ///< [events]
};

}  // namespace alembert
