/// Kinematics and dynamics by products of exponentials: a second way to M and g, independent of the recursions. Do not
/// merge them.
#pragma once
#include <span>
#include <vector>

#include "alembert/plan/params.h"

namespace alembert {

/// With the screw axes A_i of all joints in the world at the zero position (q = 0, quaternions 1):
///
///   X_WB(q) = exp(A_1 q_1) ... exp(A_i q_i) X_WB(0)                over the joints from the world to B            (1)
///   J_b     = Ad(X_WB^-1 exp(A_1 q_1) ... exp(A_(k-1) q_(k-1))) A_k     column k of the body Jacobian of B         (2)
///   M       = sum over bodies of J_b^T G_b J_b, plus the armature                                                  (3)
///   P       = -sum over bodies of m_b g . p_WC                                                                     (4)
///
/// G_b is the inertia of the body in its frame, p_WC where its mass centre is. For revolute, prismatic and screw
/// joints. Spherical and free joints have no single screw: their factor in (1) is the displacement that the quaternion
/// (and position) says, and their columns in (2) are unit twists in the moving frame; where they are reversed (plan.h),
/// its inverse, and the opposite of unit twists in the frame on the parent.
///
/// For checks: clear instead of fast; O(n^2) time and more, and it allocates.
/// Ref: Brockett 1984; Lynch and Park 2017, sec. 4.1 and 8.4; Murray, Li and Sastry 1994, sec. 4.3.
template <Scalar S>
class ProductOfExponentials {
 public:
  /// `plan` and `par` must outlive this object. Starts at the zero position.
  ProductOfExponentials(const Plan& plan, const Params<S>& par);

  /// @param q  [nq] rad, m and unit quaternions, per joint
  void set_position(std::span<const S> q);

  const Transform<S>& X_WB(int body) const { return X_WB_[static_cast<std::size_t>(body)]; }
  /// J_b [6 x nv] row-major, angular rows first: twist of the body, in its frame and at its origin.
  std::vector<S> body_jacobian(int body) const;
  /// M [nv x nv] row-major by (3).
  std::vector<S> mass_matrix() const;
  /// Some columns of it, [nv x columns] row-major.
  std::vector<S> mass_columns(std::span<const int> columns) const;
  /// P [J] by (4), with what is fixed to the world.
  S gravity_energy() const;
  /// The gradient of P along the speeds, [nv]: minus the sum over bodies of J_b^T times the weight.
  std::vector<S> gravity_vector() const;

 private:
  const Plan& plan_;
  const Params<S>& par_;
  std::vector<Transform<S>> X_WB0_;    ///< [body] at the zero position
  std::vector<Motion<S>> axis_;        ///< [body] screw axis in the world at the zero position; zero if it has none
  std::vector<Transform<S>> product_;  ///< [body] product of the exponentials up to its joint
  std::vector<Transform<S>> X_WB_;     ///< [body]
};

}  // namespace alembert
