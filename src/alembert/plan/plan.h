/// What a mechanism compiles to: integers alone, shared by every scalar and by all threads.
#pragma once
#include <cstdint>
#include <vector>

namespace alembert {

/// The joints that kernels know. A frame M moves in a frame F; axes are chosen so that a single axis is always z.
/// Joints with several coordinates of one kind each (universal, cylindrical, planar, gimbal) are chains of these with
/// massless bodies between.
enum class JointKind : std::uint8_t {
  revolute,   ///< turns about z
  prismatic,  ///< slides along z
  screw,      ///< turns about z and slides along it by pitch times the angle
  spherical,  ///< turns freely; q is the unit quaternion of M in F (w, x, y, z), v the angular velocity in M
  free,       ///< moves freely; q is position in F, quaternion; v angular, then linear velocity, both in M
};

constexpr int coordinates_of(JointKind kind) {
  return kind == JointKind::free ? 7 : (kind == JointKind::spherical ? 4 : 1);
}
constexpr int speeds_of(JointKind kind) { return kind == JointKind::free ? 6 : (kind == JointKind::spherical ? 3 : 1); }

/// A tree of bodies, each moved by one joint. Body 0 is the world; numbers are depth first, so that a parent comes
/// before its children and the bodies of a subtree are neighbours. Bodies of the model that are fixed to each other are
/// one body here.
struct Plan {
  int nq = 0;
  int nv = 0;
  std::vector<int> parent{0};                    ///< [body]
  std::vector<JointKind> kind{JointKind::free};  ///< [body] of the joint that moves it; [0] has no meaning
  /// [body] of spherical and free joints: q and v are those of F in M, because the tree leads from the joint's second
  /// body to the first (kernel/joints/reversed.h)
  std::vector<bool> reversed{false};
  std::vector<int> first_q{0};   ///< [body] where its coordinates stand in q
  std::vector<int> first_v{0};   ///< [body] where its speeds stand in v
  std::vector<int> subtree_end;  ///< [body] b and its descendants are b ... subtree_end[b] - 1

  std::vector<int> body_of;     ///< [speed] the body that it moves
  std::vector<int> above;       ///< [speed] the next speed towards the world, -1 at the end
  std::vector<int> angles;      ///< bodies whose joint turns about z, in order: their sines are made together
  std::vector<int> angle_slot;  ///< [body] where it stands in `angles`, -1 if it does not
  int first_angle = -1;         ///< where `angles` stand in q if they are neighbours in order, else -1
  std::int64_t pairs = 0;       ///< entries of the mass matrix on and below the diagonal that are not always zero

  // How the model maps onto the tree.
  std::vector<int> carrier;       ///< [model body] the body here that it is fixed to
  std::vector<int> joint_of{-1};  ///< [body] the model's joint that moves it, -1 where there is none

  int n_bodies() const { return static_cast<int>(parent.size()); }
};

/// Adds a body that `kind` moves on `parent`; the parent must exist. Returns its number.
/// Bodies must be added depth first. Call finish() after the last.
int add_body(Plan& plan, int parent, JointKind kind, int first_q, int first_v, bool reversed = false);
/// Fills what follows from the bodies.
void finish(Plan& plan);

}  // namespace alembert
