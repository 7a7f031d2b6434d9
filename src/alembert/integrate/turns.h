/// Rotations among the speeds of a system, for those who need more of the manifold than System::step().
#pragma once
#include <span>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// Knows which speeds are angular velocities in the moving frame (of a quaternion joint), and which triples of linear
/// velocity in that frame go with them (of a free joint). All other speeds are rates of coordinates, for which every
/// formula here is the plain one: x' = v, ad* = 0.
///
/// A system tells by quaternions() and speed_of(): the speed of a quaternion is the first of its three angular ones; a
/// position with the same speed in front of it makes a free joint, whose three linear speeds follow the angular ones.
///
/// Vectors are [nv]. Ref: Sola, Deray and Atchuthan 2018, A micro Lie theory; Bou-Rabee and Marsden 2009,
/// Hamilton-Pontryagin integrators on Lie groups I, Found. Comput. Math. 9.
class Turns {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  explicit Turns(const System& system);

  /// The largest angle [rad] in a tangent vector.
  double largest_angle(In x) const;

  /// Speeds at step(q, x) when x changes at the rate xdot and q stays; may share memory with xdot.
  void speeds_in_chart(In x, In xdot, Out v) const;
  /// The inverse, for turns by less than 2 pi.
  void rates_in_chart(In x, In v, Out xdot) const;

  /// ad*_v p: what momenta in the moving frame change by because the frame turns.
  void coadjoint(In v, In p, Out force) const;

  /// With a, half the motion of a step as seen from the frame in its middle: components of a vector of momenta half a
  /// step later. May share memory.
  void carry(In a, In p, Out later) const;
  /// The motion from the start of a step to its middle, as step() wants it there, from a. May share memory.
  void from_start(In a, Out x) const;

  /// Discrete Euler-Lagrange equations of one step in the frame of its middle: from the momenta P0 at its start and
  /// the impulse of the rates, h dL/dq + h Q, the momentum dL/dv in the middle and the change P1 - P0.
  void middle(In a, In P0, In impulse, Out momentum, Out change) const;

 private:
  struct Turn {
    std::size_t at;  ///< first angular speed
    bool free;       ///< linear speeds follow
  };
  std::vector<Turn> turns_;
};

}  // namespace alembert
