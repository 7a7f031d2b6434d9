/// The named matrices that the classical forms of the equations of motion are made of.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "alembert/forms/blocks/dense.h"
#include "alembert/spatial/motion.h"

namespace alembert {

/// A body with its coordinates among the n: planar x, y, angle of its reference point (the mass centre, or the origin
/// of the body's frame), spatial the velocity of that point (world axes) and the angular velocity (body axes).
template <Scalar S>
struct BlockBody {
  std::string name;
  int first = 0;                    ///< of its 3 or 6 coordinates
  Vec3<S> p;                        ///< reference point in the world [m]; planar: z is 0
  Mat3<S> R = Mat3<S>::identity();  ///< its axes in the world
};

/// A joint, a drive, or a constraint with forces of its own: its rows and the forces that it can exert.
template <Scalar S>
struct BlockJoint {
  enum class Role : std::uint8_t {
    joint,       ///< holds two bodies together
    drive,       ///< prescribes a motion; its reaction is the effort, which acts like +row
    constraint,  ///< any other; its reactions act like -row
  };
  Role role = Role::joint;
  std::string name;
  int first = -1, second = -1;  ///< bodies of a joint, -1 is the ground
  bool closing = false;         ///< closes a loop of the tree that the other joints form
  int first_row = 0, rows = 0;  ///< of Cq

  std::vector<std::string> reactions;  ///< names of its independent reaction components: "A.fx", "A.fy", "A.m"
  int first_reaction = 0;              ///< column of `reach`

  // Of joints alone.
  Vec3<S> point;           ///< where reactions act on the second body, in the world [m]: the joint's point there
  Vec3<S> point_on_first;  ///< the same place as the first body knows it; both formulas are equal where the joint holds
  bool sliding = false;    ///< the joint's points on the two bodies move apart
  std::vector<Force<S>> forces;    ///< [reactions] on the second body, of a unit each, at the joint's point in world
                                   ///< axes; at right angles to each other
  std::vector<Motion<S>> motions;  ///< [freedoms] of the second body against the first, a unit speed each, likewise
  std::vector<std::string> motion_names;  ///< [freedoms] "A", "C.slide"
};

/// A system  M a = Qe + Qc  with rows  Cq a = Qd. a are accelerations: of bodies (mechanisms) or of generalized
/// coordinates (Lagrangians, and mechanisms in joint coordinates). Formulas and numbers alike; what is decided (pivots)
/// is decided once, with numbers, and stored as integers.
template <Scalar S>
struct Blocks {
  bool planar = true;
  int n = 0;                               ///< accelerations
  int m = 0;                               ///< constraint rows
  std::vector<std::string> coordinates;    ///< [n] "rod.x"
  std::vector<std::string> accelerations;  ///< [n] "rod.x''"; of angular velocities "rod.wx'"
  std::vector<std::string> rows;           ///< [m] "A.tx"
  Dense<S> M;                              ///< [n x n]
  std::vector<S> Qe;                       ///< [n] applied forces, gravity, efforts and velocity terms; inputs included
  Dense<S> Cq;                             ///< [m x n]
  std::vector<S> Qd;                       ///< [m]

  std::vector<BlockBody<S>> bodies;   ///< empty for generalized coordinates
  std::vector<BlockJoint<S>> joints;  ///< likewise
  Dense<S> reach;                     ///< [n x reactions] Qc of each unit reaction, by fill_reach() (reach.h)

  std::vector<std::string> drives;  ///< inputs that act linearly and joints' efforts: unknown in inverse dynamics
  Dense<S> drive_reach;             ///< [n x drives] d(Qe)/d(drive)
  std::vector<S> drive_value;       ///< [drives] as the model has them, contained in Qe
  std::vector<int> unknown_drives;  ///< those that the forms of inverse dynamics solve for, by choose_drives()
  std::vector<S> a;                 ///< [n] accelerations that those forms take as known: numbers, or symbols

  // By choose_independent() (independent.h).
  std::vector<int> independent;  ///< [f] coordinates that the others follow from, ascending
  std::vector<int> dependent;    ///< [rank] the others, ascending
  std::vector<int> basis_rows;   ///< [rank] independent rows of Cq, ascending
  Dense<S> B;                    ///< [n x f]  a = B a_i + gamma
  std::vector<S> gamma;          ///< [n]
  std::string no_B;              ///< why B and gamma are not there, where they are not

  // Accelerations of the reference the other forms use (mass centres): to_center a + center_bias. Empty: a itself.
  Dense<S> to_center;
  std::vector<S> center_bias;

  bool has_bodies() const { return !bodies.empty(); }
  int body_size() const { return planar ? 3 : 6; }
  int reactions() const { return reach.cols; }
  std::vector<std::string> reaction_names() const {
    std::vector<std::string> names;
    for (const auto& joint : joints) names.insert(names.end(), joint.reactions.begin(), joint.reactions.end());
    return names;
  }
};

}  // namespace alembert
