/// Simbody. Debian's library crashes when the program that uses it defines NDEBUG, so this file is
/// compiled without; its headers are C++17.
#include <memory>

#include "simbody_bodies.h"

namespace alembert::bench {
namespace {

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
    bodies_ = add_bodies(model, matter_);
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
  return {simbody_name(),
          {way(Task::kinematics, "realize(Position)", &Simbody::kinematics, &Simbody::positions),
           way(Task::inverse, "inverse: realize(Vel)+calcResidualForce", &Simbody::inverse, &Simbody::output),
           way(Task::forward, "forward: realize(Acceleration)", &Simbody::forward, &Simbody::output)}};
}

}  // namespace alembert::bench
