/// The same mechanism told otherwise.
///
/// The motion of a mechanism does not depend on how it happens to be drawn: on the directions of the world's axes, the
/// frames of its bodies, the order of its file, which joint closes a loop, the units. Each function here tells a
/// mechanism in another way and keeps a record of what corresponds to what, so that every result can be compared.
///
///   const Retold other = recut(reframed(turned(model, X), random, Digits::exact), random);
///
/// Names stay: a joint or body of the original has the same name in the retold mechanism. Formulas are rewritten, so
/// that they mean the same physics; outputs keep their values, in SI units. The retold mechanism shares the graph of
/// the original. A mechanism that cannot be told so is Error (unsupported) with the reason.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/model/mechanism.h"
#include "alembert/spatial/transform.h"

namespace alembert {

/// How the numbers of the original grow: 1000 for lengths in mm. Seconds and radians stay.
struct UnitFactors {
  double length = 1.0;
  double mass = 1.0;
  double force() const { return mass * length; }
  double moment() const { return mass * length * length; }  ///< also of energies and rotational inertia
};

/// What became of the coordinates of a joint.
struct JointChange {
  /// First and second body are exchanged: coordinates, speeds, efforts and reactions have the other sign; those of
  /// universal and gimbal joints also the opposite order.
  bool swapped = false;
  /// Of a joint whose coordinates are a pose X_12 of the second body in the first: it is now first X_12 second^-1.
  Transform<double> first = Transform<double>::identity();
  Transform<double> second = Transform<double>::identity();
};

/// Coordinates, speeds and accelerations of one joint, in the order of its words.
struct JointState {
  std::vector<double> q, v, a;
};

/// A mechanism and how it follows from another one, the original.
struct Retold {
  Mechanism model;
  Transform<double> world =
      Transform<double>::identity();                ///< the original's world in this one's, lengths in its units
  std::map<std::string, Transform<double>> frames;  ///< [body] its old frame in its new one; absent: as it was
  std::map<std::string, JointChange> joints;        ///< [joint] absent: as it was
  UnitFactors units;
  std::vector<std::string> doubled;  ///< joints and constraints that now stand there twice
  std::vector<std::string> left;     ///< whole sentences: what was left as it is, and why

  Retold(Mechanism original) : model(std::move(original)) {}  // NOLINT: the original is told as it is

  /// The state of the joint with this name, from the one that it has in the original.
  JointState state(const Joint& joint, const JointState& original) const;
};

/// Numbers of random rotations and shifts: ratios of small integers, with rotations that are orthonormal without any
/// rounding, or decimals of full length.
enum class Digits : std::uint8_t { exact, full };

/// A pose whose rotation may be any and whose shift has a size of about `length` [m]; of a plane: about z and along it.
/// The current graph gets its numbers.
Transform<Expr> random_pose(Random& random, Digits digits, double length, bool in_plane);

/// Turned and moved as a whole, ground, gravity and all: X is the pose of the original's world in the new one. In
/// planar models X turns about z and moves in the plane.
Retold turned(Retold tale, const Transform<Expr>& X);

/// Every body in another frame, chosen at random: rotated, and moved by about the model's size.
Retold reframed(Retold tale, Random& random, Digits digits);

/// Both at once: X[body] is the pose of its old frame in the new one, that of the ground the world's.
///
/// Joints whose coordinates are those of a pose or turns about a body's axes (spherical, free, gimbal, translation)
/// follow: where nothing but the start depends on their coordinates these change, see JointChange; else each gets a
/// massless body in either frame, fixed to the old one, so that its coordinates stay.
Retold in_frames(Retold tale, std::span<const Transform<Expr>> X);

/// Bodies, joints, forces and constraints in another order.
Retold reordered(Retold tale, Random& random);

/// First and second body exchanged, in every joint that can be told so.
Retold swapped(Retold tale);

/// Another spanning tree, chosen at random; unsupported where there is no other.
Retold recut(Retold tale, Random& random);

/// One body in two parts, joined by a fixed joint: each with a share of the mass, the joints and what else is fixed to
/// it. The first part has the body's name.
Retold split(Retold tale, Random& random);

/// Lengths and masses in other units, such as {1000, 1000} for mm and g. Parameters, extra states and outputs stay in
/// SI.
Retold in_units(Retold tale, const Rational& length, const Rational& mass);

/// One constraint, or one joint that closes a loop, twice.
Retold doubled(Retold tale, Random& random);

/// A planar mechanism as a spatial one that moves in the plane of x and y. What a planar model does not say, moments of
/// inertia about other axes, is chosen at random.
Retold embedded(Retold tale, Random& random);

/// The original starting where it starts, written down for every joint, also for those that close loops, so that
/// another tree starts at the same place. `states` [joint] by name.
Mechanism started_at(Mechanism model, const std::map<std::string, JointState>& states);

}  // namespace alembert
