/// Proofs by cases: where a normal form needs to know the sign of something, each sign is a case of its own. The cases
/// cover all points: zero belongs to one of its neighbours only where nothing that holds there needs more.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/signs.h"

namespace alembert {

/// The signs of one case, as said on the way to it.
using Case = std::vector<Signs::Said>;

struct CaseProof {
  std::vector<Case> proved;   ///< where the formula is zero
  std::vector<Case> open;     ///< where its normal form is not zero, or too large
  std::size_t undefined = 0;  ///< cases without a point at which it is defined
  bool holds() const { return open.empty() && !proved.empty(); }
};

/// Looks for a proof that e is zero wherever it, and all of `parts`, are defined and the assumed signs hold.
CaseProof prove_zero_by_cases(Expr e, std::span<const Expr> parts, std::span<const Signs::Said> assumed,
                              const FormBudget& budget);

/// The symbols that the zeros of a case give values to, in the order in which to put these in place of them.
std::vector<std::pair<Expr, Expr>> solved_symbols(const Case& said);

/// "x > 0 and y < 0".
std::string to_text(std::span<const Signs::Said> signs);

}  // namespace alembert
