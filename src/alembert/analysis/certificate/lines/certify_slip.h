/// Rows of speeds alone, as they are written: an independent route to A v - b.
#pragma once
#include <vector>

#include "alembert/scalar/dual.h"
#include "alembert/system/mechanism/mechanism_dynamics.h"

namespace alembert {

/// What no-slip, rolling and Pfaffian constraints ask to be zero, from the motion of poses: velocities of points are
/// derivatives of their places, which dual numbers carry, so neither velocities nor coefficients of rows take part.
/// Pfaffian formulas are evaluated as the user wrote them.
class WrittenSlip {
 public:
  /// `setup` must outlive this.
  explicit WrittenSlip(const MechanismSetup& setup);

  /// One number for each row from RowPlan::holonomic on.
  ///
  /// @param moving  at a state whose coordinates and time carry their rates as derivative 0
  /// @param x       the same state with the rates of its coordinates; measures are found here
  std::vector<double> at(MechanismDynamics<Dual<8>>& moving, const FormulaState<double>& x);

 private:
  double geometric(const MechanismDynamics<Dual<8>>& moving, Workspace<Dual<8>>& w, std::size_t constraint,
                   std::size_t row) const;
  double measured(const MechanismDynamics<Dual<8>>& moving, Workspace<Dual<8>>& w, std::size_t measure) const;

  const MechanismSetup& setup_;
  BodyParams<double> bodies_;
  FormulaProgram program_;                  ///< of the rows that formulas give, in order
  std::vector<std::size_t> formula_place_;  ///< [FormulaRow] where it stands in the program; of holonomic ones 0
  FormulaMachine<double> machine_;
};

}  // namespace alembert
