/// Forces that are bounded and act where something would move: contacts and dry friction.
#pragma once
#include <span>
#include <vector>

namespace alembert {

/// Where a force has ended up.
enum class Bounded : signed char { at_low = -1, inside = 0, at_high = 1 };

///   w = S f + b,    low <= f <= high,    f = low: w >= 0,    low < f < high: w = 0,    f = high: w <= 0
///
/// S is symmetric positive semidefinite, so f minimises f^T S f / 2 + b^T f in the box and w is unique. Contacts have
/// low = 0 and high = infinity: they push and let go. Dry friction has low < 0 < high: it holds, or gives all it has.
/// Where low = high the force is given, and w may have any sign.
struct BoxComplementarity {
  std::vector<double> S;          ///< [n x n]
  std::vector<double> b;          ///< [n]
  std::vector<double> low, high;  ///< [n] may be infinite

  // The answer.
  std::vector<double> f;       ///< [n]
  std::vector<Bounded> where;  ///< [n]
};

/// Finds f by principal pivoting in blocks, by single elements where that does not come closer (so it ends), to a
/// relative `tolerance` in bounds and signs. False where no answer was found: a row of S is zero (nothing can be moved
/// there) or the numbers are not finite; f and where are then the last tried.
/// Ref: Judice and Pires 1994, A block principal pivoting algorithm for large-scale strictly monotone linear
/// complementarity problems, Computers Ops Res. 21.
bool solve(BoxComplementarity& problem, double tolerance);

/// A step towards the answer that is nearest to f as it is, where S leaves sums of forces alone determined: repeated,
/// it ends at an answer and stays there, as solve() does not where rounding decides between answers. Ref: Rockafellar
/// 1976, Monotone operators and the proximal point algorithm, SIAM J. Control Optim. 14.
bool solve_nearby(BoxComplementarity& problem, double tolerance);

}  // namespace alembert
