/// Forces and moments in all joints and constraints of a mechanism whose motion is known.
#pragma once
#include <string>
#include <vector>

#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/measures.h"
#include "alembert/system/body_state.h"

namespace alembert {

/// From accelerations and multipliers to reactions: what every body needs for its acceleration, less what acts on it,
/// is handed down the tree of joints; closing joints and constraints have their multipliers. The constraint part alone:
/// efforts, drives, springs, dampers and friction along a joint's speeds are not in it. World axes; a joint's reaction
/// is exerted by its first body on its second, at the joint's point on the second.
///
/// Where rows depend on each other the multipliers are not unique. Drives then have the least sum of squared efforts,
/// and joints the least sum of |force|^2 + |moment / L|^2, with the model's length L; names of joints and drives whose
/// reactions are not unique are in undetermined(). Up to 400 rows; beyond that the multipliers stay as given.
/// Keeps scratch memory; serves one thread.
class ReactionSolver {
 public:
  using In = std::span<const double>;

  /// `setup` must outlive this.
  explicit ReactionSolver(const MechanismSetup& setup);

  /// At the state where `dynamics` was brought by at(t, q, v, z, u).
  ///
  /// @param vdot     [nv] accelerations
  /// @param lambda   [row]; changed where it is not unique
  /// @param efforts  [nv] in place of the model's; empty: the model's own
  const Reactions<double>& at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u, In vdot,
                              std::span<double> lambda, In efforts);

  const std::vector<std::string>& undetermined() const { return undetermined_; }

  /// What the reactions are worked out from, for those who want all of it (load_list.h).
  const BodyPlan& plan() const { return plan_; }
  const BodyParams<double>& params() const { return par_; }  ///< of the bodies' frames as the user placed them
  int body_row(int row) const { return body_row_[static_cast<std::size_t>(row)]; }  ///< its place in BodyPlan::rows
  void keep_parts() { equations_.keep_parts = true; }
  /// Of the last at().
  const BodyEquations<double>& equations() const { return equations_; }
  const BodyState<double>& state() const { return *state_; }
  const std::vector<BodyAcceleration<double>>& accelerations() const { return accelerations_; }  ///< [body]
  /// Armature times the acceleration of its joint's speed, [BodyEquations::armature].
  const std::vector<double>& armature_forces() const { return armature_forces_; }

 private:
  struct Wrench {
    Vec3<double> n, f;
  };
  using Wrenches = std::vector<Wrench>;

  void needed_by_bodies(MechanismDynamics<double>& dynamics, In vdot, In efforts, const BodyState<double>& state);
  Wrenches on_joints(const Wrenches& needed, In lambda) const;
  void add_row(int row, double factor, Wrenches& bodies) const;
  void make_unique(MechanismDynamics<double>& dynamics, std::span<double> lambda);
  void fill(const Wrenches& joints, In lambda, In efforts, MechanismDynamics<double>& dynamics);
  Vec3<double> origin(int body) const;

  const MechanismSetup& setup_;
  BodyPlan plan_;
  BodyParams<double> par_;
  BodyStateReader reader_;
  BodyEquations<double> equations_;
  std::vector<int> body_row_;  ///< [row] its place among BodyPlan::rows
  const BodyState<double>* state_ = nullptr;
  std::vector<BodyAcceleration<double>> accelerations_;
  std::vector<double> armature_forces_;
  Wrenches needed_;  ///< [body] at the origin of its frame, without the rows
  Reactions<double> result_;
  std::vector<std::string> undetermined_;
};

}  // namespace alembert
