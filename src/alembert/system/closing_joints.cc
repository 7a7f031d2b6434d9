#include "alembert/system/closing_joints.h"

#include "alembert/core/index.h"
#include "alembert/kernel/rows/entry_rates.h"
#include "alembert/scalar/value_of.h"

namespace alembert {

template <Scalar S>
ClosingJoints<S>::ClosingJoints(const Mechanism& model, const Compiled& compiled, const Params<S>& par,
                                const BodyParams<S>& bodies, const std::vector<double>& start)
    : plan_(&compiled.plan), par_(&par), planar_(model.planar), near_(start) {
  readings_.q.assign(model.dependent_coordinates.size(), S(0.0));
  readings_.v.assign(model.dependent_speeds.size(), S(0.0));
  readings_.a = readings_.v;
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
const ClosingReadings<S>& ClosingJoints<S>::read(const Workspace<S>& w) {
  rows_.clear();
  for (const ClosingJoint<S>& joint : joints_) read_joint(joint, w);
  return readings_;
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
    const auto q = index(joint.first_q + k);
    readings_.q[q] = rows_.phi[index(begin + k)];
    near_[q] = value_of(readings_.q[q]);
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
