#include "alembert/workbench/robot/robot.h"

#include <algorithm>
#include <numeric>

#include "alembert/core/text.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/manifold.h"
#include "alembert/kernel/regressor.h"
#include "alembert/workbench/robot/robot_sizes.h"
#include "alembert/workbench/workbench.h"

namespace alembert {
namespace {

const MechanismSetup& setup_of(const Workbench& bench) {
  if (bench.mechanism() != nullptr) return bench.setup();
  throw Error(Error::Code::unsupported, "the file gives a system by its energies, which is no robot",
              {bench.model().file, 0, 0}, "a robot has bodies and joints; Workbench computes with any system");
}

Source place_of(const MechanismSetup& setup, const RowSource& source) {
  const auto i = static_cast<std::size_t>(source.index);
  switch (source.kind) {
    case RowSource::Kind::closing_joint: return setup.model.joints[i].source;
    case RowSource::Kind::formula: return setup.constraints.rows.formulas[i].at;
    case RowSource::Kind::geometric: break;
  }
  return source_of(setup.model.constraints[i]);
}

void refuse_constraints(const MechanismSetup& setup) {
  const RowPlan& rows = setup.constraints.rows;
  if (rows.size() == 0) return;
  throw Error(Error::Code::unsupported,
              "row '" + rows.names.front() + "' constrains joints, which a Robot does not hold",
              place_of(setup, rows.sources.front()),
              "let mimic joints of a .urdf move on their own (LoadOptions::independent_mimic), or use Workbench");
}

std::vector<RobotQuantity> quantities(const std::vector<MechanismCoordinate>& words) {
  std::vector<RobotQuantity> result;
  for (const MechanismCoordinate& word : words) result.push_back({word.name, std::string(word.unit)});
  return result;
}

std::vector<RobotJoint> joints_of(const MechanismSetup& setup) {
  std::vector<RobotJoint> result;
  for (std::size_t i = 0; i < setup.model.joints.size(); ++i) {
    const Joint& joint = setup.model.joints[i];
    const JointWords& has = words(setup.model, joint);
    result.push_back({joint.written(), joint.type, static_cast<std::size_t>(setup.compiled.joint_q[i]),
                      has.coordinates.size(), static_cast<std::size_t>(setup.compiled.joint_v[i]), has.speeds.size()});
  }
  return result;
}

std::vector<RobotLimits> limits_of(const MechanismSetup& setup) {
  std::vector<RobotLimits> result;
  for (const MechanismCoordinate& speed : setup.model.speeds) {
    const Joint& joint = setup.model.joints[static_cast<std::size_t>(speed.joint)];
    RobotLimits limits;
    if (const auto& range = joint.limits[static_cast<std::size_t>(speed.within)]) {
      limits.lower = setup.real((*range)[0]);
      limits.upper = setup.real((*range)[1]);
    }
    if (joint.speed_limit) limits.speed = setup.real(*joint.speed_limit);
    if (joint.effort_limit) limits.effort = setup.real(*joint.effort_limit);
    result.push_back(limits);
  }
  return result;
}

/// The tree lists bodies from the world outwards, so the first that a plan's body carries is next to the world.
std::vector<std::string> moving_bodies_of(const MechanismSetup& setup) {
  const Plan& plan = setup.compiled.plan;
  std::vector<std::string> result(static_cast<std::size_t>(plan.n_bodies()));
  for (const TreeJoint& joint : setup.compiled.tree) {
    const auto child = static_cast<std::size_t>(joint.child);
    std::string& name = result[static_cast<std::size_t>(plan.carrier[child])];
    if (name.empty()) name = setup.model.bodies[child].written();
  }
  result.erase(result.begin());
  return result;
}

/// The place of the element that `has` accepts.
template <class Element, class Has>
std::size_t find_named(const std::vector<Element>& list, std::string_view name, const char* kind, const Has& has) {
  const auto found = std::ranges::find_if(list, has);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  std::vector<std::string> known;
  for (const Element& element : list) known.push_back(element.name);
  throw Error(Error::Code::unknown_name, "there is no " + std::string(kind) + " '" + std::string(name) + "'", {},
              did_you_mean(name, known));
}

}  // namespace

void fail_size(std::string_view what, std::size_t size, std::size_t needed) {
  throw Error(Error::Code::bad_value, std::string(what) + " has " + std::to_string(size) +
                                          (size == 1 ? " number, " : " numbers, ") + std::to_string(needed) +
                                          (needed == 1 ? " is needed" : " are needed"));
}

Robot::Robot(const std::filesystem::path& file, const LoadOptions& options, std::span<const std::string> settings)
    : Robot(setup_of(Workbench(file, settings, options))) {}

Robot::Robot(const MechanismSetup& setup)
    : name_(setup.model.name),
      warnings_(setup.model.warnings),
      plan_(setup.compiled.plan),
      par_(setup.par),
      mass_(std::accumulate(par_.I_B.begin(), par_.I_B.end(), 0.0,
                            [](double sum, const Inertia<double>& i) { return sum + i.m; })),
      forces_(setup.forces),
      turns_(setup.angles.turns),
      force_formulas_(force_formulas(setup.model).size()),
      start_q_(setup.q0),
      start_v_(setup.v0),
      coordinates_(quantities(setup.model.coordinates)),
      speeds_(quantities(setup.model.speeds)),
      joints_(joints_of(setup)),
      limits_(limits_of(setup)),
      frames_(plan_frames(setup)),
      moving_bodies_(moving_bodies_of(setup)) {
  refuse_constraints(setup);
}

std::size_t Robot::coordinate(std::string_view coordinate_name) const {
  return find_named(coordinates_, coordinate_name, "coordinate",
                    [&](const RobotQuantity& q) { return q.name == coordinate_name; });
}

std::size_t Robot::speed(std::string_view speed_name) const {
  return find_named(speeds_, speed_name, "speed", [&](const RobotQuantity& v) {
    return v.name == speed_name || (v.name.back() == '\'' && v.name.substr(0, v.name.size() - 1) == speed_name);
  });
}

const RobotJoint& Robot::joint(std::string_view joint_name) const {
  return joints_[find_named(joints_, joint_name, "joint", [&](const RobotJoint& j) { return j.name == joint_name; })];
}

std::vector<double> Robot::regressor_parameters() const {
  std::vector<double> result;
  for (std::size_t b = 1; b < par_.I_B.size(); ++b) {
    const auto ten = inertial_parameters(par_.I_B[b]);
    result.insert(result.end(), ten.begin(), ten.end());
  }
  return result;
}

void Robot::step(std::span<const double> q, std::span<const double> dq, std::span<double> q_new) const {
  check_size("step: q", q.size(), nq());
  check_size("step: dq", dq.size(), nv());
  check_size("step: q_new", q_new.size(), nq());
  step_on_manifold(plan_, q, dq, q_new);
}

void Robot::difference(std::span<const double> from, std::span<const double> to, std::span<double> dq) const {
  check_size("difference: from", from.size(), nq());
  check_size("difference: to", to.size(), nq());
  check_size("difference: dq", dq.size(), nv());
  difference_on_manifold(plan_, from, to, dq);
}

void Robot::normalize(std::span<double> q) const {
  check_size("normalize: q", q.size(), nq());
  normalize_on_manifold(plan_, q);
}

void Robot::coordinate_rates(std::span<const double> q, std::span<const double> v, std::span<double> qdot) const {
  check_size("coordinate_rates: q", q.size(), nq());
  check_size("coordinate_rates: v", v.size(), nv());
  check_size("coordinate_rates: qdot", qdot.size(), nq());
  alembert::coordinate_rates<double>(plan_, q, v, qdot);
}

}  // namespace alembert
