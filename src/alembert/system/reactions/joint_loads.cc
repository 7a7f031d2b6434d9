#include "alembert/system/reactions/joint_loads.h"

#include "alembert/core/index.h"
#include "alembert/forms/bodies/body_equations.h"

namespace alembert {

JointLoads::JointLoads(const MechanismSetup& setup, std::vector<int> joints)
    : setup_(setup), reactions_(setup), joints_(std::move(joints)), loads_(joints_.size()) {}

const std::vector<Vec3<double>>& JointLoads::at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u,
                                                In vdot, In lambda, In added) {
  lambda_.assign(lambda.begin(), lambda.end());
  const Reactions<double>& reactions = reactions_.at(dynamics, t, q, v, z, u, vdot, lambda_, {}, added);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Vec3<double> along = axis(joints_[i]), force = reactions.force[index(joints_[i])];
    loads_[i] = force - (dot(force, along) / dot(along, along)) * along;
  }
  return loads_;
}

Vec3<double> JointLoads::axis(int joint) {
  rows_.clear();
  joint_speed_rows(reactions_.plan(), reactions_.params(), reactions_.state(), joint, rows_);
  const bool turns = setup_.model.joints[index(joint)].type == JointType::revolute;
  const RowEntry<double>& entry = rows_.of(0).front();
  return turns ? entry.n : entry.f;
}

}  // namespace alembert
