/// Forces and moments in all joints and constraints of a mechanism whose motion is known.
#pragma once
#include <string>
#include <vector>

#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/measures.h"
#include "alembert/system/reactions/body_state.h"
#include "alembert/system/reactions/open_reactions.h"

namespace alembert {

/// From accelerations and multipliers to reactions: what every body needs for its acceleration, less what acts on it,
/// is handed down the tree of joints; closing joints and constraints have their multipliers. The constraint part alone:
/// efforts, drives, springs, dampers and friction along a joint's speeds are not in it. World axes; a joint's reaction
/// is exerted by its first body on its second, at the joint's point on the second.
///
/// Where rows depend on each other the multipliers are not unique; which are given, and whose forces are not unique, is
/// said in open_reactions.h. Keeps scratch memory; serves one thread.
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
  /// @param added    [speed, dependent speed] what acts along joints besides, as stops and friction at rest do; may be
  ///                 empty. It is in no Reactions::effort
  const Reactions<double>& at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u, In vdot,
                              std::span<double> lambda, In efforts, In added = {});

  /// Joints, drives and constraints whose forces are not unique at the state of the last call.
  const std::vector<std::string>& undetermined() const { return undetermined_; }

  /// Finds undetermined() alone, where `dynamics` was brought by at(t, q, v, z, u).
  void find_undetermined(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u);

  /// What the reactions are worked out from, for those who want all of it (load_list.h).
  const BodyPlan& plan() const { return plan_; }
  const BodyParams<double>& params() const { return par_; }        ///< of the bodies' frames as the user placed them
  int body_row(int row) const { return wrenches_.body_row(row); }  ///< its place in BodyPlan::rows
  void keep_parts() { equations_.keep_parts = true; }
  /// Of the last at().
  const BodyEquations<double>& equations() const { return equations_; }
  const BodyState<double>& state() const { return *state_; }
  const std::vector<BodyAcceleration<double>>& accelerations() const { return accelerations_; }  ///< [body]
  /// Armature times the acceleration of its joint's speed, [BodyEquations::armature].
  const std::vector<double>& armature_forces() const { return armature_forces_; }

 private:
  void read(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u);
  void needed_by_bodies(MechanismDynamics<double>& dynamics, In vdot, In efforts, In added,
                        const BodyState<double>& state);
  /// Of all joints; `needed` [body] without the rows.
  Wrenches on_joints(const Wrenches& needed, In lambda) const;
  OpenReactions open_reactions(MechanismDynamics<double>& dynamics) const;
  void fill(const Wrenches& joints, In lambda, In efforts, MechanismDynamics<double>& dynamics);

  const MechanismSetup& setup_;
  BodyPlan plan_;
  BodyParams<double> par_;
  BodyStateReader reader_;
  JointWrenches wrenches_;
  BodyEquations<double> equations_;
  const BodyState<double>* state_ = nullptr;
  std::vector<BodyAcceleration<double>> accelerations_;
  std::vector<double> armature_forces_;
  Wrenches needed_;  ///< [body] at the origin of its frame, without the rows
  Reactions<double> result_;
  std::vector<std::string> undetermined_;
};

/// Joints, drives and constraints of a mechanism whose forces are not unique at a state.
std::vector<std::string> undetermined_reactions(const MechanismSetup& setup, const State& x);

}  // namespace alembert
