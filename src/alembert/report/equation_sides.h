/// An equation of motion as a list of terms to be printed.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "alembert/analysis/derivation/derivation.h"

namespace alembert {

/// A term: factor, or factor * unknown, kept apart so that the factor can be shown by a name of its own.
struct EquationTerm {
  Expr factor;
  Expr unknown = Expr::one();  ///< an acceleration or a multiplier
};

/// Left side: M_ij q''_j, C q', g, r, A_ri lambda_r; right side: effort and applied forces. Zero terms are left out.
struct EquationSides {
  std::vector<EquationTerm> left;
  std::vector<EquationTerm> right;
};

EquationSides equation_sides(const Derivation& derivation, std::size_t i);

/// Row r of the constraints: phi = 0 of a holonomic one, A q' = b of others.
EquationSides row_sides(const Derivation& derivation, std::size_t r);

/// Terms joined by + and -, each printed by `print`; "0" when there are none.
std::string join_terms(const std::vector<EquationTerm>& terms,
                       const std::function<std::string(const EquationTerm&)>& print);

}  // namespace alembert
