/// Accelerations, multipliers and joint reactions of a mechanism in body coordinates: all joints are constraints.
#pragma once
#include <optional>
#include <vector>

#include "alembert/forms/bodies/body_equations.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/linalg/sparse_kkt.h"

namespace alembert {

/// What a joint's first body exerts on its second, world axes. The constraint part alone: efforts, drives, springs,
/// dampers and friction along the joint's speeds are not in it.
struct JointReaction {
  Vec3<double> force;   ///< [N]
  Vec3<double> moment;  ///< [N m] about the joint's point on the second body, the origin of its frame M
};

/// Solves  M acc + A^T lambda = Q,  A acc = c  of forms/bodies/body_equations.h, sparse: three unknowns a body in
/// planar models, six in spatial ones. The order of elimination is found at the first state and kept. Where sparse
/// factors do not come down to rounding (redundant rows between bodies whose masses differ by many orders of magnitude)
/// and the model is small, dense. Serves one thread. Cost: proportional to the number of bodies in chains and trees.
class BodyDynamics {
 public:
  /// Both must outlive this.
  BodyDynamics(const BodyPlan& plan, const BodyParams<double>& par);

  /// Solves at a state. What the report says must be looked at: rows that contradict each other have a violation above
  /// SparseKkt::consistent, a motion without inertia or numbers that are not finite are not `solved`.
  const SparseKkt::Report& solve(const BodyState<double>& state);

  // Results of the last solve().
  const BodyEquations<double>& equations() const { return equations_; }
  /// [body] of the reference frame, its origin's classical; [0] is zero.
  const std::vector<BodyAcceleration<double>>& accelerations() const { return accelerations_; }
  const std::vector<double>& multipliers() const { return lambda_; }          ///< [BodyPlan::rows]
  const std::vector<JointReaction>& reactions() const { return reactions_; }  ///< [joint]

 private:
  void analyse();
  void fill();
  void fill_inertia();
  void solve_dense();
  void read_accelerations();
  JointReaction reaction(const BodyState<double>& state, int joint) const;

  const BodyPlan* plan_;
  const BodyParams<double>* par_;
  BodyEquations<double> equations_;
  std::optional<SparseKkt> kkt_;
  std::vector<int> pattern_;  ///< the bodies of all entries of rows, as they were analysed
  std::vector<double> mass_, inertia_, rows_, f_, x_, lambda_;
  std::vector<SparseKkt::Place> mass_places_, row_places_;  ///< of mass_ and rows_
  std::vector<BodyAcceleration<double>> accelerations_;
  std::vector<JointReaction> reactions_;
  SparseKkt::Report report_;
};

}  // namespace alembert
