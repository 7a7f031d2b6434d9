/// The planar n-pendulum on a cart, the family of systems that is derived.
#pragma once
#include <span>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/tape.h"

namespace alembert::bench {

/// Cart of mass m0 at x, n massless rods, a point mass m_k at the end of rod k:
///
///   x_k = x + sum_{j<=k} l_j sin th_j,   y_k = -sum_{j<=k} l_j cos th_j
///   T = m0 x'^2/2 + sum_k m_k (x_k'^2 + y_k'^2)/2,   V = sum_k m_k g y_k
///
/// in a graph of its own, with m_k, l_k and g as symbols; n + 1 coordinates x, th1, ..., thn.
Lagrangian n_pendulum(std::size_t n);

/// m0..mn, l1..ln, g, then coordinates, then rates: what M, C and g depend on.
std::vector<Expr> state_symbols(const Lagrangian& model);
/// [state_symbols] random values: masses in [0.5, 2), lengths in [0.3, 1.5), angles in [-3, 3), rates in [-2, 2).
std::vector<double> random_state(std::size_t n, Random& random);

/// Row-major.
struct Dynamics {
  std::vector<double> M, C, g;
};
/// The closed form, with mu_i the sum of m_k from k = i on and mu_ij the same from max(i, j) on:
///
///   M_xx = m0 + mu_1, M_xj = mu_j l_j cos th_j, M_ij = mu_ij l_i l_j cos(th_i - th_j)
///   C_xj = -mu_j l_j sin th_j th_j', C_ij = mu_ij l_i l_j sin(th_i - th_j) th_j', g_j = mu_j g l_j sin th_j
Dynamics closed_form(std::size_t n, std::span<const double> state);

/// M, C, g as one program on state_symbols(), and its results taken apart.
Tape dynamics_tape(const Lagrangian& model, const LagrangeEquations& equations);
Dynamics evaluate(const Tape& tape, std::size_t n, std::span<const double> state);

}  // namespace alembert::bench
