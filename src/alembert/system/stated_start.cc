#include "alembert/system/stated_start.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/plan/joint_frames.h"

namespace alembert {
namespace {

std::vector<bool> either(std::vector<bool> a, const std::vector<bool>& b) {
  a.resize(b.size(), false);
  for (std::size_t i = 0; i < b.size(); ++i) a[i] = a[i] || b[i];
  return a;
}

std::vector<double> reluctant(const std::vector<bool>& stated) {
  std::vector<double> result(stated.size(), 1.0);
  for (std::size_t i = 0; i < stated.size(); ++i)
    if (stated[i]) result[i] = stated_reluctance;
  return result;
}

/// Whether coordinate k of a joint is written: as a start, or as the place where a body that moves freely is drawn.
bool states_coordinate(const Mechanism& model, const Joint& joint, std::size_t k) {
  const JointWords& has = words(model, joint);
  const auto written = [](const auto& start) { return start.has_value(); };
  if (has.quaternion ? std::ranges::any_of(joint.start, written) : written(joint.start[k])) return true;
  const bool as_drawn = joint.type == JointType::free || joint.type == JointType::spherical || moves_as_drawn(joint);
  const auto drawn = [&](int body) {
    const Body& b = model.bodies[index(body)];
    return has.coordinates[k].unit == "m" ? b.states_position : b.states_rotation;
  };
  return as_drawn && (drawn(joint.first) || drawn(joint.second));
}

/// The coordinate that speed k of a joint moves; of quaternions their first part.
std::size_t coordinate_moved(const JointWords& has, std::size_t k) {
  if (!has.quaternion) return k;
  const std::size_t slides = has.coordinates.size() - 4;  // stand before the quaternion, their speeds behind its own
  return k < 3 ? slides : k - 3;
}

std::string in_words(const StartChange& change) {
  const std::string unit = change.unit.empty() ? "" : " " + change.unit;
  return "'" + change.name + "' from " + shortest(change.written) + " to " + shortest(change.assembled) + unit;
}

}  // namespace

StatedValues stated_values(const Mechanism& model) {
  StatedValues result;
  const auto driven = [](const Joint& joint, std::size_t k) {
    return k < joint.motion.size() && joint.motion[k].has_value();
  };
  for (const MechanismCoordinate& c : model.coordinates) {
    const Joint& joint = model.joints[index(c.joint)];
    result.coordinate.push_back(!driven(joint, index(c.within)) && states_coordinate(model, joint, index(c.within)));
  }
  for (const MechanismCoordinate& s : model.speeds) {
    const Joint& joint = model.joints[index(s.joint)];
    const std::size_t k = index(s.within);
    const bool free = !driven(joint, k);
    result.q.push_back(free && states_coordinate(model, joint, coordinate_moved(words(model, joint), k)));
    result.v.push_back(free && joint.rate[k].has_value());
  }
  return result;
}

std::vector<Firmness> firmness_to_try(const std::vector<bool>& stated, const std::vector<bool>& kept,
                                      ClosingStated closing) {
  bool some = closing.some, rest = closing.rest;
  for (std::size_t i = 0; i < stated.size(); ++i) {
    const bool stays = !kept.empty() && kept[i];
    some = some || (stated[i] && !stays);
    rest = rest || !(stated[i] || stays);
  }
  if (!some || !rest) return {Firmness::none};
  return {Firmness::held, Firmness::spared, Firmness::none};
}

AssembleOptions with_firmness(AssembleOptions options, const StatedValues& stated, Firmness firmness) {
  if (firmness == Firmness::held) {
    options.keep_q = either(std::move(options.keep_q), stated.q);
    options.keep_v = either(std::move(options.keep_v), stated.v);
    options.most_tries = 8;
  }
  if (firmness == Firmness::spared) {
    options.reluctance_q = reluctant(stated.q);
    options.reluctance_v = reluctant(stated.v);
  }
  return options;
}

std::optional<AssembleFailure> assemble_stated_positions(const System& system, double t, const AssembleOptions& options,
                                                         const StatedValues& stated, std::vector<double>& q) {
  std::optional<AssembleFailure> failure;
  for (const Firmness firmness : firmness_to_try(stated.q, options.keep_q)) {
    std::vector<double> moved = q;
    failure = assemble_positions(system, t, with_firmness(options, stated, firmness), moved);
    if (failure) continue;
    q = std::move(moved);
    break;
  }
  return failure;
}

std::optional<AssembleFailure> assemble_stated_speeds(const System& system, double t, const AssembleOptions& options,
                                                      const StatedValues& stated, const std::vector<double>& q,
                                                      std::vector<double>& v) {
  std::optional<AssembleFailure> failure;
  for (const Firmness firmness : firmness_to_try(stated.v, options.keep_v)) {
    std::vector<double> moved = v;
    failure = assemble_speeds(system, t, with_firmness(options, stated, firmness), q, moved);
    if (failure) continue;
    v = std::move(moved);
    break;
  }
  return failure;
}

bool differs(const StartChange& change, double size) {
  constexpr double rounding = 1e-10;
  return !(std::abs(change.assembled - change.written) <= rounding * (size + std::abs(change.written)));
}

Warning warning_of(const std::vector<StartChange>& changes) {
  constexpr std::size_t most = 8;
  std::string text = "the constraints move what is written of the start: ";
  for (std::size_t i = 0; i < changes.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + in_words(changes[i]);
  if (changes.size() > most) text += " and " + std::to_string(changes.size() - most) + " more";
  return {text + "; `fixed = true` keeps a value as it is written", changes.front().at};
}

}  // namespace alembert
