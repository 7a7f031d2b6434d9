/// A system and its constraints as one implicit problem: positions, speeds and multipliers together.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/sparse_assembly.h"
#include "alembert/integrate/system_ode.h"
#include "alembert/linalg/independent_rows.h"

namespace alembert {

/// The index-2 form of Gear, Gupta and Leimkuhler, F(t, Y, Y') = 0 with Y = (q, v, z, lambda, mu, nu):
///
///   q' - N(q) (v - G^T mu) + Q nu = 0         phi(t, q) = 0
///   M v' + A^T lambda - f = 0                 A v - b = 0
///   z' - h = 0                                (|quaternion|^2 - 1) / 2 = 0
///
/// where G are the holonomic rows of A and Q places each quaternion in its own column. Position and speed are both held
/// on their constraints; mu and nu, which are zero on the solution, take up what a method's error leaves.
///
/// Rows that depend on others would make this singular: choose_rows() keeps an independent set, which the others follow
/// as long as the rank stays. lambda and mu belong to the rows kept.
///
/// Indices in a status are those of y = (q, v, z, W) unless of_row(). The problem `ode` must outlive this.
/// Ref: Gear, Leimkuhler and Gupta 1985, J. Comput. Appl. Math. 12-13; Hairer and Wanner II, sec. VII.1.
class StabilizedForm {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  explicit StabilizedForm(SystemOde& ode);

  /// Chooses the rows to keep at a state. True where they are others than before: sizes and patterns change with them.
  bool choose_rows(double t, In y);
  /// Largest |phi| and |A v - b| of the rows not kept, at a state; 0 where all are kept.
  double dropped_excess(double t, In y);
  /// Whether others than the rows kept would be much further apart at a state.
  bool rows_are_poor(double t, In y);

  int size() const { return nu_ + static_cast<int>(quaternions_.size()); }
  int differential() const { return lambda_; }  ///< q, v and z come first: how many these are
  /// Writes the part of y but W into Y, with multipliers and rates that fit.
  Status begin(double t, In y, Out Y, Out rate);

  Status residual(double t, In Y, In rate, Out F);
  /// dF/dY + factor dF/dY'. Exact where mu = 0: what changes G^T mu with q is left out.
  Status jacobian(double t, double factor, In Y, In rate, SparseAssembly& J);

 private:
  /// lambda of all rows, zero for those not kept.
  In all_multipliers(In Y);
  void evaluate_rows(double t, const State& x);
  /// Which of the listed rows of A_ are independent, in scales_.
  RowChoice independent(std::span<const int> listed) const;
  std::vector<double> kept_multipliers(double t, In q);
  /// v - G^T mu.
  void corrected_speeds(In v, In mu);
  void add_coordinate_rows(double factor, In Y, const State& x, SparseAssembly& J);
  void add_motion_rows(double factor, SparseAssembly& J);
  void add_constraint_rows(SparseAssembly& J);
  /// Adds scale times a row that has columns along the tangent to row `to`, in terms of the coordinates.
  void add_along_tangent(const SparseRows& matrix, int row, int to, double scale, SparseAssembly& J) const;
  Status of_speed(Status status) const;

  SystemOde& ode_;
  const System& system_;
  Sizes sizes_;
  std::vector<int> quaternions_;
  std::vector<int> kept_;     ///< rows, ascending; holonomic ones first
  std::vector<int> dropped_;  ///< the others
  std::vector<int> all_rows_;
  RowScales scales_;  ///< where the rows were chosen
  int kept_holonomic_ = 0;
  int lambda_ = 0, mu_ = 0, nu_ = 0;  ///< where these begin in Y

  SparseRows A_, N_, qdot_by_q_;
  std::vector<double> phi_, b_;
  ResidualJacobian parts_;
  std::vector<double> speeds_;           ///< v - G^T mu
  std::vector<double> all_lambda_;       ///< [na]
  std::vector<double> squares_;          ///< [nv] of the columns of N
  std::vector<std::vector<int>> moved_;  ///< [speed] elements of N_ in its column
  std::vector<int> coordinate_;          ///< [element of N_] its row
};

}  // namespace alembert
