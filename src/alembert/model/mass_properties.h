/// Mass, centre of mass and inertia of rigid bodies: moving, adding, cutting away, parallel axes.
///
/// Solids that have closed forms are in shape_solids.h, polygons in shape_polygon.h, triangle meshes in
/// mesh_integrals.h; shape_properties.h turns the shapes of a model file into these.
#pragma once
#include <span>

#include "alembert/spatial/transform.h"

namespace alembert {

/// Of a body, in the axes of a stated frame.
template <Scalar S>
struct MassProperties {
  S mass{0.0};      ///< [kg]
  Vec3<S> center;   ///< centre of mass in the frame [m]
  Sym3<S> inertia;  ///< about the centre of mass, in the frame's axes [kg m^2]; xy = -integral of x y dm
};

/// The same body seen from frame A, when it is given in frame B and X = X_AB.
template <Scalar S>
MassProperties<S> moved(const Transform<S>& X, const MassProperties<S>& part) {
  return {part.mass, X.point(part.center), rotated(X.R, part.inertia)};
}

/// A part to be cut away: adding it takes off what it weighs.
template <Scalar S>
MassProperties<S> cut_away(const MassProperties<S>& part) {
  return {-part.mass, part.center, S(-1.0) * part.inertia};
}

/// Inertia about the point p of the frame, in the frame's axes (Steiner): I_p = I_c + m (|d|^2 1 - d d^T), d = c - p.
template <Scalar S>
Sym3<S> inertia_about(const MassProperties<S>& body, const Vec3<S>& p) {
  return body.inertia + body.mass * point_inertia(body.center - p);
}

/// From the inertia about any point p of the frame instead of the centre of mass.
template <Scalar S>
MassProperties<S> from_inertia_about(const Vec3<S>& p, const S& mass, const Vec3<S>& center, const Sym3<S>& inertia) {
  return {mass, center, inertia - mass * point_inertia(center - p)};
}

/// All parts as one rigid body; all are given in the same frame. The total mass must not be zero.
///
///   m = sum m_i,   c = (1/m) sum m_i c_i,   I = sum [ I_i + m_i (|d_i|^2 1 - d_i d_i^T) ],  d_i = c_i - c
///
/// The centre comes first, so that inertias far from the origin lose no digits. Cost linear in the parts.
template <Scalar S>
MassProperties<S> combined(std::span<const MassProperties<S>> parts) {
  if (parts.size() == 1) return parts.front();
  MassProperties<S> whole;
  Vec3<S> moment;
  for (const MassProperties<S>& part : parts) {
    whole.mass += part.mass;
    moment += part.mass * part.center;
  }
  whole.center = {moment.x / whole.mass, moment.y / whole.mass, moment.z / whole.mass};
  for (const MassProperties<S>& part : parts) whole.inertia += inertia_about(part, whole.center);
  return whole;
}

}  // namespace alembert
