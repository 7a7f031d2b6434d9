#include "alembert/plan/motion_index.h"

namespace alembert {

MotionIndex::MotionIndex(const Mechanism& model) {
  int i = 0;
  for (const MechanismCoordinate& c : model.coordinates) names_[c.name].coordinate = i++;
  i = 0;
  for (const MechanismCoordinate& s : model.speeds) {
    const bool rate = s.name.ends_with('\'');
    Named& named = names_[rate ? s.name.substr(0, s.name.size() - 1) : s.name];
    named.speed = i++;
    named.speed_has_own_name = !rate;
  }
}

MotionIndex::Found MotionIndex::find(const std::string& name, int order) const {
  const auto it = names_.find(name);
  if (it == names_.end()) return {};
  const Named& named = it->second;
  if (named.speed_has_own_name) {
    if (order == 0) return {Kind::speed, named.speed};
    return order == 1 ? Found{Kind::acceleration, named.speed} : Found{};
  }
  if (order == 0) return {Kind::coordinate, named.coordinate};
  if (named.speed < 0) return order == 1 ? Found{Kind::coordinate_rate, named.coordinate} : Found{};
  if (order > 2) return {};
  return {order == 1 ? Kind::speed : Kind::acceleration, named.speed};
}

}  // namespace alembert
