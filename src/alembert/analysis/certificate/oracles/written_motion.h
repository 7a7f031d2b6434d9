/// Where the bodies of a mechanism are and how they move, straight from its description. Independent of joint frames
/// and recursions: do not merge them.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "alembert/analysis/certificate/oracles/jets.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Poses as docs/model-format.md says it: points, axes and rotations as the user wrote them, R = Rot(axis, q) rotation,
/// one body after the other along the tree. Joint frames and their choices, the plan's chains of joints and its bodies
/// take no part, nor do velocities: those are derivatives of poses. A second route for the certificate; clear, not
/// fast.
class WrittenMotion {
 public:
  /// `setup` must outlive this. Of it the model, its numbers, the tree and the places of coordinates are used.
  explicit WrittenMotion(const MechanismSetup& setup);

  /// The coordinates of the tree at q, moving with the speeds v and the accelerations vdot [nv].
  std::vector<Jet> coordinates(std::span<const double> q, std::span<const double> v,
                               std::span<const double> vdot) const;
  /// [body] poses in the world; [0] is the ground's.
  std::vector<Transform<Jet>> poses(std::span<const Jet> q) const;

  /// The coordinates of one joint, moving with its own speeds and their rates.
  std::vector<Jet> coordinates(int joint, std::span<const double> q, std::span<const double> v,
                               std::span<const double> vdot) const;
  /// The pose of its second body in its first at its own coordinates.
  Transform<Jet> displacement(int joint, std::span<const Jet> q) const;
  /// Its point on its second body, in that body's frame [m].
  const Vec3<double>& point_on_second(int joint) const { return joints_[static_cast<std::size_t>(joint)].p_2; }

  /// How the second body moves relative to the first when one speed of the joint is 1 and the others are 0: of the
  /// joint's point on the second body, axes of the first body.
  std::vector<Motion<double>> permitted(int joint, std::span<const double> q) const;

 private:
  /// A joint as written, in numbers. Vectors are in the frame of the first body.
  struct Written {
    Mat3<double> R_12 = Mat3<double>::identity();  ///< at zero
    Vec3<double> p_1, p_2;                         ///< its point, in the frame of each body
    std::array<Vec3<double>, 3> axis{};            ///< unit: what the coordinates turn about or slide along, see .cc
    double pitch = 0.0;                            ///< of a screw [m/rad]
    bool quaternion = false;
  };
  Written read(const Joint& joint) const;
  void read_zero(const Joint& joint, Written& written) const;
  void read_axes(const Joint& joint, Written& written) const;
  Vec3<double> number(const Vec3<Expr>& a) const;

  const MechanismSetup& setup_;
  std::vector<Written> joints_;
};

}  // namespace alembert
