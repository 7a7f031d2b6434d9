/// Models and numbers as Simbody has them.
#pragma once
#include <Simbody.h>

#include "peer.h"

namespace alembert::bench {

using SimTK::Vec3;

inline SimTK::Rotation turn(const std::array<double, 9>& r) {
  return SimTK::Rotation(SimTK::Mat33(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]), true);
}
inline Vec3 vec(const std::array<double, 3>& p) { return {p[0], p[1], p[2]}; }

inline SimTK::MassProperties mass_of(const PlainBody& body) {
  const auto& i = body.inertia;
  const SimTK::Inertia central(i[0], i[1], i[2], i[3], i[4], i[5]);
  return {body.mass, vec(body.center), central.shiftFromMassCenter(vec(body.center), body.mass)};
}

inline std::vector<SimTK::Vector> vectors(const std::vector<std::vector<double>>& all) {
  std::vector<SimTK::Vector> result;
  for (const auto& x : all) result.emplace_back(static_cast<int>(x.size()), x.data());
  return result;
}

inline std::vector<double> numbers(const SimTK::Vector& x) {
  std::vector<double> result;
  for (int i = 0; i < x.size(); ++i) result.push_back(x[i]);
  return result;
}

/// A body of PlainModel, or the ground for -1.
inline SimTK::MobilizedBody& body_at(int i, SimTK::SimbodyMatterSubsystem& matter,
                                     std::vector<SimTK::MobilizedBody>& bodies) {
  return i < 0 ? static_cast<SimTK::MobilizedBody&>(matter.updGround()) : bodies.at(static_cast<std::size_t>(i));
}

/// The tree of a model.
inline std::vector<SimTK::MobilizedBody> add_bodies(const PlainModel& model, SimTK::SimbodyMatterSubsystem& matter) {
  std::vector<SimTK::MobilizedBody> made;
  for (const PlainBody& body : model.bodies) {
    SimTK::MobilizedBody& parent = body_at(body.parent, matter, made);
    const SimTK::Transform frame(turn(body.rotation), vec(body.position));
    const SimTK::Body::Rigid rigid(mass_of(body));
    if (body.slides) {
      const SimTK::Transform x_to_z(SimTK::Rotation(-SimTK::Pi / 2, SimTK::YAxis));  // it slides along x
      made.push_back(SimTK::MobilizedBody::Slider(parent, frame * x_to_z, rigid, x_to_z));
    } else {
      made.push_back(SimTK::MobilizedBody::Pin(parent, frame, rigid, SimTK::Transform()));
    }
  }
  return made;
}

/// With version, as in peers_times.csv.
inline std::string simbody_name() {
  int major = 0, minor = 0, patch = 0;
  SimTK_version_simbody(&major, &minor, &patch);
  return "simbody" + std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace alembert::bench
