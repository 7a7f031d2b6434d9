#include "simulate_problems.h"

#include <cmath>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "mechanisms.h"

namespace alembert::bench {
namespace {

using Numbers = std::vector<double>;

std::size_t index_of(const LoopMechanism& mechanism, const std::string& coordinate) {
  const std::vector<MechanismCoordinate>& all = mechanism.model->coordinates;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == coordinate) return i;
  throw std::runtime_error(mechanism.name + " has no coordinate " + coordinate);
}

/// examples/n-four-bar.toml for N = 2, with its joints in the order of the bodies, as other libraries need them.
constexpr const char* row_of_two = R"(space = "planar"
[body.upright]
count = 3
mass = 1
center = [0, 0.5]
inertia = "1/12"
points.top = [0, 1]
[body.bar]
count = 2
mass = 1
center = [0.5, 0]
inertia = "1/12"
points.end = [1, 0]
[joint.A0]
type = "revolute"
bodies = ["ground", "upright[0]"]
rate = -1
[joint.B0]
type = "revolute"
bodies = ["upright[0]", "bar[0]"]
at = ["upright[0].top", [0, 0]]
rate = 1
[joint.A1]
type = "revolute"
bodies = ["ground", "upright[1]"]
at = [[1, 0], [0, 0]]
rate = -1
[joint.B1]
type = "revolute"
bodies = ["upright[1]", "bar[1]"]
at = ["upright[1].top", [0, 0]]
rate = 1
[joint.A2]
type = "revolute"
bodies = ["ground", "upright[2]"]
at = [[2, 0], [0, 0]]
rate = -1
[joint.C]
count = 2
type = "revolute"
bodies = ["bar[#]", "upright[# + 1]"]
at = ["bar[#].end", "upright[# + 1].top"]
cut = true
)";

LoopMechanism written(const std::string& name, const std::string& text) {
  return {name, std::get<Mechanism>(read_model(parse_toml(text, name + ".toml")))};
}

/// The parallelogram turns by alpha, alpha'' = c sin(alpha): x and y of the first upright's top, by elliptic functions.
MotionProblem two_windows() {
  MotionProblem problem{"row of 2 four-bars, 10 s", written("row", row_of_two), 10.0};
  const std::size_t A = index_of(problem.mechanism, "A0");
  problem.known = {0.328458111541, 0.944518538179};
  problem.found = [A](const Numbers& q, const Numbers&) { return Numbers{-std::sin(q[A]), std::cos(q[A])}; };
  return problem;
}

/// Beta and Theta as Mazzia and Magherini publish them (Test Set for IVP Solvers).
MotionProblem andrews(const std::filesystem::path& source) {
  MotionProblem problem{"Andrews, 0.03 s", example(source, "andrews", {}), 0.03, 0.033};
  const std::size_t beta = index_of(problem.mechanism, "beta"), theta = index_of(problem.mechanism, "Theta");
  problem.known = {15.81077119629904, -15.75637105984298};
  problem.found = [beta, theta](const Numbers& q, const Numbers&) { return Numbers{q[beta], q[theta]}; };
  return problem;
}

MotionProblem falling_four_bar(const std::filesystem::path& source) {
  return {"four-bar that falls, 5 s", example(source, "four-bar", {{"[joint.O]", "motion = \"w*t\"", "start = 0"}}),
          5.0};
}

/// Height, angle and rate of the shaft by an independent solution of the three equations of its motion.
MotionProblem flyball(const std::filesystem::path& source) {
  MotionProblem problem{"flyball governor, 10 s", example(source, "flyball", {}), 10.0};
  const std::size_t s = index_of(problem.mechanism, "s"), right = index_of(problem.mechanism, "right"),
                    shaft = index_of(problem.mechanism, "shaft");
  problem.known = {0.619622917061, 0.390073701845, 5.54820362266};
  problem.found = [s, right, shaft](const Numbers& q, const Numbers& v) { return Numbers{q[s], q[right], v[shaft]}; };
  return problem;
}

}  // namespace

LoopMechanism open_chain(std::size_t n) {
  const std::string text = R"(space = "planar"
[parameters]
n = )" + std::to_string(n) +
                           R"(
[ground]
points.tip = [0, 0]
[body.rod]
count = "n"
mass = 1
center = [0, -0.5]
inertia = "1/12"
points.tip = [0, -1]
[joint.first]
type = "revolute"
bodies = ["ground", "rod[0]"]
start = "45 deg"
[joint.inner]
count = "n - 1"
type = "revolute"
bodies = ["rod[#]", "rod[# + 1]"]
at = ["rod[#].tip", [0, 0]]
)";
  return written("chain", text);
}

PlainLoops plain_motion(const LoopMechanism& mechanism) {
  PlainLoops result = plain_loops(mechanism);
  if (mechanism.model->planar) return result;
  const MechanismSetup& setup = *mechanism.setup;
  const std::size_t bodies = setup.par.X_PF.size();
  TestMechanism tree{mechanism.name, "", setup.compiled.plan, setup.par, std::vector<std::string>(bodies)};
  tree.links.assign(bodies, Mat3<double>::identity());
  result.tree = plain_model(tree);
  return result;
}

std::vector<MotionProblem> motion_problems(const std::filesystem::path& source) {
  std::vector<MotionProblem> problems;
  problems.push_back(two_windows());
  problems.push_back(andrews(source));
  problems.push_back(falling_four_bar(source));
  problems.push_back({"chain of 10 rods, 5 s", open_chain(10), 5.0});
  problems.push_back(flyball(source));
  return problems;
}

}  // namespace alembert::bench
