#include "alembert/workbench/joint_limits.h"

#include <cmath>
#include <limits>

#include "alembert/core/text.h"

namespace alembert {

JointLimits::JointLimits(const MechanismSetup& setup) {
  const GraphScope scope(*setup.model.graph);
  for (std::size_t i = 0; i < setup.model.coordinates.size(); ++i) {
    const MechanismCoordinate& c = setup.model.coordinates[i];
    const Joint& joint = setup.model.joints[static_cast<std::size_t>(c.joint)];
    const auto k = static_cast<std::size_t>(c.within);
    if (k >= joint.limits.size() || !joint.limits[k]) continue;
    if (joint.restitution[k] && !joint.motion[k]) continue;  // a stop
    limits_.push_back({c.name, i, setup.real((*joint.limits[k])[0]), setup.real((*joint.limits[k])[1]), false, 0.0});
  }
}

void JointLimits::look(double t, std::span<const double> q) {
  for (Limit& limit : limits_) {
    if (limit.exceeded || (q[limit.coordinate] >= limit.low && q[limit.coordinate] <= limit.high)) continue;
    limit.exceeded = true;
    limit.time = t;
  }
}

std::vector<std::string> JointLimits::warnings() const {
  std::vector<std::string> list;
  for (const Limit& limit : limits_)
    if (limit.exceeded)
      list.push_back(limit.name + " leaves its limits [" + shortest(limit.low) + ", " + shortest(limit.high) +
                     "] at t = " + shortest(limit.time) + " s; without `restitution` limits are not enforced");
  return list;
}

std::vector<double> JointLimits::memory() const {
  std::vector<double> times;
  times.reserve(limits_.size());
  for (const Limit& limit : limits_)
    times.push_back(limit.exceeded ? limit.time : std::numeric_limits<double>::quiet_NaN());
  return times;
}

void JointLimits::recall(std::span<const double> memory) {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    limits_[i].exceeded = !std::isnan(memory[i]);
    limits_[i].time = memory[i];
  }
}

}  // namespace alembert
