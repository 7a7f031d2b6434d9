#include "alembert/system/assembly/stated_start.h"

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

/// Whether coordinate k of a joint belongs to its quaternion.
bool of_quaternion(const JointWords& has, std::size_t k) { return has.quaternion && k + 4 >= has.coordinates.size(); }

/// Whether coordinate k of a joint is written: as a start (a quaternion as a whole), or as the place where a body that
/// moves freely is drawn.
bool states_coordinate(const Mechanism& model, const Joint& joint, std::size_t k) {
  const JointWords& has = words(model, joint);
  const auto written = [](const auto& start) { return start.has_value(); };
  const std::span start = joint.start;
  if (of_quaternion(has, k) ? std::ranges::any_of(start.last(4), written) : written(start[k])) return true;
  const bool as_drawn = joint.type == JointType::free || joint.type == JointType::spherical || moves_as_drawn(joint);
  const auto drawn = [&](int body) {
    const Body& b = model.bodies[index(body)];
    return has.coordinates[k].unit == "m" ? b.states_position : b.states_rotation;
  };
  return as_drawn && (drawn(joint.first) || drawn(joint.second));
}

/// The values after the first of all attempts that succeeds; the failure of the last one if none does.
std::optional<AssembleFailure> first_assembled(std::span<const StatedValues> ranks, const auto& stated,
                                               const AssembleOptions& options, const std::vector<bool>& kept,
                                               std::vector<double>& values, const auto& assemble) {
  std::optional<AssembleFailure> failure;
  for (const StatedValues& rank : ranks)
    for (const Firmness firmness : firmness_to_try(stated(rank), kept)) {
      if (&rank != &ranks.back() && firmness != Firmness::held) continue;
      std::vector<double> moved = values;
      failure = assemble(with_firmness(options, rank, firmness), moved);
      if (failure) continue;
      values = std::move(moved);
      return {};
    }
  return failure;
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

std::size_t coordinate_moved(const JointWords& has, std::size_t k) {
  if (!has.quaternion) return k;
  const std::size_t slides = has.coordinates.size() - 4;  // stand before the quaternion, their speeds behind its own
  return k < 3 ? slides : k - 3;
}

StatedValues stated_values(const Mechanism& model, const GivenValues& given) {
  StatedValues result;
  result.coordinate.assign(model.coordinates.size(), false);
  result.v = given.v;
  result.v.resize(model.speeds.size(), false);
  // Where a joint's coordinates begin, and whether its quaternion is given.
  std::vector<std::size_t> first(model.joints.size(), 0);
  std::vector<bool> turned(model.joints.size(), false);
  const auto turns = [&](const MechanismCoordinate& c) {
    return of_quaternion(words(model, model.joints[index(c.joint)]), index(c.within));
  };
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const MechanismCoordinate& c = model.coordinates[i];
    if (c.within == 0) first[index(c.joint)] = i;
    if (i < given.q.size() && given.q[i] && turns(c)) turned[index(c.joint)] = true;
  }
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const MechanismCoordinate& c = model.coordinates[i];
    result.coordinate[i] = (i < given.q.size() && given.q[i]) || (turns(c) && turned[index(c.joint)]);
  }
  for (const MechanismCoordinate& s : model.speeds) {
    const Joint& joint = model.joints[index(s.joint)];
    const std::size_t moved = coordinate_moved(words(model, joint), index(s.within));
    result.q.push_back(result.coordinate[first[index(s.joint)] + moved]);
  }
  return result;
}

std::vector<StatedValues> ranks_of(const StatedValues& model, const StatedValues& given) {
  const auto some = [](const std::vector<bool>& x) { return std::ranges::find(x, true) != x.end(); };
  const StatedValues all{either(model.q, given.q), either(model.v, given.v), {}};
  const StatedValues alone{some(given.q) ? given.q : all.q, some(given.v) ? given.v : all.v, {}};
  return all == alone ? std::vector{all} : std::vector{all, alone};
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
    // The last of many tries begin up to half a turn away; where that would take long it is given up sooner.
    constexpr std::size_t small = 60;
    options.most_tries = stated.q.size() <= small ? 24 : 8;
  }
  if (firmness == Firmness::spared) {
    options.reluctance_q = reluctant(stated.q);
    options.reluctance_v = reluctant(stated.v);
  }
  return options;
}

std::optional<AssembleFailure> assemble_stated_positions(const System& system, double t, const AssembleOptions& options,
                                                         std::span<const StatedValues> ranks, std::vector<double>& q) {
  const auto stated = [](const StatedValues& of) -> const std::vector<bool>& { return of.q; };
  return first_assembled(ranks, stated, options, options.keep_q, q,
                         [&](const AssembleOptions& how, std::vector<double>& moved) {
                           return assemble_positions(system, t, how, moved);
                         });
}

std::optional<AssembleFailure> assemble_stated_speeds(const System& system, double t, const AssembleOptions& options,
                                                      std::span<const StatedValues> ranks, const std::vector<double>& q,
                                                      std::vector<double>& v) {
  const auto stated = [](const StatedValues& of) -> const std::vector<bool>& { return of.v; };
  return first_assembled(ranks, stated, options, options.keep_v, v,
                         [&](const AssembleOptions& how, std::vector<double>& moved) {
                           return assemble_speeds(system, t, how, q, moved);
                         });
}

bool differs(const StartChange& change, double size) {
  constexpr double rounding =
      1e-13;  // hundreds of roundings: what assembly leaves of a start that is on the constraints
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
