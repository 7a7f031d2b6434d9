/// Is a force field conservative, and what is its potential?
#pragma once
#include <optional>
#include <span>
#include <string>

#include "alembert/symbolic/expr.h"

namespace alembert {

struct ForceField {
  enum class Verdict {
    conservative,      ///< has a potential wherever it is defined: dF_i/dq_j = dF_j/dq_i proved for all pairs
    piecewise,         ///< the same in regions without a hole or a jump; whether it does work round those is not known
    not_conservative,  ///< a pair differs, or the work round a hole is not zero, with a witness
    not_a_field,       ///< depends on rates, inputs, states or time, so that no potential of q exists
    undecided,         ///< neither was proved
  };
  Verdict verdict = Verdict::undecided;
  std::optional<Expr> potential;  ///< with F = -dV/dq, where it could be found (polynomials, sines, exponentials)
  std::string note;               ///< what stands in the way, in the model's names
};

/// What makes a component of the field jump along another coordinate than its own, if anything does: derivatives do not
/// show it, but the work round the jump is not zero.
std::optional<Expr> jump_across(std::span<const Expr> force, std::span<const Expr> q);

/// V with -dV/dq = F, where it can be found and is proved; F may hold any symbol besides q.
std::optional<Expr> find_potential(std::span<const Expr> force, std::span<const Expr> q);

/// Tests the generalized force F(q) on coordinates q by its curl and finds its potential by integration. Where there is
/// none in closed form, by the work round places where F is not defined.
ForceField test_force_field(std::span<const Expr> force, std::span<const Expr> q);

}  // namespace alembert
