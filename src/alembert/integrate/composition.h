/// Methods of high order from a symmetric one of order two.
#pragma once
#include <span>
#include <vector>

namespace alembert {

///   Psi_h = Phi_(g_s h) o ... o Phi_(g_1 h)
///
/// with symmetric coefficients (g_i = g_(s+1-i)) is symmetric, and keeps what every Phi keeps: the symplectic form,
/// momenta, constraints. Some steps go back in time.
struct Composition {
  int order = 2;
  std::span<const double> part;  ///< [s] g_i: shares of the step, summing to 1
};

/// Order 2 (the method itself), 4 (Suzuki 1990, Phys. Lett. A 146: five steps), 6 (nine steps) or 8 (seventeen steps;
/// both Kahan and Li 1997, Math. Comp. 66, p. 1089-1099). Other orders: the next lower one.
/// Ref: Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed. 2006, sec. V.3.2.
const Composition& composition_of_order(int order);

/// All orders there are, ascending.
std::vector<int> composition_orders();

}  // namespace alembert
