#include "alembert/system/assembly/given_start.h"

#include "alembert/core/index.h"
#include "alembert/plan/start.h"
#include "alembert/system/assembly/assemble_start.h"
#include "alembert/system/assembly/closing_sense.h"
#include "alembert/system/assembly/closing_wishes.h"

namespace alembert {
namespace {

/// Starts of joints that close loops which are written and otherwise at a state.
void compare_closing(const MechanismSetup& setup, const std::vector<double>& q, const std::vector<double>& v,
                     const auto& compare) {
  const Mechanism& model = setup.model;
  const ClosingReadings<double> closing = closing_at(setup, q, v);
  for (std::size_t k = 0; k < model.dependent_coordinates.size(); ++k) {
    const MechanismCoordinate& c = model.dependent_coordinates[k];
    const Joint& joint = model.joints[index(c.joint)];
    const auto& written = joint.start[index(c.within)];
    if (written && !words(model, joint).quaternion) compare(c, setup.real(*written), closing.q[k]);
  }
  for (std::size_t k = 0; k < model.dependent_speeds.size(); ++k) {
    const MechanismCoordinate& s = model.dependent_speeds[k];
    const auto& written = model.joints[index(s.joint)].rate[index(s.within)];
    if (written) compare(s, setup.real(*written), closing.v[k]);
  }
}

}  // namespace

void assemble_given(const MechanismSetup& setup, double t, const GivenValues& given, std::vector<double>& q,
                    std::vector<double>& v) {
  const bool at_start = t == 0.0;
  AssembleOptions options = setup.assemble_options();
  if (!at_start) options.keep_q = options.keep_v = std::vector<bool>(v.size(), false);
  options.allowed = [&](std::span<const double> x) { return joint_wrong_way_round(setup.kinematics(), x) < 0; };
  options.search_branches = true;
  const std::vector<StatedValues> ranks = ranks_of(stated_values(setup.model), stated_values(setup.model, given));
  const auto system_with = [&](bool speeds) {
    return ConstraintSystem(setup.kinematics(), at_start ? closing_wishes(setup, speeds, Guesses::none).targets
                                                         : std::vector<ClosingTarget>());
  };
  const auto check = [&](const std::optional<AssembleFailure>& failure, const System& system) {
    if (failure) throw row_failure(setup, *failure, system, "change --q or --v, or leave them out");
  };
  const ConstraintSystem positions = system_with(false), speeds = system_with(true);
  check(assemble_stated_positions(positions, t, options, ranks, q), positions);
  check(assemble_stated_speeds(speeds, t, options, ranks, q, v), speeds);
}

std::vector<StartChange> start_changes(const MechanismSetup& setup, double t, const GivenValues& given,
                                       const std::vector<double>& given_q, const std::vector<double>& given_v,
                                       const std::vector<double>& q, const std::vector<double>& v) {
  const Mechanism& model = setup.model;
  std::vector<StartChange> result;
  const auto compare = [&](const MechanismCoordinate& of, double stated, double assembled) {
    const StartChange change{of.name, std::string(of.unit), stated, assembled, model.joints[index(of.joint)].source};
    if (differs(change, of.unit.starts_with("m") ? setup.length : 1.0)) result.push_back(change);
  };
  const StatedValues written = stated_values(model), said = stated_values(model, given);
  const std::vector<double> written_q = start_coordinates(model, setup.real),
                            written_v = start_speeds(model, setup.real);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (said.coordinate[i])
      compare(model.coordinates[i], given_q[i], q[i]);
    else if (t == 0.0 && written.coordinate[i])
      compare(model.coordinates[i], written_q[i], q[i]);
  for (std::size_t i = 0; i < v.size(); ++i)
    if (said.v[i])
      compare(model.speeds[i], given_v[i], v[i]);
    else if (t == 0.0 && written.v[i])
      compare(model.speeds[i], written_v[i], v[i]);
  if (t == 0.0) compare_closing(setup, q, v, compare);
  return result;
}

}  // namespace alembert
