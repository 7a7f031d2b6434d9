#include "alembert/system/assembly/closing_wishes.h"

#include "alembert/core/index.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/plan/start.h"
#include "alembert/system/constraints/constraint_rows.h"

namespace alembert {
namespace {

const Joint& joint_of(const MechanismSetup& setup, const MechanismCoordinate& c) {
  return setup.model.joints[static_cast<std::size_t>(c.joint)];
}

}  // namespace

ClosingWishes closing_wishes(const MechanismSetup& setup, bool speeds, Guesses guesses, Firmness firmness) {
  const auto& list = speeds ? setup.model.dependent_speeds : setup.model.dependent_coordinates;
  ClosingWishes firm, soft;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Joint& joint = joint_of(setup, list[k]);
    const auto& written = (speeds ? joint.rate : joint.start)[static_cast<std::size_t>(list[k].within)];
    const bool quaternion = !speeds && words(setup.model, joint).quaternion;
    if (quaternion && joint.fixed_start && written)
      throw Error(Error::Code::unsupported,
                  "joint '" + joint.written() + "' closes a loop, where a fixed orientation cannot be asked for",
                  joint.source, "write `cut = true` on another joint of the loop");
    if (quaternion) continue;
    const bool must = written && (joint.fixed_start || firmness == Firmness::held);
    if (!must && (guesses == Guesses::none || (guesses == Guesses::written && !written))) continue;
    ClosingWishes& wish = must ? firm : soft;
    const double drawn = speeds ? 0.0 : unwritten_start(setup.model, joint, setup.real)[index(list[k].within)];
    wish.targets.push_back({static_cast<int>(k), written ? setup.real(*written) : drawn, speeds});
    const double reluctance = written && firmness == Firmness::spared ? stated_reluctance : 1.0;
    wish.give.push_back((list[k].unit.starts_with("m") ? setup.length : 1.0) / reluctance);
  }
  firm.targets.insert(firm.targets.end(), soft.targets.begin(), soft.targets.end());
  return {std::move(firm.targets), std::move(soft.give)};
}

std::vector<double> closing_start(const MechanismSetup& setup) {
  std::vector<double> result(setup.model.dependent_coordinates.size(), 0.0);
  for (std::size_t k = 0; k < result.size(); ++k) {
    const MechanismCoordinate& c = setup.model.dependent_coordinates[k];
    const auto& start = joint_of(setup, c).start[static_cast<std::size_t>(c.within)];
    if (start) result[k] = setup.real(*start);
  }
  return result;
}

ClosingStated stated_of_closing(const MechanismSetup& setup, bool speeds) {
  ClosingStated result;
  for (const MechanismCoordinate& c : speeds ? setup.model.dependent_speeds : setup.model.dependent_coordinates) {
    const Joint& joint = joint_of(setup, c);
    if (!speeds && words(setup.model, joint).quaternion) continue;
    const bool written = (speeds ? joint.rate : joint.start)[index(c.within)].has_value();
    result.some = result.some || (written && !joint.fixed_start);
    result.rest = result.rest || !written;
  }
  return result;
}

ClosingReadings<double> closing_at(const MechanismSetup& setup, std::span<const double> q, std::span<const double> v) {
  if (setup.model.dependent_coordinates.empty()) return {};
  const Plan& plan = setup.compiled.plan;
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, q, w);
  world_poses(plan, w);
  velocities<double>(plan, setup.par, v, w);
  ConstraintRows<double> rows(setup.model, setup.compiled, setup.par, setup.constraints, setup.real, setup.choices,
                              setup.angles);
  return rows.read_closing(0.0, w);
}

}  // namespace alembert
