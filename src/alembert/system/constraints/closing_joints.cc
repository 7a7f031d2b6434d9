#include "alembert/system/constraints/closing_joints.h"

#include <cmath>
#include <numbers>

#include "alembert/core/index.h"
#include "alembert/kernel/rows/entry_rates.h"
#include "alembert/scalar/value_of.h"

namespace alembert {

template <Scalar S>
ClosingJoints<S>::ClosingJoints(const Mechanism& model, const Compiled& compiled, const Params<S>& par,
                                const BodyParams<S>& bodies, const std::vector<double>& start)
    : plan_(&compiled.plan), par_(&par), planar_(model.planar), start_(start), near_(start) {
  readings_.q.assign(model.dependent_coordinates.size(), S(0.0));
  readings_.v.assign(model.dependent_speeds.size(), S(0.0));
  readings_.a = readings_.v;
  speed_.assign(model.dependent_speeds.size(), 0.0);
  for (const MechanismCoordinate& c : model.dependent_coordinates) {
    const auto j = index(c.joint);
    const bool thread = model.joints[j].type == JointType::screw && value_of(bodies.joints[j].pitch) != 0.0;
    const bool angle = c.unit == "rad" && !words(model, model.joints[j]).quaternion;
    speed_of_angle_.push_back(angle && !thread ? compiled.joint_v[j] - plan_->nv + c.within : -1);
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    if (!joint.closing) continue;
    const JointWords& has = words(model, joint);
    joints_.push_back({joint.type, joint.first, joint.second, bodies.joints[j], joint.sequence,
                       static_cast<int>(has.coordinates.size()), compiled.joint_q[j] - plan_->nq,
                       compiled.joint_v[j] - plan_->nv, has.quaternion});
  }
}

template <Scalar S>
const ClosingReadings<S>& ClosingJoints<S>::read(double t, const Workspace<S>& w, bool moving) {
  rows_.clear();
  for (const ClosingJoint<S>& joint : joints_) read_joint(joint, w);
  if (accepted_)
    count_turns(t, moving);
  else
    for (std::size_t i = 0; i < near_.size(); ++i)
      if (speed_of_angle_[i] >= 0) near_[i] = value_of(readings_.q[i]);
  return readings_;
}

/// Angles are those nearest to where the mean of the speeds leads from the accepted state.
template <Scalar S>
void ClosingJoints<S>::count_turns(double t, bool moving) {
  constexpr double turn = 2.0 * std::numbers::pi;
  for (std::size_t i = 0; i < near_.size(); ++i) {
    if (speed_of_angle_[i] < 0) continue;
    const auto v = index(speed_of_angle_[i]);
    const double mean = moving ? 0.5 * (speed_[v] + value_of(readings_.v[v])) : speed_[v];
    const double turns = std::round((near_[i] + mean * (t - time_) - value_of(readings_.q[i])) / turn);
    if (std::isfinite(turns)) readings_.q[i] += S(turn * turns);
  }
}

template <Scalar S>
void ClosingJoints<S>::accept(double t, const Workspace<S>& w) {
  read(t, w, true);
  for (std::size_t i = 0; i < near_.size(); ++i) near_[i] = value_of(readings_.q[i]);
  for (std::size_t i = 0; i < speed_.size(); ++i) speed_[i] = value_of(readings_.v[i]);
  time_ = t;
  accepted_ = true;
}

template <Scalar S>
void ClosingJoints<S>::start_over() {
  near_ = start_;
  accepted_ = false;
}

template <Scalar S>
std::vector<double> ClosingJoints<S>::memory() const {
  std::vector<double> list = near_;
  list.insert(list.end(), speed_.begin(), speed_.end());
  list.push_back(time_);
  list.push_back(accepted_ ? 1.0 : 0.0);
  return list;
}

template <Scalar S>
void ClosingJoints<S>::recall(std::span<const double> memory) {
  near_.assign(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(near_.size()));
  const std::span<const double> rest = memory.subspan(near_.size());
  speed_.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(speed_.size()));
  time_ = rest[speed_.size()];
  accepted_ = rest[speed_.size() + 1] != 0.0;
}

template <Scalar S>
void ClosingJoints<S>::read_joint(const ClosingJoint<S>& joint, const Workspace<S>& w) {
  const BodyMotion<S> first = body_motion(*plan_, *par_, w, joint.first);
  const BodyMotion<S> second = body_motion(*plan_, *par_, w, joint.second);
  const FramePair<S> frames{{joint.first, first, joint.reals.X_1F}, {joint.second, second, joint.reals.X_2M}};
  const int begin = rows_.size();
  std::span<const double> near;
  if (!joint.quaternion) near = std::span(near_).subspan(index(joint.first_q), index(joint.coordinates));
  add_speed_rows<S>(joint.type, planar_, joint.sequence, frames, joint.reals.pitch, near, rows_);
  for (int row = begin; row < rows_.size(); ++row) {
    S speed(0.0);
    for (const RowEntry<S>& entry : rows_.of(row)) {
      const BodyMotion<S>& motion = entry.body == joint.first ? first : second;
      speed += rate_along(entry, motion.w, motion.v);
    }
    readings_.v[index(row)] = speed;
  }
  if (joint.quaternion) return read_pose(joint, frames);
  for (int k = 0; k < joint.coordinates; ++k) {
    readings_.q[index(joint.first_q + k)] = rows_.phi[index(begin + k)];
  }
}

template <Scalar S>
void ClosingJoints<S>::read_pose(const ClosingJoint<S>& joint, const FramePair<S>& frames) {
  auto q = index(joint.first_q);
  if (joint.type == JointType::free) {
    const Vec3<S> p = frames.F.R.transpose_times(frames.M.p - frames.F.p);
    for (const S& part : {p.x, p.y, p.z}) readings_.q[q++] = part;
  }
  const Quaternion<S> turn = relative_quaternion(frames);
  for (const S& part : {turn.w, turn.x, turn.y, turn.z}) readings_.q[q++] = part;
}

template <Scalar S>
void ClosingJoints<S>::read_accelerations(const Workspace<S>& w) {
  for (int row = 0; row < rows_.size(); ++row) {
    S rate = -rows_.c[index(row)];
    for (const RowEntry<S>& entry : rows_.of(row)) {
      const BodyAcceleration<S> a = body_acceleration(*plan_, *par_, w, entry.body);
      rate += rate_along(entry, a.angular, a.linear);
    }
    readings_.a[index(row)] = rate;
  }
}

template class ClosingJoints<double>;
template class ClosingJoints<Dual<8>>;

}  // namespace alembert
