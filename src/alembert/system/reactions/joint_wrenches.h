/// What joints transmit, from what bodies need and what multipliers rows have.
#pragma once
#include <span>
#include <vector>

#include "alembert/forms/bodies/body_equations.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

using Wrenches = std::vector<Force<double>>;  ///< world axes; the point of the moments is said where they are used

/// Hands the needs of bodies down the tree of joints; closing joints have their multipliers. Linear in both, so that
/// it also tells what a set of multipliers alone does.
class JointWrenches {
 public:
  /// All must outlive this. `plan` is made of the rows of the setup.
  JointWrenches(const MechanismSetup& setup, const BodyPlan& plan, const BodyParams<double>& par);

  /// Its place in BodyPlan::rows.
  int body_row(int row) const { return body_row_[static_cast<std::size_t>(row)]; }

  /// [joint] what the first body exerts on the second by constraint, at the joint's point on the second.
  ///
  /// @param rows    of BodyEquations at the state
  /// @param needed  [body] at the origin of its frame, for its acceleration less what acts on it besides the rows
  /// @param lambda  [row]
  Wrenches at(const BodyState<double>& state, const RowSet<double>& rows, const Wrenches& needed,
              std::span<const double> lambda) const;

 private:
  void add_tree(const BodyState<double>& state, Wrenches& bodies, Wrenches& joints) const;
  void add_closing(const BodyState<double>& state, const RowSet<double>& rows, std::span<const double> lambda,
                   Wrenches& joints) const;

  const MechanismSetup& setup_;
  const BodyParams<double>& par_;
  std::vector<int> body_row_;  ///< [row]
};

}  // namespace alembert
