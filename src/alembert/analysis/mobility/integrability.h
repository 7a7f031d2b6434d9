/// Which constraints on speeds are constraints on positions in disguise, decided with formulas.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alembert/model/description.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// Rows as formulas in coordinates, t and parameters. All in the current graph.
struct ConstraintForms {
  std::vector<Expr> q;    ///< [n] symbols
  std::vector<Expr> phi;  ///< holonomic rows, zero on the constraint
  std::vector<Expr> A;    ///< [m x n] Pfaffian rows A q' = b, row-major
  std::vector<Expr> b;    ///< [m]
};

/// A sum of rows, with factors that may depend on q, that holds positions.
struct IntegrableSum {
  std::string rate;      ///< in rates, zero where the rows hold: "p1' - p2' - 2*b*th'/r"
  std::string constant;  ///< what therefore stays as it is: "p1 - p2 - 2*b*th/r"; "" where it was not found
};

/// What holds for all rows together.
struct Integrability {
  int dof = 0;                      ///< n less the rows, holonomic or Pfaffian, that hold positions together
  std::vector<bool> integrable;     ///< [m] each Pfaffian row on the manifold of all the others
  std::vector<IntegrableSum> sums;  ///< independent ones from which all that can be integrated follow, in the
                                    ///< coordinates that holonomic rows have left
  std::string
      jumps;  ///< why rows were not looked at that are integrable at most between jumps; "" where there are none
  /// Whether the answer, which is about general configurations, surely holds at this one and around it. Symbols other
  /// than coordinates and t have no values: false where that matters.
  std::function<bool(std::span<const double> q, double t)> holds_at;
};

/// The derived flag of the Pfaffian system dphi = 0, A dq - b dt = 0: of the rows' combinations those are kept whose
/// exterior derivative vanishes on the motions that all kept ones allow, until none is lost. What remains spans the
/// rows that can be integrated; the motions it allows are the smallest involutive distribution that contains those of
/// the rows. With t in a row, t is one more coordinate.
///
/// Exact: every "zero" is proved by normal form and every "not zero" has a witness. Holonomic rows that give a
/// coordinate as a formula of the others are put in first; where others remain, rows are looked at for every value of
/// phi, and only the answer "all integrable" carries over to phi = 0. Nothing is returned where that does not decide,
/// where a symbol is neither coordinate nor parameter nor t, or where formulas become too large; `why` then says so.
///
/// A row whose coefficients jump along other coordinates than their own keeps nothing: a way round through both sides
/// changes what it keeps on either. Such rows count as not integrable.
///
/// The answer holds at general configurations; accessible_motions() tells about the one at hand.
/// Ref: Bryant et al., Exterior Differential Systems, 1991, ch. II, sec. 4.
std::optional<Integrability> decide_integrability(const ConstraintForms& forms, std::string& why);

/// The same rows with the values of parameters in place of these, exactly as they are written.
ConstraintForms at_parameter_values(const ConstraintForms& forms, const Description& model);

}  // namespace alembert
