/// Scratch memory and intermediate results of the kernels that work in world axes.
#pragma once
#include <vector>

#include "alembert/kernel/column_order.h"
#include "alembert/kernel/columns.h"
#include "alembert/kernel/workspace.h"

namespace alembert {

/// One for each thread; made once for a plan, after which no kernel allocates. Each field names who fills it.
///
/// Spatial vectors are expressed in world axes and about a point O that is fixed in space: where the origin of the root
/// body of the body's tree is at the moment (the root body is the one that the world carries). The world's own origin
/// would do as well on paper, but a mechanism far from it would lose digits.
template <Scalar S>
struct WorldWorkspace {
  explicit WorldWorkspace(const Plan& plan);

  ColumnOrder order;
  std::vector<Transform<S>> X_OB;  ///< [body] world_columns: pose of the body's frame in O
  std::vector<Vec3<S>> p_WO;       ///< [body] world_columns: where its O is in the world
  MotionColumns<S> J;              ///< [column] world_columns: twist that a unit speed gives to all bodies below
  std::vector<Motion<S>> V;        ///< [body] world_velocities: velocity in the world
  MotionColumns<S> Jdot;           ///< [column] world_velocities: rate of J
  std::vector<Motion<S>> A;        ///< [body] world_accelerations
  std::vector<Inertia<S>> I_C;     ///< [body] composite_inertias: inertia of the subtree
  ForceColumns<S> I_C_J;           ///< [column] composite_inertias: force on the subtree that a unit acceleration needs
  std::vector<S> row;              ///< [column] a row of a matrix whose speeds are not in the order of the columns
};

}  // namespace alembert
