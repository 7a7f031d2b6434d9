#include "alembert/forms/blocks/joint_freedom.h"

#include <array>

namespace alembert {
namespace {

template <Scalar S>
class Freedom {
 public:
  Freedom(bool planar, const FramePair<S>& pair, const S& pitch, BlockJoint<S>& block)
      : planar_(planar), pitch_(pitch), block_(block) {
    const S one(1.0), zero(0.0);
    world_ = {Vec3<S>{one, zero, zero}, Vec3<S>{zero, one, zero}, Vec3<S>{zero, zero, one}};
    F_ = {pair.F.R.c0(), pair.F.R.c1(), pair.F.R.c2()};
    M_ = {pair.M.R.c0(), pair.M.R.c1(), pair.M.R.c2()};
  }

  // Reactions.
  void hold_point() {
    force("fx", world_[0]);
    force("fy", world_[1]);
    if (!planar_) force("fz", world_[2]);
  }
  void hold_turns() {
    if (planar_) return moment("m", world_[2]);
    moment("mx", world_[0]);
    moment("my", world_[1]);
    moment("mz", world_[2]);
  }
  void hold_line() {
    if (planar_) return force("f", cross(world_[2], F_[2]));
    force("f1", F_[0]);
    force("f2", F_[1]);
  }
  void hold_normal() { force("f", F_[2]); }
  void hold_axis() {
    if (planar_) return;
    moment("m1", F_[0]);
    moment("m2", F_[1]);
  }
  void hold_cross() { moment("m", cross(F_[2], M_[0])); }
  /// Does no work along the screw: pitch f + n = 0 along the axis.
  void hold_thread() { add("f", {-pitch_ * F_[2], F_[2]}); }

  // Motions.
  void turn_z() { turn(F_[2]); }
  void turn_x_of_M() { turn(M_[0]); }
  void turn_M() {
    for (const Vec3<S>& axis : M_) turn(axis);
  }
  void slide_z() { slide(F_[2]); }
  void slide_plane() {
    slide(F_[0]);
    slide(F_[1]);
  }
  void slide_space() {
    slide_plane();
    slide_z();
  }
  void slide_M() {
    for (const Vec3<S>& axis : M_) slide(axis);
  }
  void thread() { block_.motions.push_back({F_[2], pitch_ * F_[2]}); }

 private:
  void add(const char* suffix, const Force<S>& unit) {
    block_.reactions.push_back(block_.name + "." + suffix);
    block_.forces.push_back(unit);
  }
  void force(const char* suffix, const Vec3<S>& f) { add(suffix, {{}, f}); }
  void moment(const char* suffix, const Vec3<S>& n) { add(suffix, {n, {}}); }
  void turn(const Vec3<S>& w) { block_.motions.push_back({w, {}}); }
  void slide(const Vec3<S>& v) { block_.motions.push_back({{}, v}); }

  bool planar_;
  S pitch_;
  BlockJoint<S>& block_;
  std::array<Vec3<S>, 3> world_, F_, M_;
};

template <Scalar S>
void add_reactions(JointType type, Freedom<S>& has) {
  switch (type) {
    case JointType::revolute: has.hold_point(); return has.hold_axis();
    case JointType::prismatic: has.hold_line(); return has.hold_turns();
    case JointType::cylindrical: has.hold_line(); return has.hold_axis();
    case JointType::universal: has.hold_point(); return has.hold_cross();
    case JointType::spherical:
    case JointType::gimbal: return has.hold_point();
    case JointType::planar: has.hold_normal(); return has.hold_axis();
    case JointType::screw:
      has.hold_line();
      has.hold_thread();
      return has.hold_axis();
    case JointType::fixed: has.hold_point(); return has.hold_turns();
    case JointType::translation: return has.hold_turns();
    case JointType::free: return;
  }
}

template <Scalar S>
void add_motions(const Mechanism& model, const Joint& joint, Freedom<S>& has) {
  switch (joint.type) {
    case JointType::revolute: return has.turn_z();
    case JointType::prismatic: return has.slide_z();
    case JointType::cylindrical: has.turn_z(); return has.slide_z();
    case JointType::universal: has.turn_z(); return has.turn_x_of_M();
    case JointType::spherical:
    case JointType::gimbal: return has.turn_M();
    case JointType::planar: has.slide_plane(); return has.turn_z();
    case JointType::screw: return has.thread();
    case JointType::translation: model.planar ? has.slide_plane() : has.slide_space(); return;
    case JointType::free:
      if (model.planar) {
        has.slide_plane();
        return has.turn_z();
      }
      if (words(model, joint).quaternion) {
        has.turn_M();
        return has.slide_M();
      }
      has.slide_space();
      return has.turn_M();
    case JointType::fixed: return;
  }
}

/// Whether M's origin leaves F's.
bool slides(JointType type) {
  switch (type) {
    case JointType::prismatic:
    case JointType::cylindrical:
    case JointType::planar:
    case JointType::screw:
    case JointType::translation:
    case JointType::free: return true;
    default: return false;
  }
}

}  // namespace

template <Scalar S>
void fill_freedom(const Mechanism& model, const Joint& joint, const FramePair<S>& pair, const S& pitch,
                  BlockJoint<S>& block) {
  Freedom<S> has(model.planar, pair, pitch, block);
  add_reactions(joint.type, has);
  add_motions(model, joint, has);
  for (const JointWord& word : words(model, joint).speeds)
    block.motion_names.push_back(coordinate_name(joint.name, word));
  block.point = pair.M.p;
  block.sliding = slides(joint.type);
  block.point_on_first = block.sliding ? pair.M.p : pair.F.p;
}

template void fill_freedom(const Mechanism&, const Joint&, const FramePair<double>&, const double&,
                           BlockJoint<double>&);
template void fill_freedom(const Mechanism&, const Joint&, const FramePair<Expr>&, const Expr&, BlockJoint<Expr>&);

}  // namespace alembert
