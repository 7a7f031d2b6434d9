#include "alembert/plan/retold/joints_in_frames.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/plan/joint_frames.h"
#include "alembert/plan/readable_numbers.h"
#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/start.h"

namespace alembert::retelling {
namespace {

class JointsInFrames {
 public:
  JointsInFrames(const Mechanism& old, std::span<const Transform<Expr>> X, Retold& tale)
      : old_(old), X_(X), tale_(tale), real_(old), numbers_(old), symbols_(motion_symbols(old)) {}

  void place_all() {
    for (std::size_t j = 0; j < old_.joints.size(); ++j) place(static_cast<int>(j));
    put_last_joints_first(tale_.model, added_);
    choose_tree(tale_.model);
  }

 private:
  const Transform<Expr>& X_of(int body) const { return X_[index(body)]; }
  Joint& joint(int j) { return tale_.model.joints[index(j)]; }

  void place(int j) {
    const Joint& was = old_.joints[index(j)];
    const bool moved =
        !is_identity(X_of(was.first)) || !is_identity(X_of(was.second)) || (was.drawn && !is_identity(X_[0]));
    if (!moved) return;
    switch (was.type) {
      case JointType::gimbal:
      case JointType::translation: return carry(j);
      case JointType::spherical:
      case JointType::free:
        if (!was.sequence.empty() || is_mentioned(old_, j, symbols_) || !only_connects(old_, j)) return carry(j);
        if (was.type == JointType::spherical) place_points(j);
        return change_pose(j);
      default: break;
    }
    place_points(j);
    was.drawn ? turn_drawn_axes(j) : turn_axes(j);
  }

  void place_points(int j) {
    Joint& now = joint(j);
    for (PointOn& at : std::span(now.at).first(now.drawn ? 1 : 2)) {
      at.p = X_of(at.body).point(at.p);
      numbers_.tidy(at.p);
    }
  }

  Vec3<Expr> along(const Mat3<Expr>& R, const Vec3<Expr>& axis) const {
    Vec3<Expr> result = R * axis;
    numbers_.tidy(result);
    return result;
  }

  /// The axes as they were meant: written, or by default.
  static std::vector<Vec3<Expr>> axes_of(const Joint& was, bool planar_model) {
    const Vec3<Expr> x{Expr(1), {}, {}}, z{{}, {}, Expr(1)};
    if (was.type == JointType::fixed || (planar_model && was.type == JointType::revolute)) return {};
    if (was.type == JointType::planar && was.axes.size() < 2) return {x, z};
    if (!was.axes.empty()) return was.axes;
    return {was.type == JointType::prismatic ? x : z};
  }

  void turn_drawn_axes(int j) {
    joint(j).axes = axes_of(old_.joints[index(j)], old_.planar);
    for (Vec3<Expr>& axis : joint(j).axes) axis = along(X_[0].R, axis);
  }

  void turn_axes(int j) {
    const Joint& was = old_.joints[index(j)];
    const Mat3<Expr>&R_1 = X_of(was.first).R, &R_2 = X_of(was.second).R;
    Joint& now = joint(j);
    now.axes = axes_of(was, old_.planar);
    for (std::size_t k = 0; k < now.axes.size(); ++k) {
      const bool of_second = k == 1 && was.type != JointType::planar;
      now.axes[k] = along(of_second ? R_2 : R_1, now.axes[k]);
    }
    const Mat3<Expr> R_12 = joint_frames_detail::zero_pose<Expr>(old_, was, FormulaReals{}).R_A2;
    now.rotation = orientation_of(old_, R_1 * R_12 * R_2.transposed());
  }

  /// New coordinates of a pose, of which nothing but the start is written.
  void change_pose(int j) {
    const Joint& was = old_.joints[index(j)];
    JointChange change;
    change.first = numbers_of(X_of(was.first), real_);
    change.second = numbers_of(X_of(was.second), real_);
    if (was.type == JointType::spherical) change.first.p = change.second.p = {};
    rewrite_start(j, change);
    const double length = tale_.units.length;  // the record is in the original's
    for (Transform<double>* X : {&change.first, &change.second}) X->p = (1.0 / length) * X->p;
    JointChange& known = tale_.joints[was.name];
    known.first = change.first * known.first;
    known.second = change.second * known.second;
  }

  void rewrite_start(int j, const JointChange& change) {
    const Joint& was = old_.joints[index(j)];
    const auto written = [](const auto& list) {
      return std::ranges::any_of(list, [](const auto& x) { return x.has_value(); });
    };
    if (!written(was.start) && !written(was.rate) && !was.rotation) return;
    JointState start;
    start.q = unwritten_start(old_, was, real_);
    for (std::size_t k = 0; k < start.q.size(); ++k)
      if (was.start[k]) start.q[k] = real_(*was.start[k]);
    for (const std::optional<Expr>& rate : was.rate) start.v.push_back(rate ? real_(*rate) : 0.0);
    Retold here(old_);
    here.joints[was.name] = change;
    start = here.state(was, start);
    Joint& now = joint(j);
    now.rotation.reset();
    now.start.assign(start.q.begin(), start.q.end());
    now.rate.assign(start.v.begin(), start.v.end());
  }

  /// The frames F and M of the joint as massless bodies, so that its coordinates stay what they are.
  void carry(int j) {
    const Joint& was = old_.joints[index(j)];
    const JointFrames<Expr> frames = joint_frames<Expr>(old_, was, {}, FormulaReals{});
    Joint now = was;
    now.drawn = false;
    now.axes.clear();
    now.rotation.reset();
    if (was.type == JointType::gimbal || was.type == JointType::translation) now.rotation = Orientation{};
    if (moves_as_drawn(was)) write_start(was, now);
    now.first = add_frame(was.first, was.name + " first", frames.X_1F);
    now.second = add_frame(was.second, was.name + " second", frames.X_2M);
    now.at = {PointOn{now.first, {}}, PointOn{now.second, {}}};
    joint(j) = std::move(now);
  }

  /// A translation that starts as drawn.
  void write_start(const Joint& was, Joint& now) const {
    const std::vector<double> drawn = unwritten_start(old_, was, real_);
    for (std::size_t k = 0; k < drawn.size(); ++k)
      if (!now.start[k] && !now.motion[k]) now.start[k] = Expr(drawn[k]);
  }

  int add_frame(int body, const std::string& name, const Transform<Expr>& X_BF) {
    Transform<Expr> X = X_of(body) * X_BF;
    numbers_.tidy(X);
    ++added_;
    return add_fixed_frame(tale_.model, body, name, X);
  }

  const Mechanism& old_;
  std::span<const Transform<Expr>> X_;
  Retold& tale_;
  NumberReals real_;
  ReadableNumbers numbers_;
  std::vector<Expr> symbols_;
  std::size_t added_ = 0;
};

}  // namespace

void put_joints_in_frames(const Mechanism& old, std::span<const Transform<Expr>> X, Retold& tale) {
  JointsInFrames(old, X, tale).place_all();
}

}  // namespace alembert::retelling
