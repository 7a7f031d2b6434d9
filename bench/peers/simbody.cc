/// Simbody. Debian's library crashes when the program that uses it defines NDEBUG, so this file is
/// compiled without; its headers are C++17.
#include <Simbody.h>

#include <memory>

#include "peer.h"

namespace alembert::bench {
namespace {

using SimTK::Vec3;

SimTK::Rotation turn(const std::array<double, 9>& r) {
  return SimTK::Rotation(SimTK::Mat33(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]), true);
}
Vec3 vec(const std::array<double, 3>& p) { return {p[0], p[1], p[2]}; }

SimTK::MassProperties mass_of(const PlainBody& body) {
  const auto& i = body.inertia;
  const SimTK::Inertia central(i[0], i[1], i[2], i[3], i[4], i[5]);
  return {body.mass, vec(body.center), central.shiftFromMassCenter(vec(body.center), body.mass)};
}

std::vector<SimTK::Vector> vectors(const std::vector<std::vector<double>>& all) {
  std::vector<SimTK::Vector> result;
  for (const auto& x : all) result.emplace_back(static_cast<int>(x.size()), x.data());
  return result;
}

std::vector<double> numbers(const SimTK::Vector& x) {
  std::vector<double> result;
  for (int i = 0; i < x.size(); ++i) result.push_back(x[i]);
  return result;
}

class Simbody {
 public:
  Simbody(const PlainModel& model, const PlainStates& states)
      : matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, -SimTK::ZAxis, 9.81),
        effort_(forces_, matter_),
        q_(vectors(states.q)),
        v_(vectors(states.v)),
        vdot_(vectors(states.vdot)),
        tau_(vectors(states.tau)) {
    std::vector<SimTK::MobilizedBody> made;
    for (const PlainBody& body : model.bodies) {
      SimTK::MobilizedBody& parent = body.parent < 0 ? static_cast<SimTK::MobilizedBody&>(matter_.updGround())
                                                     : made.at(static_cast<std::size_t>(body.parent));
      const SimTK::Transform frame(turn(body.rotation), vec(body.position));
      const SimTK::Body::Rigid rigid(mass_of(body));
      if (body.slides) {
        const SimTK::Transform x_to_z(SimTK::Rotation(-SimTK::Pi / 2, SimTK::YAxis));  // it slides along x
        made.push_back(SimTK::MobilizedBody::Slider(parent, frame * x_to_z, rigid, x_to_z));
      } else {
        made.push_back(SimTK::MobilizedBody::Pin(parent, frame, rigid, SimTK::Transform()));
      }
    }
    bodies_ = made;
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    if (state_.getNU() != static_cast<int>(model.bodies.size()) || state_.getNQ() != state_.getNU())
      throw std::runtime_error("Simbody sees other coordinates");
  }

  void kinematics(std::size_t s) {
    state_.updQ() = q_[s];
    system_.realize(state_, SimTK::Stage::Position);
  }
  void inverse(std::size_t s) {
    state_.updQ() = q_[s];
    state_.updU() = v_[s];
    system_.realize(state_, SimTK::Stage::Velocity);
    matter_.calcResidualForce(state_, none_, gravity_.getBodyForces(state_), vdot_[s], none_, out_);
  }
  void forward(std::size_t s) {
    state_.updQ() = q_[s];
    state_.updU() = v_[s];
    effort_.setAllMobilityForces(state_, tau_[s]);
    system_.realize(state_, SimTK::Stage::Acceleration);
    out_ = state_.getUDot();
  }

  std::vector<double> positions() const {
    std::vector<double> result;
    for (const SimTK::MobilizedBody& body : bodies_) {
      const Vec3 p = body.getBodyOriginLocation(state_);
      result.insert(result.end(), {p[0], p[1], p[2]});
    }
    return result;
  }
  std::vector<double> output() const { return numbers(out_); }

 private:
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::Force::DiscreteForces effort_;
  std::vector<SimTK::MobilizedBody> bodies_;
  SimTK::State state_;
  std::vector<SimTK::Vector> q_, v_, vdot_, tau_;
  SimTK::Vector none_, out_;
};

std::string version() {
  int major = 0, minor = 0, patch = 0;
  SimTK_version_simbody(&major, &minor, &patch);
  return "simbody" + std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace

Peer simbody_peer(const PlainModel& model, const PlainStates& states) {
  const auto it = std::make_shared<Simbody>(model, states);
  const auto way = [&](Task task, const char* name, void (Simbody::*run)(std::size_t),
                       std::vector<double> (Simbody::*result)() const) {
    return PeerWay{task, name, [it, run](std::size_t s) { (it.get()->*run)(s); },
                   [it, run, result](std::size_t s) {
                     (it.get()->*run)(s);
                     return (it.get()->*result)();
                   }};
  };
  return {version(),
          {way(Task::kinematics, "realize(Position)", &Simbody::kinematics, &Simbody::positions),
           way(Task::inverse, "inverse: realize(Vel)+calcResidualForce", &Simbody::inverse, &Simbody::output),
           way(Task::forward, "forward: realize(Acceleration)", &Simbody::forward, &Simbody::output)}};
}

}  // namespace alembert::bench
