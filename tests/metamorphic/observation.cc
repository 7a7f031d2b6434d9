#include "metamorphic/observation.h"

#include "alembert/analysis/mobility/gruebler.h"
#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/core/index.h"
#include "alembert/integrate/simulate.h"

namespace alembert::metamorphic {
namespace {

constexpr double motion_tolerance = 1e-10;

}  // namespace

Subject::Subject(Mechanism model) : model_(std::move(model)), setup_(model_), system_(setup_) {}

std::vector<double> Subject::inputs(double t) const {
  std::vector<double> u(index(system_.sizes().nu));
  system_.inputs(t, u);
  return u;
}

MechanismPlace Subject::start() const {
  const Point point = start_point(setup_);
  MechanismPlace at{0.0, point.q, point.v, point.z, setup_.constraints.closing_start};
  system_.start_over();
  return at;
}

Observation Subject::observe(const MechanismPlace& at) const {
  Observation seen;
  const std::vector<double> u = inputs(at.t);
  std::vector<double> vdot(at.v.size()), zdot(at.z.size()), lambda(index(system_.sizes().na));
  if (!at.closing.empty()) system_.look_near(at.closing);
  seen.status = system_.accelerate(at.state(), u, vdot, zdot, lambda);
  if (!seen.status.good()) return seen;
  const Energies energies = system_.energies(at.state(), u);
  seen.kinetic = energies.kinetic;
  seen.power = energies.power;
  const System::In outputs = system_.outputs(at.state(), u, vdot);
  for (std::size_t i = 0; i < model_.outputs.size(); ++i) seen.outputs[model_.outputs[i].name] = outputs[i];
  observe_bodies(at, seen);
  seen.joints = joint_states(system_, at, vdot);
  observe_loads(at, vdot, seen);
  return seen;
}

void Subject::observe_loads(const MechanismPlace& at, const std::vector<double>& vdot, Observation& seen) const {
  const std::vector<double> u = inputs(at.t);
  std::vector<double> a(vdot.size()), zdot(at.z.size()), lambda(index(system_.sizes().na));
  system_.accelerate(at.state(), u, a, zdot, lambda);
  const Reactions<double>& found = system_.reactions(at.state(), u, vdot, lambda);
  for (std::size_t j = 0; j < model_.joints.size(); ++j) {
    const Joint& joint = model_.joints[j];
    Load& load = seen.loads[joint.name];
    load = {found.force[j], found.moment[j], {}};
    for (std::size_t k = 0; k < joint.motion.size(); ++k)
      if (joint.motion[k]) load.drive.push_back(found.effort[index(setup_.compiled.joint_v[j]) + k]);
  }
  seen.undetermined = {system_.undetermined().begin(), system_.undetermined().end()};
}

void Subject::observe_bodies(const MechanismPlace& at, Observation& seen) const {
  const std::vector<double> u = inputs(at.t);
  const System::In found = system_.body_places(at.state(), u);
  const std::size_t width = model_.planar ? 3 : 7;
  for (std::size_t b = 1; b < model_.bodies.size(); ++b) {
    const System::In x = found.subspan((b - 1) * width, width);
    Transform<double>& X = seen.bodies[model_.bodies[b].name];
    if (model_.planar)
      X = {rotation_z(x[2]), {x[0], x[1], 0.0}};
    else
      X = {rotation(Quaternion<double>{x[3], x[4], x[5], x[6]}), {x[0], x[1], x[2]}};
  }
}

Motion Subject::move(double end, int rows) const {
  Motion motion;
  const MechanismPlace at = start();
  const HybridSystem hybrid(system_);
  SimulateOptions how;
  how.relative = how.absolute = motion_tolerance;
  how.when_stiff = system_.sizes().na == 0 ? Method::cvode : Method::ida;
  how.end_time = end;
  how.output_step = end / rows;
  how.max_steps = 2000;
  const auto keep = [&](const Row& row) {
    MechanismPlace place{row.x.t,
                         {row.x.q.begin(), row.x.q.end()},
                         {row.x.v.begin(), row.x.v.end()},
                         {row.x.z.begin(), row.x.z.end()},
                         {}};
    if (!model_.dependent_coordinates.empty()) place.closing = system_.closing(row.x, row.u).q;
    motion.places.push_back(std::move(place));
    return true;
  };
  const System& moving = hybrid.needed() ? static_cast<const System&>(hybrid) : system_;
  motion.complete = simulate(moving, at.state(), how, keep).status.good();
  system_.start_over();
  return motion;
}

Mobility Subject::mobility() const {
  MobilityOptions options;
  options.drives = setup_.constraints.rows.is_drive;
  const MechanismPlace at = start();
  return alembert::mobility(system_, at.state(), count_motions(model_), options);
}

}  // namespace alembert::metamorphic
