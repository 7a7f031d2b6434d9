#include "alembert/analysis/certificate/oracles/written_loads.h"

#include <cmath>

#include "alembert/core/index.h"

namespace alembert {

Vec3<Jet> place_of(const MechanismSetup& setup, const std::vector<Transform<Jet>>& poses, const PointOn& point) {
  const Vec3<double> p{setup.real(point.p.x), setup.real(point.p.y), setup.real(point.p.z)};
  return poses[index(point.body)].point(jets::constant(p));
}

Vec3<Jet> spring_vector(const MechanismSetup& setup, const std::vector<Transform<Jet>>& poses, const Spring& spring) {
  return place_of(setup, poses, spring.points[1]) - place_of(setup, poses, spring.points[0]);
}

WrittenLoads WrittenLoadReader::at(const BodyState<double>& state, const std::vector<Transform<Jet>>& poses) const {
  WrittenLoads loads;
  read_joints(state, loads);
  for (std::size_t i = 0; i < setup_.model.forces.size(); ++i) {
    const std::span<const double> value = state.forces.subspan(index(plan_.first_force) + 3 * i, 3);
    const BodyForce& force = setup_.model.forces[i];
    const Vec3<double> given{value[0], value[1], value[2]};
    loads.force.push_back(force.in_body_frame ? jets::value(poses[index(force.at.body)].R) * given : given);
  }
  read_springs(state, poses, loads);
  read_rotational(state, poses, loads);
  return loads;
}

void WrittenLoadReader::read_springs(const BodyState<double>& state, const std::vector<Transform<Jet>>& poses,
                                     WrittenLoads& loads) const {
  for (std::size_t i = 0; i < setup_.model.springs.size(); ++i) {
    const Spring& spring = setup_.model.springs[i];
    const Vec3<Jet> r = spring_vector(setup_, poses, spring);
    const Jet length = sqrt(dot(r, r));
    const double k = setup_.real(spring.stiffness), l = jets::value(length),
                 free = spring.length ? setup_.real(*spring.length) : setup_.lengths.springs[i];
    double tension = k * (l - free) + setup_.real(spring.damping) * jets::rate(length);
    if (const int formula = plan_.spring_actuator[i]; formula >= 0) tension -= state.forces[index(formula)];
    loads.length.push_back(l);
    loads.tension.push_back(tension);
    loads.stored += 0.5 * k * (l - free) * (l - free);
    loads.size += 0.5 * std::abs(k) * (l + std::abs(free)) * (l + std::abs(free));
  }
}

void WrittenLoadReader::read_rotational(const BodyState<double>& state, const std::vector<Transform<Jet>>& poses,
                                        WrittenLoads& loads) const {
  loads.twist.assign(setup_.model.rotational_springs.size(), 0.0);
  for (std::size_t i = 0; i < loads.twist.size(); ++i) {
    const RotationalSpring& spring = setup_.model.rotational_springs[i];
    const double k = setup_.real(spring.stiffness), c = setup_.real(spring.damping),
                 rest = spring.rest ? setup_.real(*spring.rest) : setup_.lengths.angles[i];
    double angle = 0.0, rate = 0.0;
    std::size_t speed = 0;
    if (spring.joint) {
      speed = index(plan_.rotational_speed[i]);
      angle = state.coordinates[index(plan_.first_q[index(*spring.joint)]) + speed];
      rate = state.speeds[index(plan_.first_v[index(*spring.joint)]) + speed];
    } else {
      const std::size_t first = index(spring.bodies[0]), second = index(spring.bodies[1]);
      angle = state.angles[second] - state.angles[first];
      rate = jets::angular_velocity(poses[second].R).z - jets::angular_velocity(poses[first].R).z;
    }
    double moment = -k * (angle - rest) - c * rate;
    if (const int formula = plan_.rotational_actuator[i]; formula >= 0) moment += state.forces[index(formula)];
    (spring.joint ? loads.along[index(*spring.joint)][speed] : loads.twist[i]) += moment;
    loads.stored += 0.5 * k * (angle - rest) * (angle - rest);
    loads.size += 0.5 * std::abs(k) * (std::abs(angle) + std::abs(rest)) * (std::abs(angle) + std::abs(rest));
  }
}

void WrittenLoadReader::read_joints(const BodyState<double>& state, WrittenLoads& loads) const {
  for (std::size_t j = 0; j < setup_.model.joints.size(); ++j) {
    const Joint& joint = setup_.model.joints[j];
    std::vector<double>& along = loads.along.emplace_back(joint.damping.size(), 0.0);
    for (std::size_t k = 0; k < along.size(); ++k) {
      const std::size_t at = index(plan_.first_v[j]) + k;
      const double v = state.speeds[at];
      if (const int formula = plan_.effort[at]; formula >= 0) along[k] += state.forces[index(formula)];
      along[k] -= setup_.real(joint.damping[k]) * v;
      if (!joint.stiffness[k].is_zero()) {
        const double stiffness = setup_.real(joint.stiffness[k]), q = state.coordinates[index(plan_.first_q[j]) + k],
                     rest = setup_.real(joint.rest[k]);
        along[k] -= stiffness * (q - rest);
        loads.stored += 0.5 * stiffness * (q - rest) * (q - rest);
        loads.size += 0.5 * std::abs(stiffness) * (std::abs(q) + std::abs(rest)) * (std::abs(q) + std::abs(rest));
      }
      const double friction = setup_.real(joint.friction[k][v < 0.0 ? 1 : 0]);
      if (friction == 0.0 || v == 0.0) continue;
      const double width = setup_.real(joint.friction_width[k]);
      along[k] -= friction * (width == 0.0 ? std::copysign(1.0, v) : std::tanh(v / width));
    }
  }
}

}  // namespace alembert
