/// The one virtual interface between those who make equations and those who solve them.
#pragma once
#include <span>
#include <string>
#include <vector>

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

/// Energies at a state, in joule, and the power that keeps their account.
struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
  double conserved = 0.0;  ///< what stays constant when `power` is zero: kinetic + potential, or the Jacobi integral
                           ///< where the energies depend on time or have parts linear in the rates
  double power = 0.0;      ///< [W] d(conserved)/dt: by forces outside the potential, drives and explicit time
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
  /// Partial derivatives of vdot: by q along the tangent (nv x nv), by v (nv x nv), by z (nv x nz), by u (nv x nu).
  virtual Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const = 0;

  /// Solves  M x + A^T lambda = f,  A x = c  at q: the step between accelerations, impulses and projections, all
  /// orthogonal in the sense of the mass matrix. Rows that depend on others are allowed; lambda is then the smallest.
  /// Only asked of systems that have rows.
  virtual Status constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const;

  virtual void constraint(double t, In q, Out phi) const;                 ///< phi [nc]
  virtual void constraint_jacobian(double t, In q, SparseRows& A) const;  ///< A [na x nv]; memory is kept
  virtual void constraint_speed(double t, In q, Out b) const;             ///< b [na]
  virtual void constraint_acceleration(const State& x, Out c) const;      ///< c [na] of A vdot = c

  virtual Energies energies(const State& x, In u) const = 0;

  virtual void event_values(const State& x, In u, Out values) const;  ///< [events]
};

}  // namespace alembert
