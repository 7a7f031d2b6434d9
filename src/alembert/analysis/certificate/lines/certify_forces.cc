#include "alembert/analysis/certificate/lines/certify_forces.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/oracles/written_loads.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/core/random.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

/// A sum with the sum of the sizes of its terms.
struct Sum {
  double value = 0.0, size = 0.0;
  void add(double term) { add(term, std::abs(term)); }
  void add(double term, double terms) {
    value += term;
    size += terms;
  }
};

class DescribedForces {
 public:
  explicit DescribedForces(CertifyBench& bench)
      : bench_(bench),
        setup_(bench.setup),
        plan_(setup_.model, setup_.constraints.rows.formulas),
        par_(number_body_params<double>(setup_.model, setup_.choices, BodyReference::frame, setup_.real,
                                        setup_.lengths)),
        reader_(setup_, plan_, par_),
        written_(setup_),
        loads_(setup_, plan_),
        dynamics_(setup_) {}

  void compare(const MechanismSample& s) {
    const Evaluation e = bench_.numbers(s);
    dynamics_.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    const BodyState<double>& state = reader_.read(dynamics_, s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    const std::vector<double> rest(s.x.v.size(), 0.0);
    const Poses poses = written_.poses(written_.coordinates(s.x.q, s.x.v, rest));
    const WrittenLoads loads = loads_.at(state, poses);
    const LoadSizes sizes = load_sizes(setup_, dynamics_);
    bench_.pose(s);
    const std::vector<double> largest = bench_.force_sizes.efforts(bench_.w, {{}, {}, 0.0, 0.0}, &sizes);
    constexpr int directions = 3;
    for (int k = 0; k < directions; ++k) {
      const std::vector<double> d = virtual_motion(e, loads);
      Sum power = work(state, loads, written_.poses(written_.coordinates(s.x.q, d, rest)), d);
      for (std::size_t i = 0; i < d.size(); ++i)
        power.add(-(e.passive[i] + e.effort[i]) * d[i], largest[i] * std::abs(d[i]));
      forces.add(power.value, power.size, bench_.where(s));
    }
    const Sum kinetic = kinetic_energy_of(poses, state), potential = potential_energy_of(poses, loads);
    const double lost = 2.0 * bench_.lost_arm() / bench_.force_sizes.length();  // of speeds squared
    energies.add(e.kinetic - kinetic.value, (1.0 + lost) * kinetic.size, bench_.where(s));
    energies.add(e.potential - potential.value, potential.size, bench_.where(s));
  }

  Worst forces{"forces as described", rounding_tolerance};
  Worst energies{"energies as described", rounding_tolerance};

 private:
  using Poses = std::vector<Transform<Jet>>;

  Vec3<double> number(const Vec3<Expr>& a) const { return {setup_.real(a.x), setup_.real(a.y), setup_.real(a.z)}; }

  /// Random, in units of the speeds. Speeds of closing joints have a meaning on motions that the rows allow: where such
  /// a joint has a force along it, one of those.
  std::vector<double> virtual_motion(const Evaluation& e, const WrittenLoads& loads) {
    std::vector<double> d = bench_.force_sizes.units();
    for (double& x : d) x *= random_.symmetric();
    bool closing = false;
    for (std::size_t j = 0; j < loads.along.size(); ++j)
      closing = closing || (setup_.model.joints[j].closing && size_of(loads.along[j]) > 0.0);
    if (!closing) return d;
    const auto rows = static_cast<int>(e.rows.size()), n = static_cast<int>(d.size());
    const RankResult free = find_rank(rows, n, e.jacobian);
    const std::size_t width = index(n - free.rank);
    std::vector<double> allowed(d.size(), 0.0);
    for (std::size_t c = 0; c < width; ++c) {
      const double amount = random_.symmetric();
      for (std::size_t i = 0; i < allowed.size(); ++i) allowed[i] += amount * free.null_space[i * width + c];
    }
    return allowed;
  }

  /// The speeds of a joint that closes a loop, from the poses of its bodies.
  std::vector<double> closing_speeds(std::size_t j, const BodyState<double>& state, const Poses& moved) const {
    const Joint& joint = setup_.model.joints[j];
    const std::size_t first = index(plan_.first_q[j]), count = index(plan_.first_q[j + 1]) - first;
    const Transform<Jet> X = moved[index(joint.first)].inverse() * moved[index(joint.second)];
    const Vec3<double> w = jets::angular_velocity(X.R),
                       v = jets::rate(X.point(jets::constant(written_.point_on_second(static_cast<int>(j)))));
    const std::vector<Motion<double>> S =
        written_.permitted(static_cast<int>(j), state.coordinates.subspan(first, count));
    std::vector<double> columns;
    const auto add_row = [&](auto part) {
      for (const Motion<double>& s : S) columns.push_back(part(s));
    };
    const double length = setup_.length;
    add_row([](const Motion<double>& s) { return s.w.x; });
    add_row([](const Motion<double>& s) { return s.w.y; });
    add_row([](const Motion<double>& s) { return s.w.z; });
    add_row([&](const Motion<double>& s) { return s.v.x / length; });
    add_row([&](const Motion<double>& s) { return s.v.y / length; });
    add_row([&](const Motion<double>& s) { return s.v.z / length; });
    const std::vector<double> twist{w.x, w.y, w.z, v.x / length, v.y / length, v.z / length};
    return least_squares(6, static_cast<int>(S.size()), columns, twist);
  }

  /// What all forces do along a virtual motion `d` of the tree, which moves bodies as `moved` says.
  Sum work(const BodyState<double>& state, const WrittenLoads& loads, const Poses& moved,
           const std::vector<double>& d) const {
    const Mechanism& model = setup_.model;
    Sum sum;
    for (std::size_t i = 0; i < model.forces.size(); ++i) {
      const BodyForce& force = model.forces[i];
      const Vec3<double> displacement = force.torque ? jets::angular_velocity(moved[index(force.at.body)].R)
                                                     : jets::rate(place_of(setup_, moved, force.at));
      sum.add(dot(loads.force[i], displacement), norm(loads.force[i]) * norm(displacement));
    }
    for (std::size_t i = 0; i < model.springs.size(); ++i) {
      const Vec3<Jet> r = spring_vector(setup_, moved, model.springs[i]);
      sum.add(-loads.tension[i] * jets::rate(sqrt(dot(r, r))), std::abs(loads.tension[i]) * norm(jets::rate(r)));
    }
    for (std::size_t i = 0; i < model.rotational_springs.size(); ++i) {
      const auto& [first, second] = model.rotational_springs[i].bodies;
      if (model.rotational_springs[i].joint) continue;
      sum.add(loads.twist[i] * jets::angular_velocity(moved[index(second)].R).z);
      sum.add(-loads.twist[i] * jets::angular_velocity(moved[index(first)].R).z);
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      if (loads.along[j].empty() || size_of(loads.along[j]) == 0.0) continue;
      const bool closing = model.joints[j].closing;
      const std::vector<double> own = closing ? closing_speeds(j, state, moved) : std::vector<double>();
      for (std::size_t k = 0; k < loads.along[j].size(); ++k)
        sum.add(loads.along[j][k] * (closing ? own[k] : d[index(setup_.compiled.joint_v[j]) + k]));
    }
    return sum;
  }

  Sum kinetic_energy_of(const Poses& poses, const BodyState<double>& state) const {
    Sum sum;
    for (std::size_t b = 1; b < poses.size(); ++b) {
      const Body& body = setup_.model.bodies[b];
      const Vec3<double> v = jets::rate(poses[b].point(jets::constant(number(body.center)))),
                         w = jets::value(poses[b].R).transpose_times(jets::angular_velocity(poses[b].R));
      const auto& I = body.inertia;
      const Sym3<double> own{setup_.real(I.xx), setup_.real(I.yy), setup_.real(I.zz),
                             setup_.real(I.xy), setup_.real(I.xz), setup_.real(I.yz)};
      // Bodies that the plan merges have the velocities of all their parts in what cancels.
      const double speed = norm(jets::rate(poses[b].p)) + norm(w) * norm(number(body.center));
      sum.add(0.5 * setup_.real(body.mass) * dot(v, v), 0.5 * std::abs(setup_.real(body.mass)) * speed * speed);
      sum.add(0.5 * dot(w, own * w));
    }
    for (std::size_t j = 0; j < setup_.model.joints.size(); ++j)
      for (std::size_t k = 0; k < setup_.model.joints[j].armature.size(); ++k) {
        const double v = state.speeds[index(plan_.first_v[j]) + k];
        sum.add(0.5 * setup_.real(setup_.model.joints[j].armature[k]) * v * v);
      }
    return sum;
  }

  Sum potential_energy_of(const Poses& poses, const WrittenLoads& loads) const {
    Sum sum;
    const Vec3<double> gravity = number(setup_.model.gravity);
    for (std::size_t b = 1; b < poses.size(); ++b) {
      const Body& body = setup_.model.bodies[b];
      const double m = setup_.real(body.mass);
      const Vec3<double> center = jets::value(poses[b].point(jets::constant(number(body.center))));
      const double far = norm(jets::value(poses[b].p)) + norm(number(body.center)) + bench_.force_sizes.length();
      sum.add(-m * dot(gravity, center), std::abs(m) * norm(gravity) * far);
    }
    sum.add(loads.stored, loads.size);
    return sum;
  }

  CertifyBench& bench_;
  const MechanismSetup& setup_;
  BodyPlan plan_;
  BodyParams<double> par_;
  BodyStateReader reader_;
  WrittenMotion written_;
  WrittenLoadReader loads_;
  MechanismDynamics<double> dynamics_;
  Random random_{1};
};

}  // namespace

void check_forces(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  DescribedForces described(bench);
  for (const MechanismSample& s : samples) described.compare(s);
  certificate.checks.push_back(
      described.forces.finish("generalized forces do other work than the forces of the model"));
  certificate.checks.push_back(described.energies.finish("T or V differs from the sum over bodies and springs"));
}

}  // namespace alembert
