/// Reactions that the motion leaves open: which they are, and which of all possible ones to give.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "alembert/linalg/column_dependence.h"
#include "alembert/system/constraints/constraint_rows.h"
#include "alembert/system/reactions/joint_wrenches.h"

namespace alembert {

/// Multipliers are unique up to the sums of rows that vanish, y with A^T y = 0; efforts of drives are among them. So is
/// what follows from them: along y a drive's effort changes by y of its row, the force of a constraint with y of its
/// rows, and a joint's reaction by the wrench that y hands to it. It is unique where that is nothing for every y,
/// whether or not its rows depend on others.
///
/// Among all possible reactions those are chosen where drives have the least sum of squared efforts; among these,
/// where joints have the least sum of |force|^2 + |moment / L|^2, L being the model's length.
class OpenReactions {
 public:
  /// The wrenches of joints, [joint], of multipliers alone.
  using Wrenching = std::function<Wrenches(std::span<const double> lambda)>;

  /// At the state of `rows`. `setup` must outlive this.
  OpenReactions(const MechanismSetup& setup, const ConstraintRows<double>& rows, const Wrenching& wrenching);

  /// Joints, drives and constraints whose forces are not unique: joints with their drives in file order, then
  /// constraints.
  std::vector<std::string> names() const;

  /// Changes multipliers to those described above.
  ///
  /// @param base  wrenches of joints that belong to lambda
  void choose(const Wrenches& base, std::span<double> lambda) const;

 private:
  std::vector<double> weighed(const Wrenches& joints) const;
  std::vector<bool> open_joints() const;

  const MechanismSetup& setup_;
  VanishingSums sums_;
  SparseColumns wrenches_;  ///< [6 joint, sum] what each sum does: forces times L and moments
};

/// Rows of any system whose multipliers are not unique at a configuration.
std::vector<std::string> undetermined_rows(const System& system, double t, std::span<const double> q);

}  // namespace alembert
