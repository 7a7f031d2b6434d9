/// Derivatives of what accelerations and multipliers leave of Lagrange's equations, and momenta.
#pragma once
#include <span>
#include <vector>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/system/energies/state_tape.h"

namespace alembert {

/// Compiled programs; the methods are those of LagrangeSystem. Serves one thread at a time.
class LagrangeResidual {
 public:
  LagrangeResidual() = default;
  /// Model and equations are needed only during construction.
  ///
  /// @param parameters  as parameter_numbers() gives them
  /// @param slopes      derivatives of the equations (left less right side, with A^T lambda) by q, v, z and whatever
  ///                    follows, row by row, `width` to a row
  LagrangeResidual(const Lagrangian& model, std::span<const double> parameters, const LagrangeEquations& equations,
                   std::span<const Expr> slopes, std::size_t width);

  /// @param mass    lower triangle of M by rows at the state
  /// @param slopes  values of the constructor's
  void jacobian(const State& x, System::In u, System::In mass, System::In slopes, ResidualJacobian& out);
  void momentum(const State& x, System::In u, System::Out p, System::Out rate);
  /// Of momenta, for its comparisons; brings them to a state where there are any.
  TapeMachine<double>& compared() { return momenta_.machine(); }
  void compare(const State& x, System::In u) {
    if (!compared().differences().empty()) momenta_.run(x, u);
  }

 private:
  /// A matrix whose elements stand somewhere in a list of values.
  struct Picked {
    SparseRows pattern;
    std::vector<std::size_t> from;  ///< as pattern.column

    void add(int column, std::size_t at);
    void finish_row() { pattern.first.push_back(static_cast<int>(pattern.column.size())); }
    void pick(System::In values, SparseRows& matrix) const;
  };
  Picked mass_, by_q_, by_v_, by_z_;             ///< from `mass` and `slopes`
  Picked z_by_q_, z_by_v_, z_by_z_, rows_by_q_;  ///< from more_
  StateTape more_;                               ///< derivatives of the states' rates and of A v - b that are not zero
  StateTape momenta_;                            ///< p, then rate
};

}  // namespace alembert
