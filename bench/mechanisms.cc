#include "mechanisms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numbers>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>

#include "alembert/core/random.h"
#include "alembert/io/urdf/urdf_reader.h"
#include "alembert/linalg/symmetric_eigen.h"
#include "alembert/plan/compile.h"

namespace alembert::bench {
namespace {

std::array<double, 9> by_rows(const Mat3<double>& R) {
  return {R.r0.x, R.r0.y, R.r0.z, R.r1.x, R.r1.y, R.r1.z, R.r2.x, R.r2.y, R.r2.z};
}

/// The text without what a comparison of dynamics does not need and other readers would look for in further files.
std::string without_pictures(const std::filesystem::path& file) {
  pugi::xml_document document;
  if (!document.load_file(file.c_str())) throw std::runtime_error("cannot read " + file.string());
  pugi::xml_node robot = document.child("robot");
  for (pugi::xml_node link : robot.children("link"))
    for (const char* part : {"visual", "collision"})
      while (link.remove_child(part)) continue;
  for (const char* part : {"gazebo", "transmission", "material"})
    while (robot.remove_child(part)) continue;
  std::ostringstream out;
  document.save(out, " ");
  return out.str();
}

TestMechanism compiled_from(const std::string& name, const std::string& urdf, const UrdfOptions& options) {
  const Mechanism model = parse_urdf(urdf, name + ".urdf", options);
  const GraphScope scope(*model.graph);
  const NumberReals real(model);
  const Compiled compiled = compile(model, real);
  TestMechanism result{name, urdf, compiled.plan, number_params(model, compiled, real), {}};
  for (const int joint : compiled.plan.joint_of) {
    if (joint < 0) {  // the world
      result.joints.emplace_back();
      result.links.push_back(Mat3<double>::identity());
      continue;
    }
    const Joint& it = model.joints[static_cast<std::size_t>(joint)];
    result.joints.push_back(it.name);
    result.links.push_back(result.par.X_BU[static_cast<std::size_t>(it.second)].R);
  }
  return result;
}

std::string chain_urdf(std::size_t n) {
  constexpr std::array<const char*, 3> axes{"1 0 0", "0 1 0", "0 0 1"};
  std::string text = "<robot name=\"chain\">\n <link name=\"base\"/>\n";
  for (std::size_t k = 0; k < n; ++k) {
    const std::string number = std::to_string(k + 1);
    text +=
        " <link name=\"link" + number +
        "\"><inertial><origin xyz=\"0.01 -0.02 0.1\"/><mass value=\"1\"/><inertia ixx=\"0.010\" ixy=\"0\" ixz=\"0\" "
        "iyy=\"0.012\" iyz=\"0\" izz=\"0.005\"/></inertial></link>\n";
    text += " <joint name=\"joint" + number + "\" type=\"continuous\"><parent link=\"" +
            (k == 0 ? "base" : "link" + std::to_string(k)) + "\"/><child link=\"link" + number + "\"/><origin xyz=\"" +
            (k == 0 ? "0 0 0" : "0.02 0.01 0.2") + "\"/><axis xyz=\"" + axes[k % 3] + "\"/></joint>\n";
  }
  return text + "</robot>\n";
}

/// Principal moments and axes of an inertia, for PlainBody.
void set_principal(const Sym3<double>& a, PlainBody& body) {
  const std::array<double, 9> lower{a.xx, 0.0, 0.0, a.xy, a.yy, 0.0, a.xz, a.yz, a.zz};
  const SymmetricEigen eigen = symmetric_eigen(3, lower);
  std::copy_n(eigen.values.begin(), 3, body.moments.begin());
  const auto column = [&](std::size_t k) -> Vec3<double> {
    return {eigen.vectors[k], eigen.vectors[3 + k], eigen.vectors[6 + k]};
  };
  body.axes = by_rows(Mat3<double>::columns(column(0), column(1), cross(column(0), column(1))));
}

}  // namespace

TestMechanism robot(const std::string& name, const std::filesystem::path& file, bool free_base) {
  return compiled_from(name, without_pictures(file), {free_base, true, {}});
}

TestMechanism chain(std::size_t n) { return compiled_from("chain" + std::to_string(n), chain_urdf(n), {}); }

TestMechanism long_chain(std::size_t n) {
  // Bodies 2, 3 and 4 stand for all that follow: their axes and those of their parents are the same every third body.
  const TestMechanism start = chain(4);
  TestMechanism result{"chain" + std::to_string(n), {}, {}, {}, {}};
  std::vector<std::size_t> alike{0};
  for (std::size_t b = 1; b <= n; ++b) {
    const int k = static_cast<int>(b) - 1;
    add_body(result.plan, k, JointKind::revolute, k, k);
    alike.push_back(b == 1 ? 1 : 2 + (b - 2) % 3);
  }
  finish(result.plan);
  result.par = empty_params<double>(result.plan);
  result.par.gravity_W = start.par.gravity_W;
  for (std::size_t b = 1; b <= n; ++b) {
    result.par.X_PF[b] = start.par.X_PF[alike[b]];
    result.par.I_B[b] = start.par.I_B[alike[b]];
  }
  return result;
}

PlainModel plain_model(const TestMechanism& mechanism) {
  const Plan& plan = mechanism.plan;
  PlainModel model{mechanism.name, mechanism.urdf, {}};
  for (std::size_t b = 1; b < mechanism.joints.size(); ++b) {
    const JointKind kind = plan.kind[b];
    if ((kind != JointKind::revolute && kind != JointKind::prismatic) || plan.first_v[b] != static_cast<int>(b) - 1)
      throw std::runtime_error(mechanism.name + " cannot be handed to other libraries");
    const Transform<double>& X = mechanism.par.X_PF[b];
    const Inertia<double>& i = mechanism.par.I_B[b];
    const Vec3<double> c = (1.0 / i.m) * i.h;
    const Sym3<double> central = i.I - i.m * point_inertia(c);
    PlainBody body;
    body.parent = plan.parent[b] - 1;
    body.slides = kind == JointKind::prismatic;
    body.joint = mechanism.joints[b];
    body.rotation = by_rows(X.R);
    body.position = {X.p.x, X.p.y, X.p.z};
    body.mass = i.m;
    body.center = {c.x, c.y, c.z};
    body.inertia = {central.xx, central.yy, central.zz, central.xy, central.xz, central.yz};
    set_principal(rotated(mechanism.links[b].transposed(), central), body);
    model.bodies.push_back(body);
  }
  return model;
}

PlainStates random_states(const Plan& plan, std::size_t count) {
  Random random(static_cast<std::uint64_t>(plan.nv));
  const auto numbers = [&](int n) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (double& y : x) y = random.uniform(-1.0, 1.0);
    return x;
  };
  PlainStates states;
  for (std::size_t s = 0; s < count; ++s) {
    std::vector<double> q = numbers(plan.nq);
    for (const int b : plan.angles)
      q[static_cast<std::size_t>(plan.first_q[static_cast<std::size_t>(b)])] *= std::numbers::pi;
    for (std::size_t b = 1; b < plan.kind.size(); ++b) {
      if (plan.kind[b] != JointKind::free && plan.kind[b] != JointKind::spherical) continue;
      double* x = q.data() + plan.first_q[b] + (plan.kind[b] == JointKind::free ? 3 : 0);
      const double length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
      for (int k = 0; k < 4; ++k) x[k] /= length;
    }
    states.q.push_back(q);
    states.v.push_back(numbers(plan.nv));
    states.vdot.push_back(numbers(plan.nv));
    states.tau.push_back(numbers(plan.nv));
  }
  return states;
}

}  // namespace alembert::bench
