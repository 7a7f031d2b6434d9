#include "loop_mechanisms.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "alembert/core/random.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "mechanisms.h"

namespace alembert::bench {
namespace {

std::string changed(std::string text, const Change& change) {
  const std::size_t section = text.find("\n" + change.section);
  if (section == std::string::npos) throw std::runtime_error("there is no " + change.section);
  const std::size_t end = std::min(text.find("\n[", section + 1), text.size());
  std::size_t at = text.find('\n', section + 1) + 1;
  if (!change.line.empty()) {
    at = text.find(change.line, section);
    if (at == std::string::npos || at > end) throw std::runtime_error(change.section + " has no " + change.line);
  }
  return text.replace(at, change.line.size(), change.instead + (change.line.empty() ? "\n" : ""));
}

Mechanism read(const std::string& text, const std::string& name) {
  return std::get<Mechanism>(read_model(parse_toml(text, name + ".toml")));
}

std::array<double, 3> plain(const Vec3<double>& p) { return {p.x, p.y, p.z}; }

/// The tree as a mechanism without loops.
TestMechanism tree_of(const LoopMechanism& mechanism) {
  const MechanismSetup& setup = *mechanism.setup;
  const std::size_t bodies = setup.par.X_PF.size();
  TestMechanism tree{mechanism.name, "", setup.compiled.plan, setup.par, std::vector<std::string>(bodies)};
  tree.links.assign(bodies, Mat3<double>::identity());
  return tree;
}

}  // namespace

LoopMechanism::LoopMechanism(std::string called, Mechanism mechanism)
    : name(std::move(called)),
      model(std::make_unique<Mechanism>(std::move(mechanism))),
      setup(std::make_unique<MechanismSetup>(*model)) {}

LoopMechanism example(const std::filesystem::path& source, const std::string& name,
                      const std::vector<Change>& changes) {
  const std::filesystem::path file = source / "examples" / (name + ".toml");
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::stringstream text;
  text << in.rdbuf();
  std::string with = text.str();
  for (const Change& change : changes) with = changed(std::move(with), change);
  return {name, read(with, name)};
}

LoopMechanism ladder(const std::filesystem::path& source, std::size_t N) {
  LoadOptions options;
  options.values.emplace_back("N", std::to_string(N));
  return {"ladder", std::get<Mechanism>(load_model(source / "examples" / "n-four-bar.toml", options))};
}

LoopMechanism closed_chain(std::size_t n) {
  // On an arc of a quarter turn, which the start brings onto the supports.
  const std::string text = R"(space = "planar"
[parameters]
n = )" + std::to_string(n) +
                           R"(
[ground]
points.end = ["0.9*n", 0]
[body.bar]
count = "n"
mass = 1
center = [0.5, 0]
inertia = "1/12"
points.tip = [1, 0]
[joint.first]
type = "revolute"
bodies = ["ground", "bar[0]"]
start = "-pi/4"
[joint.inner]
count = "n - 1"
type = "revolute"
bodies = ["bar[#]", "bar[# + 1]"]
at = ["bar[#].tip", [0, 0]]
start = "pi/n/2"
[joint.last]
type = "revolute"
bodies = ["bar[n - 1]", "ground"]
at = ["bar[n - 1].tip", "ground.end"]
)";
  return {"chain", read(text, "chain")};
}

PlainLoops plain_loops(const LoopMechanism& mechanism) {
  const MechanismSetup& setup = *mechanism.setup;
  const Plan& plan = setup.compiled.plan;
  PlainLoops result{plain_model(tree_of(mechanism)), plain(setup.par.gravity_W), {}, {}};
  for (PlainBody& body : result.tree.bodies) {
    // A planar model knows one moment of inertia; a body in space must have three that are possible.
    const double moment = body.inertia[0] + body.inertia[1] + body.inertia[2];
    body.inertia = {moment, moment, moment, 0.0, 0.0, 0.0};
  }
  const GraphScope scope(*mechanism.model->graph);
  const BodyParams<double> par =
      number_body_params<double>(*mechanism.model, setup.choices, BodyReference::frame, setup.real, setup.lengths);
  for (std::size_t j = 0; j < par.joints.size(); ++j) {
    const Joint& joint = mechanism.model->joints[j];
    if (!joint.closing) continue;
    if (joint.type != JointType::revolute || !mechanism.model->planar)
      throw std::runtime_error(mechanism.name + " has loops that do not close in a revolute joint of the plane");
    const auto first = static_cast<std::size_t>(joint.first), second = static_cast<std::size_t>(joint.second);
    const Transform<double> F = setup.par.X_BU[first] * par.joints[j].X_1F;
    const Transform<double> M = setup.par.X_BU[second] * par.joints[j].X_2M;
    result.loops.push_back(
        {{plan.carrier[first] - 1, plan.carrier[second] - 1}, {plain(F.p), plain(M.p)}, plain(F.R.c2())});
  }
  for (const auto& spring : setup.forces.springs)
    result.springs.push_back({{spring.ends[0].body - 1, spring.ends[1].body - 1},
                              {plain(spring.ends[0].p_B), plain(spring.ends[1].p_B)},
                              spring.stiffness,
                              spring.damping,
                              spring.length});
  return result;
}

PlainStates loop_states(const LoopMechanism& mechanism, std::size_t count, double effort) {
  const MechanismSetup& setup = *mechanism.setup;
  std::vector<double> q = setup.q0, v = setup.v0, tau(v.size(), 0.0);
  tau[0] = effort;
  Random random(1);
  PlainStates states;
  for (std::size_t s = 0; s < count; ++s) {
    if (s > 0) {
      q[0] += 0.05;
      for (double& x : v) x = random.uniform(-1.0, 1.0);
      assemble(setup, 0.0, q, v);
    }
    states.q.push_back(q);
    states.v.push_back(v);
    states.tau.push_back(tau);
  }
  return states;
}

}  // namespace alembert::bench
