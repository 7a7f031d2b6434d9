#include "alembert/system/assembly/closing_sense.h"

#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"

namespace alembert {

int joint_wrong_way_round(const KinematicsSetup& setup, std::span<const double> q) {
  const Mechanism& model = setup.model;
  if (model.dependent_speeds.empty()) return -1;
  const Plan& plan = setup.compiled.plan;
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, q, w);
  world_poses(plan, w);
  StartLengths unused;
  unused.springs.assign(model.springs.size(), 0.0);
  unused.angles.assign(model.rotational_springs.size(), 0.0);
  const BodyParams<double> par =
      number_body_params<double>(model, setup.choices, BodyReference::frame, setup.real, unused);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    if (!joint.closing) continue;
    const auto frame = [&](int body, const Transform<double>& X) {
      return MovingFrame<double>(body, body_motion(plan, setup.par, w, body), X);
    };
    const FramePair<double> pair{frame(joint.first, par.joints[j].X_1F), frame(joint.second, par.joints[j].X_2M)};
    if (!is_right_way_round(joint.type, model.planar, pair)) return static_cast<int>(j);
  }
  return -1;
}

}  // namespace alembert
