/// Simbody on planar mechanisms with closed loops: the tree by its joints, each loop by a point that stays on a line,
/// the fewest equations that close it.
#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <memory>

#include "../timing.h"
#include "simbody_bodies.h"

namespace alembert::bench {
namespace {

/// Keeps what CPodes has to say, line by line, off the terminal: all of it is in the result.
class Silence {
 public:
  Silence() : kept_(dup(STDERR_FILENO)) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  ~Silence() {
    dup2(kept_, STDERR_FILENO);
    close(kept_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int kept_;
};

class SimbodyLoops {
 public:
  SimbodyLoops(const PlainLoops& model, const PlainStates& states)
      : matter_(system_),
        forces_(system_),
        effort_(forces_, matter_),
        bodies_(add_bodies(model.tree, matter_)),
        q_(vectors(states.q)),
        v_(vectors(states.v)),
        tau_(vectors(states.tau)) {
    if (const Vec3 g = vec(model.gravity); g.norm() > 0.0) SimTK::Force::Gravity(forces_, matter_, g);
    for (const PlainLoop& loop : model.loops)
      loops_.push_back(SimTK::Constraint::PointOnLine(body(loop.bodies[0]), SimTK::UnitVec3(vec(loop.axis)),
                                                      vec(loop.points[0]), body(loop.bodies[1]), vec(loop.points[1])));
    for (const PlainSpring& spring : model.springs) {
      SimTK::Force::TwoPointLinearSpring(forces_, body(spring.bodies[0]), vec(spring.points[0]), body(spring.bodies[1]),
                                         vec(spring.points[1]), spring.stiffness, spring.length);
      if (spring.damping != 0.0)
        SimTK::Force::TwoPointLinearDamper(forces_, body(spring.bodies[0]), vec(spring.points[0]),
                                           body(spring.bodies[1]), vec(spring.points[1]), spring.damping);
    }
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    if (state_.getNU() != static_cast<int>(model.tree.bodies.size()) || state_.getNQ() != state_.getNU())
      throw std::runtime_error("Simbody sees other coordinates");
  }

  void run(std::size_t s) {
    set(s);
    system_.realize(state_, SimTK::Stage::Acceleration);
  }
  std::vector<double> result(std::size_t s) {
    run(s);
    std::vector<double> values = numbers(state_.getUDot());
    for (const SimTK::Constraint& loop : loops_) values.push_back(loop.getMultipliersAsVector(state_).norm());
    return values;
  }
  /// @param Method  of integration, made for the system from `settings`
  template <class Method, class... Settings>
  std::vector<double> simulate(std::size_t s, double time, double accuracy, double seconds, Settings... settings) {
    set(s);
    state_.setTime(0.0);
    Method integrator(system_, settings...);
    integrator.setAccuracy(accuracy);
    integrator.setFinalTime(time);  // its last step ends there: no interpolation
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(state_);
    const Silence silence;
    const double began = cpu_seconds();
    while (integrator.getTime() < time) {
      integrator.stepTo(time);
      if (cpu_seconds() - began > seconds) return {};
    }
    std::vector<double> end = numbers(integrator.getState().getQ());
    const std::vector<double> v = numbers(integrator.getState().getU());
    end.insert(end.end(), v.begin(), v.end());
    return end;
  }

 private:
  SimTK::MobilizedBody& body(int i) { return body_at(i, matter_, bodies_); }
  void set(std::size_t s) {
    state_.updQ() = q_[s];
    state_.updU() = v_[s];
    effort_.setAllMobilityForces(state_, tau_[s]);
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::DiscreteForces effort_;
  std::vector<SimTK::MobilizedBody> bodies_;
  std::vector<SimTK::Constraint> loops_;
  SimTK::State state_;
  std::vector<SimTK::Vector> q_, v_, tau_;
};

}  // namespace

LoopPeer simbody_loops(const PlainLoops& model, const PlainStates& states) {
  const auto it = std::make_shared<SimbodyLoops>(model, states);
  LoopPeer peer;
  peer.name = simbody_name();
  peer.way = "realize(Acceleration)";
  peer.run = [it](std::size_t s) { it->run(s); };
  peer.result = [it](std::size_t s) { return it->result(s); };
  const auto add = [&](const char* name, auto run) {
    peer.motions.push_back({name, [run](std::size_t s, double time, double accuracy, double seconds) {
                              try {
                                return run(s, time, accuracy, seconds);
                              } catch (const std::exception&) {  // no step was small enough
                                return std::vector<double>{};
                              }
                            }});
  };
  using SimTK::CPodes;
  add("RungeKuttaMerson", [it](std::size_t s, double time, double accuracy, double seconds) {
    return it->simulate<SimTK::RungeKuttaMersonIntegrator>(s, time, accuracy, seconds);
  });
  add("CPodes Adams", [it](std::size_t s, double time, double accuracy, double seconds) {
    return it->simulate<SimTK::CPodesIntegrator>(s, time, accuracy, seconds, CPodes::Adams);
  });
  add("CPodes BDF", [it](std::size_t s, double time, double accuracy, double seconds) {
    return it->simulate<SimTK::CPodesIntegrator>(s, time, accuracy, seconds, CPodes::BDF);
  });
  peer.integrator = peer.motions[0].integrator;
  peer.simulate = [first = peer.motions[0].run](std::size_t s, double time, double accuracy) {
    return first(s, time, accuracy, INFINITY);
  };
  return peer;
}

}  // namespace alembert::bench
