/// The multipliers of constraints as formulas.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/energies/lagrange.h"

namespace alembert {

struct MultiplierFormulas {
  std::vector<Expr> values;   ///< [row] in q, q', t, inputs and parameters; empty where there are none
  std::vector<Expr> on_rows;  ///< [row] the same on the constraints, where that is shorter: sums that a holonomic row
                              ///< gives the value of are replaced by it (x^2 + y^2 by l^2)
  /// Formulas in the coordinates that must not be zero where the values hold; elsewhere the state may be regular, and
  /// the values are 0/0. Mostly none.
  std::vector<Expr> conditions;
  std::string why_not;  ///< why there are no values, in words; "" where there are
};

///   lambda = (A M^-1 A^T)^-1 [ A M^-1 (effort + applied - C q' - g - r) + Adot q' - bdot ]
///
/// by elimination of the accelerations from M q'' + A^T lambda = f, A q'' = c, in ways that hold wherever the equations
/// are regular if there is one: by entries that never vanish, or by M where it is positive definite. `equations` are
/// simplified, the model's graph is the current one. Left out for more than 3 rows, for formulas beyond a size budget
/// (`most_nodes` that the graph may grow by, among others) and for rows that depend on each other.
MultiplierFormulas multiplier_formulas(const LagrangeEquations& equations,
                                       std::size_t most_nodes = Graph::default_node_limit);

/// e with sums that holonomic rows give the value of replaced by it, where that makes it shorter; equal to e wherever
/// the rows hold.
Expr on_constraints(Expr e, const ConstraintFormulas& rows);

}  // namespace alembert
