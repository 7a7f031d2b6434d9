// A computed-torque controller at 1 kHz, and a simulated robot that it controls.
//
//   controller [MODEL.toml | MODEL.urdf]      without a file: arm-7.toml beside this program's source
//
// Every joint swings between its start and a point some way off. The controller asks for the accelerations
//
//   a = qdd_ref + Kd (qd_ref - v) + Kp (q_ref - q)
//
// and inverse dynamics gives the efforts tau = M(q) a + C(q, v) v + g(q). If the robot did accelerate by a at all
// times, the error e = q_ref - q would obey e'' + Kd e' + Kp e = 0. Efforts are held for a millisecond, so it
// accelerates by a + w instead, and e'' + Kd e' + Kp e = -w. With Kd = 2 sqrt(Kp) and e = 0 at the start this means
//
//   |e| <= max|w| / Kp
//
// which the program measures and compares. It exits with 1 if the error is larger or the bound is too large to mean
// anything (the loop is unstable then), with 2 if the model cannot be used.
//
// Time is simulated: the loop runs as fast as it can. On a real robot, wait for the next period in place of simulate(),
// lock memory (mlockall) and ask for a real-time scheduler. Nothing in the loop allocates memory, locks or waits.
#include <alembert/alembert.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <vector>

namespace {

using alembert::Robot;
using alembert::RobotState;
using Numbers = std::vector<double>;

constexpr double period = 1e-3;  // [s]
constexpr double duration = 10;  // [s] of simulated time
constexpr double Kp = 400;       // [1/s^2] errors decay with exp(-20 t)
constexpr double Kd = 40;        // [1/s] 2 sqrt(Kp): no overshoot
constexpr double useful = 0.01;  // [rad, m] largest bound that says something

// Swings q0 + A (1 - cos w t), each joint at its own rate, towards the farther of its limits and no more than half way.
struct Reference {
  explicit Reference(const Robot& robot) : start(robot.start_q()), q(start), v(start.size()), a(start.size()) {
    for (std::size_t i = 0; i < start.size(); ++i) {
      const alembert::RobotLimits& limits = robot.limits()[i];
      const double below = start[i] - limits.lower, above = limits.upper - start[i];
      const double most = robot.coordinates()[i].unit == "m" ? 0.1 : 0.3;  // [m, rad]
      const double size = std::clamp(std::max(below, above) / 4, 0.0, most);
      amplitude.push_back(below > above ? -size : size);
      rate.push_back(2.0 + 0.3 * static_cast<double>(i % 7));  // [rad/s]
    }
  }

  void set(double t) {
    for (std::size_t i = 0; i < start.size(); ++i) {
      const double A = amplitude[i], w = rate[i];
      q[i] = start[i] + A * (1 - std::cos(w * t));
      v[i] = A * w * std::sin(w * t);
      a[i] = A * w * w * std::cos(w * t);
    }
  }

  Numbers start, amplitude, rate;
  Numbers q, v, a;  // at the time of set()
};

class Controller {
 public:
  explicit Controller(const Robot& robot) : state_(robot), a_(robot.nv()) {}

  void efforts(const Reference& ref, const Numbers& q, const Numbers& v, Numbers& tau) {
    wanted(ref, q, v, a_);
    state_.set(q, v);
    state_.inverse_dynamics(a_, tau);
  }
  static void wanted(const Reference& ref, const Numbers& q, const Numbers& v, Numbers& a) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = ref.a[i] + Kd * (ref.v[i] - v[i]) + Kp * (ref.q[i] - q[i]);
  }

 private:
  RobotState state_;
  Numbers a_;
};

// The robot, moved by the classical Runge-Kutta method of order 4 with one step a period. The springs and dampers of
// the file are left out: the controller takes their place.
class Plant {
 public:
  explicit Plant(const Robot& robot)
      : q(robot.start_q()), v(robot.nv()), vdot(robot.nv()), state_(robot), q_(q), v_(v), dq_(v), dv_(v) {}

  void simulate(const Numbers& tau) {
    constexpr double share[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    std::fill(dq_.begin(), dq_.end(), 0.0);
    std::fill(dv_.begin(), dv_.end(), 0.0);
    for (int stage = 0; stage < 4; ++stage) {
      for (std::size_t i = 0; i < v.size(); ++i) {
        q_[i] = q[i] + share[stage] * period * v_[i];  // v_ and vdot are still those of the stage before
        v_[i] = v[i] + share[stage] * period * vdot[i];
        dq_[i] += weight[stage] * period * v_[i];
      }
      accelerate(q_, v_, tau);
      for (std::size_t i = 0; i < v.size(); ++i) dv_[i] += weight[stage] * period * vdot[i];
    }
    for (std::size_t i = 0; i < v.size(); ++i) {
      q[i] += dq_[i];
      v[i] += dv_[i];
    }
    accelerate(q, v, tau);
  }

  Numbers q, v, vdot;  // at the end of the period, with its efforts

 private:
  void accelerate(const Numbers& at_q, const Numbers& at_v, const Numbers& tau) {
    state_.set(at_q, at_v);
    state_.forward_dynamics(tau, vdot);
  }

  RobotState state_;
  Numbers q_, v_, dq_, dv_;
};

// The larger of `largest` and all |a - b|; infinite where one is not a number.
double largest_of(double largest, const Numbers& a, const Numbers& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    largest = std::isnan(difference) ? HUGE_VAL : std::max(largest, difference);
  }
  return largest;
}

int control(const Robot& robot) {
  // Set-up: all memory is taken here.
  const int steps = static_cast<int>(duration / period);
  Reference ref(robot);
  Controller controller(robot);
  Plant plant(robot);
  Numbers tau(robot.nv()), wanted(robot.nv()), seconds(static_cast<std::size_t>(steps));
  double error = 0, disturbance = 0;

  ref.set(0);
  for (int k = 0; k < steps; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    controller.efforts(ref, plant.q, plant.v, tau);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    seconds[static_cast<std::size_t>(k)] = spent.count();

    plant.simulate(tau);
    ref.set((k + 1) * period);
    error = largest_of(error, ref.q, plant.q);
    // w grows over the period, so it is taken at its end, before the efforts change.
    Controller::wanted(ref, plant.q, plant.v, wanted);
    disturbance = largest_of(disturbance, plant.vdot, wanted);
  }

  std::sort(seconds.begin(), seconds.end());
  const double bound = disturbance / Kp;
  std::printf("%s: %zu joints, %g s at %g kHz\n", robot.name().c_str(), robot.nv(), duration, 1e-3 / period);
  std::printf("largest tracking error: %.2g rad or m; bound by the gains: %.2g\n", error, bound);
  std::printf("control computation: median %.2f us, worst %.2f us\n", 1e6 * seconds[seconds.size() / 2],
              1e6 * seconds.back());
  return error <= bound && bound < useful ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::filesystem::path file = argc > 1 ? argv[1] : EXAMPLES_FOLDER "/arm-7.toml";
    alembert::LoadOptions options;
    options.independent_mimic = file.extension() == ".urdf";  // every joint has its own motor here
    const Robot robot(file, options);
    if (robot.nq() != robot.nv()) {
      std::fprintf(stderr, "%s: this example is for robots without spherical and free joints\n", robot.name().c_str());
      return 2;
    }
    return control(robot);
  } catch (const alembert::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
