/// Volume integrals over the inside of a triangle mesh.
#pragma once
#include "alembert/model/mesh_surface.h"
#include "alembert/model/shape_solids.h"

namespace alembert {

/// The solid inside a closed mesh whose triangles agree about the outside (fault_of() finds nothing), in the mesh's own
/// frame and unit of length. A mesh turned inside out has a negative volume; centre and gyration are the same.
///
/// Signed tetrahedra from one point to every triangle; the point is the middle of the mesh, so that a mesh far from its
/// origin loses no digits. With corners a, b, c and d = a . (b x c), a tetrahedron adds
///
///   V: d/6      first moment: d/24 (a + b + c)      second moment: d/120 (a a^T + b b^T + c c^T + s s^T),  s = a + b +
///   c
///
/// A mesh that encloses nothing (within rounding: 1e-13 of the cube of its size) gives all zeros. Cost linear in the
/// triangles.
/// Ref: Mirtich, Fast and accurate computation of polyhedral mass properties, J. Graphics Tools 1(2), 1996;
/// Eberly, Polyhedral mass properties (revisited), 2002, which has the same sums written out by component.
Solid<double> solid_of_mesh(const Mesh& mesh);

}  // namespace alembert
