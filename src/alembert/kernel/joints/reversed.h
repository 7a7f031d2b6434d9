/// A spherical or free joint that the tree passes from its second body to the first.
#pragma once
#include "alembert/kernel/joints/free.h"

namespace alembert {

/// F is on the joint's second body, M on its first. Coordinates and speeds keep their meaning, so they are the pose and
/// the velocity of F in M, expressed in F:
///
///   X_FM(q) = X(q)^-1        H_F = -1, constant in F        H_M = -Ad(X_MF)        X_MF = X(q)
///
/// With V = V_P + H v, both ways to write the bias agree: V_P x (H v) = V x (H v).
///
/// @tparam Joint  Spherical or Free
template <Scalar S, class Joint>
struct Reversed {
  static constexpr int nv = Joint::nv;
  const Transform<S>& X_MF;

  Motion<S> column(int k) const { return -X_MF.to_parent(Joint{}.column(k)); }
  void add_velocity(Motion<S>& V, const S* v) const { V -= X_MF.to_parent(along(v)); }
  void add_bias(Motion<S>& A, const Motion<S>& V, const S* v) const { A -= cross(V, X_MF.to_parent(along(v))); }
  void project(const Force<S>& F, S* tau) const { Joint{}.project(-X_MF.to_child(F), tau); }

 private:
  /// The velocity of F in M, expressed in F.
  static Motion<S> along(const S* v) {
    Motion<S> V;
    Joint{}.add_velocity(V, v);
    return V;
  }
};

}  // namespace alembert
