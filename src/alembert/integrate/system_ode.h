/// A system as the first-order problem that integration methods see.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "alembert/integrate/ode.h"
#include "alembert/integrate/passage.h"
#include "alembert/integrate/projection.h"
#include "alembert/system/system.h"

namespace alembert {

///   y = (q, v, z, W),  dy/dt = (N(q) v, vdot, zdot, power)
///
/// W is the work done since the start; it rides along without steering the step size unless asked to. Constraints are
/// held by the accelerations and by project(). Where rows depend on each other, or nearly, they agree on the
/// constraints alone: there rates are those of the state's projection, in all stages of a step alike. Indices in a
/// status are those of y unless of_row(). The system must outlive it.
class SystemOde : public Ode {
 public:
  /// @param work_steers  the error of W counts like that of the motion, with methods that estimate errors
  explicit SystemOde(const System& system, bool work_steers = false);

  int size() const override { return sizes_.nq + sizes_.nv + sizes_.nz + 1; }
  bool steers(int i) const override { return work_steers_ || i < size() - 1; }
  Status rhs(double t, std::span<const double> y, std::span<double> dydt) override;
  Status project(double t, std::span<double> y, bool& moved) override;
  void step_begins(bool fresh) override;
  bool must_repeat() const override { return mixed_; }
  bool has_jacobian() const override { return true; }
  /// Exact where constraints hold and quaternions have unit length; elsewhere that of the nearest such state. The row
  /// of W, on which nothing depends, stays zero.
  Status jacobian(double t, std::span<const double> y, std::span<double> J) override;

  /// y seen as a state.
  State state(double t, std::span<const double> y) const;
  /// As the system's, at inputs(), with the index of a component of y; close to a change of rank as passage.h says.
  Status accelerate(const State& x, System::Out vdot, System::Out zdot);
  /// The speed that component i of y belongs to, or -1.
  int speed_of(int i) const;

  /// Whether the last accelerate() or constrained_solve() of the system was close to a change of rank, and whether one
  /// was in sight: projection.h.
  bool near_change() { return sizes_.na > 0 && projection_.near_change(); }
  bool change_in_sight() { return sizes_.na > 0 && projection_.change_in_sight(); }

  /// What project() remembers of the run so far.
  std::array<int, 2> most_rows() const { return projection_.most_rows(); }
  void set_most_rows(const std::array<int, 2>& rows) { projection_.set_most_rows(rows); }

  System::Out inputs() { return u_; }  ///< [nu] for the caller to fill before accelerate()
  const System& system() const { return system_; }
  const Sizes& sizes() const { return sizes_; }

 private:
  Status rates(double t, std::span<const double> y, std::span<double> dydt);
  void coordinate_rows(const State& x, std::span<double> J);
  Status acceleration_rows(const State& x, std::span<double> J);
  Status extra_state_rows(const State& x, std::span<double> J);
  void add_along_tangent(std::span<const double> along, std::span<double> row) const;

  const System& system_;
  bool work_steers_;
  Sizes sizes_;
  Projection projection_;
  Passage passage_;
  bool from_rows_ = false;  ///< rates are those of projections
  bool depends_ = false;    ///< rows depend on each other, or nearly, at the state of the last accelerate()
  bool dependent_ = false;  ///< this step has seen rows that depend on each other
  bool mixed_ = false;      ///< from_rows_ has changed in this step
  std::vector<double> u_, on_rows_;
  SparseRows N_, qdot_by_q_;
  std::vector<double> squares_;                                           ///< [nv] of the columns of N
  std::vector<double> by_q_, by_v_, by_z_, by_u_, vdot_, zdot_, lambda_;  ///< for jacobian()
  ResidualJacobian parts_;
};

}  // namespace alembert
