#pragma once
#include "alembert/kernel/rows/joint_rows.h"
#include "alembert/kernel/rows/pair_geometry.h"
#include "alembert/kernel/rows/relative_angles.h"
#include "alembert/spatial/rotations.h"

namespace alembert {
namespace pairwise {

/// Writes the rows of one joint. The functions below are (second - first); a row is that where the first body is the
/// ground, and (first - second) elsewhere.
template <Scalar S>
class JointRows {
 public:
  JointRows(const FramePair<S>& pair, RowSet<S>& rows) : pair_(pair), rows_(rows) {}

  void add(const PairFunction<S>& g) { add_row(pair_, pair_.F.body == 0 ? g : -g, rows_); }

  /// The origins coincide; planar: in x and y.
  void coincide(bool planar) {
    const S one(1.0), zero(0.0);
    add(along(pair_, on_world<S>({one, zero, zero})));
    add(along(pair_, on_world<S>({zero, one, zero})));
    if (!planar) add(along(pair_, on_world<S>({zero, zero, one})));
  }
  /// M's origin is on the line of F's z.
  void on_z_line() {
    add(along(pair_, on_F(pair_, pair_.F.R.c0())));
    add(along(pair_, on_F(pair_, pair_.F.R.c1())));
  }
  /// M's z lies along that of F: rx, ry.
  void parallel_z() {
    const Direction<S> z_M = on_M(pair_, pair_.M.R.c2());
    add(dot(on_F(pair_, Vec3<S>{} - pair_.F.R.c1()), z_M));
    add(dot(on_F(pair_, pair_.F.R.c0()), z_M));
  }
  /// No relative rotation: sin(angle) times the axis of M's turn in F vanishes. Its coefficients are regular up to a
  /// quarter turn in any direction, and the half turns, where it vanishes too, do not attract an iteration.
  void no_rotation() {
    const Direction<S> x_F = on_F(pair_, pair_.F.R.c0()), y_F = on_F(pair_, pair_.F.R.c1());
    const Direction<S> z_F = on_F(pair_, pair_.F.R.c2()), x_M = on_M(pair_, pair_.M.R.c0());
    const Direction<S> y_M = on_M(pair_, pair_.M.R.c1()), z_M = on_M(pair_, pair_.M.R.c2());
    const S half(0.5);
    add(half * (dot(z_F, y_M) - dot(y_F, z_M)));
    add(half * (dot(x_F, z_M) - dot(z_F, x_M)));
    add(half * (dot(y_F, x_M) - dot(x_F, y_M)));
  }
  /// The same in a planar model: the angle itself, from -pi to pi.
  void no_rotation_planar() {
    // R_M R_F^T turns about the world's z; F's own axes may be permuted.
    const Mat3<S>&F = pair_.F.R, &M = pair_.M.R;
    const Vec3<S> z{S(0.0), S(0.0), S(1.0)};
    PairFunction<S> g = spin(pair_, on_world(z));
    g.value = atan2(dot(M.r1, F.r0), dot(M.r0, F.r0));
    add(g);
  }
  /// Planar: M's origin is on the line of F's z, which lies in the plane.
  void on_line_planar() {
    const Vec3<S> z = pair_.F.R.c2();
    add(along(pair_, on_F<S>(pair_, {-z.y, z.x, S(0.0)})));
  }
  /// slide = pitch turn, in the turn where they differ least
  void screw(const S& pitch) {
    const Direction<S> x_M = on_M(pair_, pair_.M.R.c0());
    const PairFunction<S> y = dot(on_F(pair_, pair_.F.R.c1()), x_M), x = dot(on_F(pair_, pair_.F.R.c0()), x_M);
    const PairFunction<S> slide = along(pair_, on_F(pair_, pair_.F.R.c2()));
    add(slide - pitch * angle_of(y, x, turn_on_thread(y.value, x.value, slide.value, pitch)));
  }
  /// The second axis of a universal joint is at right angles to the first.
  void crossed_axes() { add(-dot(on_F(pair_, pair_.F.R.c2()), on_M(pair_, pair_.M.R.c0()))); }
  /// M's origin is in F's x-y plane.
  void in_z_plane() { add(along(pair_, on_F(pair_, pair_.F.R.c2()))); }

 private:
  const FramePair<S>& pair_;
  RowSet<S>& rows_;
};

/// Writes the rows that read a joint's speeds, with the coordinates as their values.
template <Scalar S>
class SpeedRows {
 public:
  SpeedRows(const FramePair<S>& pair, std::span<const double> near, RowSet<S>& rows)
      : pair_(pair), near_(near), rows_(rows) {}

  void turn_z() { spin_at(on_F(pair_, pair_.F.R.c2()), turn_about_z(pair_)); }
  void screw(const S& pitch) {
    const Vec3<S> z_F = pair_.F.R.c2(), x_M = pair_.M.R.c0();
    PairFunction<S> g = spin(pair_, on_F(pair_, z_F));
    g.value = turn_on_thread(dot(pair_.F.R.c1(), x_M), dot(pair_.F.R.c0(), x_M), dot(z_F, pair_.M.p - pair_.F.p), pitch,
                             near_value(near_, speed_));
    add(g);
  }
  void slide_x() { add(along(pair_, on_F(pair_, pair_.F.R.c0()))); }
  void slide_y() { add(along(pair_, on_F(pair_, pair_.F.R.c1()))); }
  void slide_z() { add(along(pair_, on_F(pair_, pair_.F.R.c2()))); }
  /// About F's z and M's x.
  void universal() {
    const Vec3<S> z_F = pair_.F.R.c2();
    turn_z();
    spin_at(on_M(pair_, pair_.M.R.c0()), atan2(dot(z_F, pair_.M.R.c1()), dot(z_F, pair_.M.R.c2())));
  }
  /// Angular velocity along M's axes.
  void body_spins() {
    for (const Vec3<S>& e : {pair_.M.R.c0(), pair_.M.R.c1(), pair_.M.R.c2()}) add(spin(pair_, on_M(pair_, e)));
  }
  /// Velocity of M's origin in F, along M's axes.
  void body_slides() {
    for (const Vec3<S>& e : {pair_.M.R.c0(), pair_.M.R.c1(), pair_.M.R.c2()})
      add(slip(pair_, moving(on_M(pair_, e)), MovingVector<S>{}));
  }
  void euler(const EulerSequence& sequence);

 private:
  void add(const PairFunction<S>& g) {
    add_row(pair_, g, rows_);
    ++speed_;
  }
  void spin_at(const Direction<S>& axis, const S& angle) {
    PairFunction<S> g = spin(pair_, axis);
    g.value = nearest_turn(angle, near_value(near_, speed_));
    add(g);
  }

  const FramePair<S>& pair_;
  std::span<const double> near_;
  RowSet<S>& rows_;
  std::size_t speed_ = 0;
};

/// w_M - w_F = sum of q_i' e_i about the axes e_1 of F, e_2 (which both others are at right angles to) and e_3 of M:
///
///   q_i'  = d_i . (w_M - w_F)                                      d_i . e_j = 1 for i = j, else 0
///   q_i'' = d_i . (w_M' - w_F' - sum of q_j' e_j')                 e_1' = w_F x e_1,  e_3' = w_M x e_3,
///                                                                  e_2' = (w_F + q_1' e_1) x e_2
///
/// At gimbal lock e_1 and e_3 are parallel and no rates exist: the coefficients are not finite.
template <Scalar S>
void SpeedRows<S>::euler(const EulerSequence& sequence) {
  const EulerReading<S> reading = read_euler(sequence, pair_, near_, speed_);
  const auto column = [](const Mat3<S>& R, int i) { return i == 0 ? R.c0() : (i == 1 ? R.c1() : R.c2()); };
  const Vec3<S> e_1 = column(pair_.F.R, sequence.first), e_3 = column(pair_.M.R, sequence.third);

  // e_3 x e_1 = side |e_3 x e_1| e_2: at the middle angle b it is cos b or, with equal first and last axis, -sin b e_2.
  const bool proper = sequence.first == sequence.third;
  const bool cyclic = (sequence.second - sequence.first + 3) % 3 == 1;
  const bool positive = (!proper && cyclic) != reading.second_triple;
  const Vec3<S> across = cross(e_3, e_1);
  const S squared = dot(across, across), common = dot(e_1, e_3);
  const Vec3<S> e_2 = (S(positive ? 1.0 : -1.0) / sqrt(squared)) * across;
  const S k = S(1.0) / squared;
  const std::array<Vec3<S>, 3> dual{k * (e_1 - common * e_3), e_2, k * (e_3 - common * e_1)};

  const Vec3<S> w = pair_.M.w - pair_.F.w;
  const S rate_1 = dot(dual[0], w), rate_2 = dot(dual[1], w), rate_3 = dot(dual[2], w);
  const Vec3<S> turning =
      rate_1 * cross(pair_.F.w, e_1) + rate_2 * cross(pair_.F.w + rate_1 * e_1, e_2) + rate_3 * cross(pair_.M.w, e_3);
  for (std::size_t i = 0; i < 3; ++i) {
    PairFunction<S> g;
    g.value = reading.angles[i];
    g.n_M = dual[i];
    g.n_F = Vec3<S>{} - dual[i];
    g.bias = -dot(dual[i], turning);
    add(g);
  }
}

}  // namespace pairwise

template <Scalar S>
void add_joint_rows(JointType type, bool planar, const FramePair<S>& pair, const S& pitch, RowSet<S>& rows) {
  pairwise::JointRows<S> joint(pair, rows);
  const auto no_rotation = [&] { planar ? joint.no_rotation_planar() : joint.no_rotation(); };
  switch (type) {
    case JointType::revolute:
      joint.coincide(planar);
      if (!planar) joint.parallel_z();
      return;
    case JointType::prismatic: planar ? joint.on_line_planar() : joint.on_z_line(); return no_rotation();
    case JointType::cylindrical: joint.on_z_line(); return joint.parallel_z();
    case JointType::universal: joint.coincide(false); return joint.crossed_axes();
    case JointType::spherical:
    case JointType::gimbal: return joint.coincide(false);
    case JointType::planar: joint.in_z_plane(); return joint.parallel_z();
    case JointType::screw:
      joint.on_z_line();
      joint.screw(pitch);
      return joint.parallel_z();
    case JointType::fixed: joint.coincide(planar); return no_rotation();
    case JointType::translation: return no_rotation();
    case JointType::free: return;
  }
}

template <Scalar S>
void add_speed_rows(JointType type, bool planar, const std::string& sequence, const FramePair<S>& pair, const S& pitch,
                    std::span<const double> near, RowSet<S>& rows) {
  pairwise::SpeedRows<S> speed(pair, near, rows);
  const auto slide_in_plane = [&] {
    speed.slide_x();
    speed.slide_y();
  };
  const auto slide_in_space = [&] {
    slide_in_plane();
    if (!planar) speed.slide_z();
  };
  switch (type) {
    case JointType::revolute: return speed.turn_z();
    case JointType::screw: return speed.screw(pitch);
    case JointType::prismatic: return speed.slide_z();
    case JointType::cylindrical: speed.turn_z(); return speed.slide_z();
    case JointType::universal: return speed.universal();
    case JointType::spherical: return speed.body_spins();
    case JointType::planar: slide_in_plane(); return speed.turn_z();
    case JointType::gimbal: return speed.euler(euler_sequence(sequence.empty() ? "zyx" : sequence));
    case JointType::free:
      if (!planar && sequence.empty()) {
        speed.body_spins();
        return speed.body_slides();
      }
      slide_in_space();
      return planar ? speed.turn_z() : speed.euler(euler_sequence(sequence));
    case JointType::translation: return slide_in_space();
    case JointType::fixed: return;
  }
}

template <Scalar S>
Quaternion<S> relative_quaternion(const FramePair<S>& pair) {
  return quaternion(pair.F.R.transposed() * pair.M.R);
}

}  // namespace alembert
