/// The equations of motion with the coefficients of their distinct trigonometric terms as named constants.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/forms/identification/trig_constants_terms.h"

namespace alembert {

/// I1, I2, ... in M; g1, g2, ... in g.
struct NamedConstant {
  std::string name;
  Expr symbol;
  Expr formula;  ///< in the model's parameters
};

/// An entry as a sum of terms in reading order.
struct ConstantEntry {
  std::vector<Expr> terms;
  Expr total() const { return sum(terms); }
};

/// M q'' + C q' + g as Armstrong, Khatib and Burdick (1986) write it for the PUMA 560.
struct TrigConstants {
  std::size_t n = 0;
  std::vector<NamedConstant> of_mass;     ///< in order of appearance in M, row by row
  std::vector<NamedConstant> of_gravity;  ///< in order of appearance in g
  std::vector<ConstantEntry> M;           ///< [n x n] row-major
  std::vector<ConstantEntry> g;           ///< [n]
  /// Those that are not zero, with j <= k; see LagrangeEquations.
  struct Christoffel {
    std::size_t i, j, k;
    ConstantEntry value;
  };
  std::vector<Christoffel> christoffel;
};

/// What is to be written in constants.
struct ConstantsOf {
  std::vector<Expr> q;         ///< [n]
  std::vector<Expr> M;         ///< [n x n] without armatures
  std::vector<Expr> g;         ///< [n]
  std::vector<Expr> armature;  ///< [n] in parameters; stand on the diagonal of M as they are
  std::vector<Expr> symbols;   ///< parameters of M and g that are short for others,
  std::vector<Expr> formulas;  ///< and their meaning
  std::vector<ParallelAngles> parallel;
  std::vector<std::string> taken;  ///< names that constants may not have
};

/// Collects terms, names coefficients. Coefficients share a name when they are equal up to sign and a factor of 2 or 4;
/// one that holds that of the same term in an entry further out in its row or column is written as the
/// rest plus that: M22 = I1 + I2 + ... where M23 = I2 + ....
/// Throws Error (too_large) when an entry, or all together, have too many terms. The graph must be the current one.
TrigConstants trig_constants(const ConstantsOf& equations);

}  // namespace alembert
