#include "alembert/analysis/certificate/lines/certify_retold.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "alembert/analysis/certificate/worst.h"
#include "alembert/analysis/state/joint_states.h"
#include "alembert/core/index.h"

namespace alembert {
namespace {

/// What a mechanism says at a place.
struct Answer {
  bool good = false;
  JointStates joints;
  std::vector<Vec3<double>> force, moment;  ///< [joint] world axes
  std::set<std::string> undetermined;
};

Answer ask(const MechanismSystem& system, const MechanismPlace& at) {
  Answer answer;
  std::vector<double> u(index(system.sizes().nu)), vdot(at.v.size()), zdot(at.z.size());
  std::vector<double> lambda(index(system.sizes().na));
  system.inputs(at.t, u);
  if (!at.closing.empty()) system.look_near(at.closing);
  answer.good = system.accelerate(at.state(), u, vdot, zdot, lambda).good();
  if (!answer.good) return answer;
  const Reactions<double>& reactions = system.reactions(at.state(), u, vdot, lambda);
  answer.force.assign(reactions.force.begin(), reactions.force.end());
  answer.moment.assign(reactions.moment.begin(), reactions.moment.end());
  answer.undetermined = {system.undetermined().begin(), system.undetermined().end()};
  answer.joints = joint_states(system, at, vdot);
  return answer;
}

/// The mechanism as it starts, written down for every joint, so that any telling of it starts there.
Mechanism starting(const MechanismSetup& setup) {
  const MechanismSystem system(setup);
  const Point start = start_point(setup);
  return started_at(setup.model,
                    joint_states(system, {0.0, start.q, start.v, start.z, setup.constraints.closing_start}));
}

}  // namespace

struct RetoldCheck::Memory {
  const MechanismSetup& setup;
  MechanismSystem original;
  Retold tale;
  MechanismSetup retold_setup;
  MechanismSystem retold;

  Memory(const MechanismSetup& s, Retold t)
      : setup(s), original(s), tale(std::move(t)), retold_setup(tale.model), retold(retold_setup) {}

  /// [1/s^2] What accelerations are measured in: the largest, those of gravity, and of speeds squared.
  double acceleration(const Answer& answer) const {
    const NumberReals& real = setup.real;
    const Vec3<Expr>& g = setup.model.gravity;
    double size = norm(Vec3<double>{real(g.x), real(g.y), real(g.z)}) / setup.length;
    for (const Joint& joint : setup.model.joints) {
      const auto it = answer.joints.find(joint.name);
      if (it == answer.joints.end()) continue;
      const JointWords& has = words(setup.model, joint);
      for (std::size_t k = 0; k < has.speeds.size(); ++k) {
        const double unit = has.speeds[k].unit.starts_with('m') ? setup.length : 1.0;
        size = std::max({size, std::abs(it->second.a[k]) / unit, std::pow(it->second.v[k] / unit, 2)});
      }
    }
    return size;
  }
  /// [N m] What moments are measured in, and forces times the model's length: with springs before they cancel.
  double moment(const Answer& answer, double accelerations) const {
    double mass = 0.0;
    for (const Body& body : setup.model.bodies) mass += setup.real(body.mass);
    double size = mass * accelerations * setup.length * setup.length;
    for (const Spring& spring : setup.model.springs)
      size = std::max(size, std::abs(setup.real(spring.stiffness)) * setup.length * setup.length);
    for (std::size_t j = 0; j < answer.force.size(); ++j)
      size = std::max({size, norm(answer.force[j]) * setup.length, norm(answer.moment[j])});
    return size;
  }

  void compare_accelerations(const JointStates& a, const JointStates& b, double size, Residual& residual) const {
    for (const Joint& joint : tale.model.joints) {
      const auto one = a.find(joint.name), other = b.find(joint.name);
      if (one == a.end() || other == b.end()) continue;
      const JointWords& has = words(tale.model, joint);
      for (std::size_t k = 0; k < has.speeds.size(); ++k) {
        const double unit = size * (has.speeds[k].unit.starts_with('m') ? setup.length : 1.0);
        keep(one->second.a[k] - other->second.a[k], unit, "the acceleration of joint '" + joint.name + "'", residual);
      }
    }
  }
  void compare_reactions(const Answer& a, const Answer& b, double size, Residual& residual) const {
    for (std::size_t j = 0; j < setup.model.joints.size(); ++j) {
      const std::string& name = setup.model.joints[j].name;
      const auto it = std::ranges::find(tale.model.joints, name, &Joint::name);
      if (it == tale.model.joints.end() || a.undetermined.contains(name) || b.undetermined.contains(name)) continue;
      const auto other = static_cast<std::size_t>(it - tale.model.joints.begin());
      const std::string what = "the reaction of joint '" + name + "'";
      keep(norm(tale.world.R * a.force[j] - b.force[other]) * setup.length, size, what, residual);
      keep(norm(tale.world.R * a.moment[j] - b.moment[other]), size, what, residual);
    }
  }
  static void keep(double difference, double size, const std::string& what, Residual& residual) {
    const double relative = size > 0.0 ? std::abs(difference) / size : std::abs(difference);
    if (relative <= residual.relative) return;
    residual = {relative, what};
  }
};

RetoldCheck::RetoldCheck(const MechanismSetup& setup, Retold tale)
    : memory_(std::make_unique<Memory>(setup, std::move(tale))) {}
RetoldCheck::~RetoldCheck() = default;

bool RetoldCheck::at(const Point& x, Residual& residual) {
  const Memory& m = *memory_;
  m.original.start_over();
  const MechanismPlace here{x.t, x.q, x.v, x.z, m.setup.constraints.closing_start};
  const Answer first = ask(m.original, here);
  if (!first.good) return false;
  const JointStates told = retold_states(m.tale, first.joints);
  const Answer second = ask(m.retold, place_of(m.tale.model, x.t, x.z, told));
  if (!second.good) {
    residual = {1.0, "the acceleration, which only one of them has,"};
    return true;
  }
  const double size = m.acceleration(first);
  m.compare_accelerations(told, second.joints, size, residual);
  m.compare_reactions(first, second, m.moment(first, size), residual);
  return true;
}

namespace {

template <class Tell>
Check compared(const std::string& name, CertifyBench& bench, const MechanismSamples& samples, const Tell& tell) {
  constexpr double solving_tolerance = 1e-7;  // as where forms are compared
  Worst worst(name, solving_tolerance);
  std::optional<RetoldCheck> check;
  try {
    check.emplace(bench.setup, tell(starting(bench.setup)));
  } catch (const Error& error) {
    if (error.code() == Error::Code::unsupported) return not_applicable(name, error.message());
    throw;
  }
  std::string what;
  double most = -1.0;
  for (const MechanismSample& s : samples) {
    worst.next_state();
    RetoldCheck::Residual residual;
    if (!check->at(s.x, residual)) continue;
    worst.add_relative(residual.relative, bench.where(s));
    if (residual.relative > most) what = residual.what;
    most = std::max(most, residual.relative);
  }
  return worst.finish(what + " differs from that of the same mechanism told otherwise", "there is no acceleration");
}

}  // namespace

void check_retold(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples, std::uint64_t seed) {
  const GraphScope scope(*bench.setup.model.graph);
  certificate.checks.push_back(compared("turned, in other frames", bench, samples, [&](const Mechanism& model) {
    Random random(seed);
    const Transform<Expr> X = random_pose(random, Digits::full, bench.setup.length, model.planar);
    return reframed(turned(model, X), random, Digits::full);
  }));
  certificate.checks.push_back(compared("on another tree", bench, samples, [&](const Mechanism& model) {
    Random random(seed);
    return recut(model, random);
  }));
}

}  // namespace alembert
