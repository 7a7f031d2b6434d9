/// Lagrange's equations of a system given by its energies.
#pragma once
#include <vector>

#include "alembert/forms/energies/constraint_rows.h"
#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/simplify.h"

namespace alembert {

/// The equations of motion as formulas,
///
///   M(q,t) q'' + C(q,q',t) q' + g(q,t) + r(q,q',t) + A(q,t)^T lambda = effort + applied              (1)
///
/// from d/dt dL/dq' - dL/dq = Q - A^T lambda with L = T - V quadratic in the rates: L = q'^T M q'/2 + b^T q' + L0. The
/// multipliers lambda belong to the rows of constraints A q'' = c; most systems have none.
/// Matrices are row-major, n x n. All formulas live in the model's graph.
struct LagrangeEquations {
  std::size_t n = 0;
  /// The speeds v are not all rates of coordinates (angular velocities of quaternion joints): C comes from body
  /// velocities, there are no Christoffel symbols, and v, a stand in place of q', q''.
  bool quasi = false;
  std::vector<Expr> q;  ///< coordinates
  std::vector<Expr> v;  ///< rates q'
  std::vector<Expr> a;  ///< accelerations q''

  Expr kinetic;                ///< T, less a part of V that is quadratic in the rates
  Expr potential;              ///< V at zero rates; a part of V linear in the rates does no work and is in `remaining`
  bool springs_apart = false;  ///< of a mechanism: V holds springs, whose forces are in `applied` and not in g

  std::vector<Expr> M;  ///< d2L/dq'dq'
  /// Christoffel symbols of the first kind that are not zero, Gamma_ijk = (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) / 2,
  /// all of them with j <= k; Gamma_ikj = Gamma_ijk.
  struct Christoffel {
    std::size_t i, j, k;
    Expr value;
  };
  std::vector<Christoffel> christoffel;
  std::vector<Expr> C;          ///< C_ij = sum_k Gamma_ijk q'_k
  std::vector<Expr> g;          ///< d(potential)/dq, without springs where these are apart
  std::vector<Expr> remaining;  ///< r: (dM/dt) q' + db/dt + (db_i/dq_j - db_j/dq_i) q'_j - dT0/dq
  std::vector<Expr> effort;     ///< [work], the coefficients of the virtual displacements
  std::vector<Expr> applied;    ///< forces at points through their Jacobians, and -dR/dq'

  Expr conserved;  ///< q' . dL/dq' - L, the energy where L has no explicit time
  Expr power;      ///< its rate: (effort + applied) . q' - dL/dt; constraints add -lambda . b

  ConstraintFormulas rows;  ///< of the constraints; empty where there are none

  Expr mass(std::size_t i, std::size_t j) const { return M[i * n + j]; }
  /// Left side less right side of (1), without the forces A^T lambda of constraints.
  std::vector<Expr> residuals() const;
  /// C q' of (1).
  std::vector<Expr> coriolis() const;
};

/// L of the model: as written, or T - V.
Expr lagrangian_of(const Lagrangian& model);

/// Derives the equations, unsimplified. Throws Error where the model does not allow it: energies that are not quadratic
/// in the rates, inputs whose rates would be needed, constraints that are none (constraint_rows.h); (too_large) when
/// the formulas add more than about `most_nodes` to the graph.
LagrangeEquations derive_lagrange(const Lagrangian& model, std::size_t most_nodes = Graph::default_node_limit);

/// The same equations with every entry simplified; the Christoffel symbols and C are derived from the simplified M.
/// Entries beyond a size budget, and those that come when the allowance is spent, stay as they are. The model's graph
/// must be the current one.
LagrangeEquations simplified(const LagrangeEquations& equations, SimplifyAllowance& allowance);
LagrangeEquations simplified(const LagrangeEquations& equations);

}  // namespace alembert
