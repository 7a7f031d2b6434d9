/// Momentum of rigid bodies, its rate, and Newton-Euler of a free body.
///
///   h = G V                         momentum (L; P): angular L [N m s] about the frame's origin, linear P [N s]
///   dh/dt = G Vdot - ad_V^T G V     = F, the net force on the body (moment; force)                          (1)
///
/// G inertia, V twist, Vdot its rate, all of a body B in the inertial frame W, expressed in B at B's origin. Vdot is
/// the rate of the six components of V; in (1) h is seen from W (about the point fixed in W where B's origin is now).
///
///   L_Q    = L_O - p_OQ x P                                      about another point Q                      (2)
///   dL_Q/dt = dL_O/dt - p_OQ x dP/dt - v_Q x P                   Q moves with v_Q in W                      (3)
///
/// So dL_Q/dt is the moment about Q whenever v_Q is parallel to P: for a fixed point and for the mass centre.
///
/// Ref: Featherstone 2008, sec. 2.12 to 2.15; Lynch and Park 2017, sec. 8.2, eq. (8.40); Goldstein 2002, sec. 1.2.
#pragma once
#include <cstddef>
#include <span>

#include "alembert/spatial/inertia.h"

namespace alembert {

/// Momentum of one body, in its own frame.
template <Scalar S>
Force<S> momentum(const Inertia<S>& G, const Motion<S>& V) {
  return G * V;
}
template <Scalar S>
S kinetic_energy(const Inertia<S>& G, const Motion<S>& V) {
  return S(0.5) * dot(V, G * V);
}

/// Newton-Euler (1): the net force that gives the body the acceleration Vdot; equally the rate of its momentum.
template <Scalar S>
Force<S> newton_euler_force(const Inertia<S>& G, const Motion<S>& V, const Motion<S>& Vdot) {
  return G * Vdot + cross(V, G * V);  // cross is -ad^T on forces
}

/// A x = b for a symmetric positive definite A, by A = L D L^T, which needs no pivots.
template <Scalar S>
Vec3<S> solve(const Sym3<S>& A, const Vec3<S>& b) {
  const S l10 = A.xy / A.xx, l20 = A.xz / A.xx;
  const S d1 = A.yy - l10 * A.xy, e21 = A.yz - l10 * A.xz, l21 = e21 / d1;
  const S d2 = A.zz - l20 * A.xz - l21 * e21;
  const S y1 = b.y - l10 * b.x, y2 = b.z - l20 * b.x - l21 * y1;
  const S z = y2 / d2, y = y1 / d1 - l21 * z;
  return {b.x / A.xx - l10 * y - l20 * z, y, z};
}

/// Position of the mass centre; the mass must not be zero.
template <Scalar S>
Vec3<S> mass_center(const Inertia<S>& G) {
  return (S(1.0) / G.m) * G.h;
}

/// The acceleration that a force gives: G^-1 F. Mass and inertia about the mass centre must be positive.
///
/// About the mass centre c the two parts of F = G (alpha; a) separate: n - c x f = (I - m [c]x^T [c]x) alpha.
template <Scalar S>
Motion<S> solve(const Inertia<S>& G, const Force<S>& F) {
  const Vec3<S> c = mass_center(G);
  const Vec3<S> alpha = solve(G.I - G.m * point_inertia(c), F.n - cross(c, F.f));
  return {alpha, (S(1.0) / G.m) * F.f + cross(c, alpha)};
}
/// Newton-Euler (1) solved for Vdot.
template <Scalar S>
Motion<S> newton_euler_acceleration(const Inertia<S>& G, const Motion<S>& V, const Force<S>& F) {
  return solve(G, F - cross(V, G * V));
}

/// Momentum, or a force, about the point Q instead of the origin O (2).
template <Scalar S>
Force<S> about_point(const Force<S>& h_O, const Vec3<S>& p_OQ) {
  return {h_O.n - cross(p_OQ, h_O.f), h_O.f};
}
/// Rate of the momentum about a point Q that moves (3).
///
/// @param rate_O  rate of h_O, O fixed in the inertial frame
/// @param v_Q     [m/s] velocity of Q in the inertial frame
template <Scalar S>
Force<S> rate_about_moving_point(const Force<S>& h_O, const Force<S>& rate_O, const Vec3<S>& p_OQ, const Vec3<S>& v_Q) {
  return {rate_O.n - cross(p_OQ, rate_O.f) - cross(v_Q, h_O.f), rate_O.f};
}

/// Momentum of a set of bodies about the origin of W, expressed in W. All arrays [body].
template <Scalar S>
Force<S> total_momentum(std::span<const Transform<S>> X_WB, std::span<const Inertia<S>> G,
                        std::span<const Motion<S>> V) {
  Force<S> sum;
  for (std::size_t b = 0; b < G.size(); ++b) sum += X_WB[b].to_parent(momentum(G[b], V[b]));
  return sum;
}
/// Rate of total_momentum(): the sum of all forces on the bodies, about the origin of W.
template <Scalar S>
Force<S> total_momentum_rate(std::span<const Transform<S>> X_WB, std::span<const Inertia<S>> G,
                             std::span<const Motion<S>> V, std::span<const Motion<S>> Vdot) {
  Force<S> sum;
  for (std::size_t b = 0; b < G.size(); ++b) sum += X_WB[b].to_parent(newton_euler_force(G[b], V[b], Vdot[b]));
  return sum;
}
/// Inertia of a set of bodies as if welded together, about the origin of W; its mass_center() is theirs.
template <Scalar S>
Inertia<S> total_inertia(std::span<const Transform<S>> X_WB, std::span<const Inertia<S>> G) {
  Inertia<S> sum;
  for (std::size_t b = 0; b < G.size(); ++b) sum += transformed(X_WB[b], G[b]);
  return sum;
}

}  // namespace alembert
