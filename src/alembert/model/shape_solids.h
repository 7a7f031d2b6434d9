/// Solids of uniform density in their own frame: axis along z, middle at the origin.
///
/// Each is given by its volume, its centre of mass and its inertia per mass, so that density or mass may come later.
/// Ref: Goldstein, Poole and Safko, Classical Mechanics, 3rd ed., ch. 5; each form is tested against numeric
/// integration.
#pragma once
#include <concepts>
#include <numbers>

#include "alembert/model/mass_properties.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

template <Scalar S>
struct Solid {
  S volume{0.0};     ///< [m^3]; of a flat polygon without thickness its area [m^2]
  Vec3<S> center;    ///< centre of mass [m]
  Sym3<S> gyration;  ///< inertia about the centre of mass per mass [m^2]
};

/// Mass properties for a mass [kg].
template <Scalar S>
MassProperties<S> with_mass(const Solid<S>& solid, const S& mass) {
  return {mass, solid.center, mass * solid.gyration};
}
/// Mass properties for a density [kg/m^3], or [kg/m^2] where the volume is an area.
template <Scalar S>
MassProperties<S> with_density(const Solid<S>& solid, const S& density) {
  return with_mass<S>(solid, density * solid.volume);
}
/// All lengths multiplied by k > 0.
template <Scalar S>
Solid<S> scaled(const S& k, const Solid<S>& solid) {
  return {k * k * k * solid.volume, k * solid.center, k * k * solid.gyration};
}

/// pi as a scalar; exact where formulas are.
template <Scalar S>
S pi_as() {
  if constexpr (std::same_as<S, Expr>)
    return Expr::pi();
  else
    return S(std::numbers::pi);
}

/// About a symmetry axis z: `axial` per mass about it, `lateral` about any line through the centre across it.
template <Scalar S>
Sym3<S> axisymmetric(const S& lateral, const S& axial) {
  return {lateral, lateral, axial, S(0.0), S(0.0), S(0.0)};
}

/// Edges a, b, c along x, y, z.
template <Scalar S>
Solid<S> box(const S& a, const S& b, const S& c) {
  const S aa = a * a / S(12.0), bb = b * b / S(12.0), cc = c * c / S(12.0);
  return {a * b * c, {}, {bb + cc, aa + cc, aa + bb, S(0.0), S(0.0), S(0.0)}};
}

template <Scalar S>
Solid<S> cylinder(const S& radius, const S& length) {
  const S rr = radius * radius;
  return {pi_as<S>() * rr * length, {}, axisymmetric<S>(rr / S(4.0) + length * length / S(12.0), rr / S(2.0))};
}

/// A cylinder with a bore of radius `inner`.
template <Scalar S>
Solid<S> tube(const S& radius, const S& inner, const S& length) {
  const S sum = radius * radius + inner * inner;
  return {pi_as<S>() * (radius * radius - inner * inner) * length,
          {},
          axisymmetric<S>(sum / S(4.0) + length * length / S(12.0), sum / S(2.0))};
}

template <Scalar S>
Solid<S> sphere(const S& radius) {
  const S k = S(2.0) * radius * radius / S(5.0);
  return {S(4.0) * pi_as<S>() * radius * radius * radius / S(3.0), {}, axisymmetric<S>(k, k)};
}

/// A cylinder of this length between two half spheres: from end to end length + 2 radius.
template <Scalar S>
Solid<S> capsule(const S& radius, const S& length) {
  // Shares of the volume over pi r^2: the cylinder's and that of both half spheres, whose centres are 3r/8 beyond the
  // cylinder's ends.
  const S middle = length, ends = S(4.0) * radius / S(3.0);
  const S rr = radius * radius, ll = length * length;
  const S axial = middle * rr / S(2.0) + ends * S(2.0) * rr / S(5.0);
  const S lateral = middle * (rr / S(4.0) + ll / S(12.0)) +
                    ends * (S(2.0) * rr / S(5.0) + ll / S(4.0) + S(3.0) * length * radius / S(8.0));
  const S all = middle + ends;
  return {pi_as<S>() * rr * all, {}, axisymmetric<S>(lateral / all, axial / all)};
}

/// Base at z = -length/2, tip at z = +length/2; the centre of mass is at z = -length/4.
template <Scalar S>
Solid<S> cone(const S& radius, const S& length) {
  const S rr = radius * radius;
  return {pi_as<S>() * rr * length / S(3.0),
          {S(0.0), S(0.0), -length / S(4.0)},
          axisymmetric<S>(S(3.0) * rr / S(20.0) + S(3.0) * length * length / S(80.0), S(3.0) * rr / S(10.0))};
}

}  // namespace alembert
