/// Forces that joints carry across their axes, which friction may follow.
#pragma once
#include <memory>
#include <vector>

#include "alembert/spatial/vec3.h"
#include "alembert/system/reactions/reaction_solver.h"

namespace alembert {

/// The part of a joint's reaction that is perpendicular to the axis about which it turns, or along which it slides:
/// [N], world axes, on its second body. Where reactions are not unique, that of the reactions which are reported
/// (open_reactions.h).
class JointLoads {
 public:
  using In = std::span<const double>;

  /// `joints`: which, each of one speed, revolute or prismatic. `setup` must outlive this.
  JointLoads(const MechanismSetup& setup, std::vector<int> joints);

  /// At the state where `dynamics` was brought by at(t, q, v, z, u). Linear in what follows; overwritten by the next
  /// call.
  ///
  /// @param vdot    [nv] accelerations
  /// @param lambda  [row]
  /// @param added   [speed, dependent speed] efforts besides those that the mechanism knows
  const std::vector<Vec3<double>>& at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u, In vdot,
                                      In lambda, In added);

 private:
  Vec3<double> axis(int joint);  ///< not normalised

  const MechanismSetup& setup_;
  ReactionSolver reactions_;
  std::vector<int> joints_;
  std::vector<double> lambda_;
  std::vector<Vec3<double>> loads_;
  RowSet<double> rows_;
};

}  // namespace alembert
