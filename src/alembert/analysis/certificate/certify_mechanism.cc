#include "alembert/analysis/certificate/certify_mechanism.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "alembert/analysis/certificate/certify_bench.h"
#include "alembert/analysis/certificate/energy_balance.h"
#include "alembert/analysis/certificate/lines/certify_closure.h"
#include "alembert/analysis/certificate/lines/certify_derivatives.h"
#include "alembert/analysis/certificate/lines/certify_description.h"
#include "alembert/analysis/certificate/lines/certify_forces.h"
#include "alembert/analysis/certificate/lines/certify_forms.h"
#include "alembert/analysis/certificate/lines/certify_formulas.h"
#include "alembert/analysis/certificate/lines/certify_impacts.h"
#include "alembert/analysis/certificate/lines/certify_measures.h"
#include "alembert/analysis/certificate/lines/certify_reactions.h"
#include "alembert/analysis/certificate/lines/certify_retold.h"
#include "alembert/analysis/certificate/lines/certify_rows.h"
#include "alembert/analysis/certificate/oracles/kernel_lagrange.h"
#include "alembert/analysis/certificate/regular_states.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/rnea.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/system/mechanism/mobile_inertia.h"

namespace alembert {
namespace {

using D = Dual<8>;

/// Speeds up to which matrices are compared at all states.
constexpr int most_dense = 400;
/// Speeds up to which they are compared at fewer, as their cubic work allows.
constexpr int most_matrix_speeds = 1500;
/// Speeds up to which an Evaluation has M, and with it all that the lines about solved motions need.
constexpr int most_evaluated_speeds = 3000;

using Bench = CertifyBench;
using Samples = MechanismSamples;

/// Articulated bodies against recursive Newton-Euler, without any matrix: for every size of model.
void check_forward(Certificate& certificate, Bench& bench, const Samples& samples) {
  Worst worst("articulated bodies = Newton-Euler", rounding_tolerance);
  std::vector<double> tau(bench.n), vdot(bench.n), again(bench.n);
  for (const MechanismSample& s : samples) {
    bench.pose(s);
    const std::vector<double> size = bench.sizes(s.x.v, s.vdot);
    rnea<double>(bench.plan, bench.par, s.x.v, s.vdot, {}, tau, bench.w);
    aba<double>(bench.plan, bench.par, s.x.v, tau, {}, vdot, bench.w);
    rnea<double>(bench.plan, bench.par, s.x.v, vdot, {}, again, bench.w);
    for (std::size_t i = 0; i < bench.n; ++i) worst.add(again[i] - tau[i], size[i], bench.where(s));
  }
  certificate.checks.push_back(worst.finish("the forces of the acceleration found are not the forces given"));
}

/// The same where the tree has a motion without inertia: inertia forces M vdot of a random acceleration, the
/// acceleration along the rows that they produce, and its forces with those of the rows.
void check_forward_on_rows(Certificate& certificate, Bench& bench, const Samples& samples) {
  Worst worst("articulated bodies = Newton-Euler", 1e-7);  // as other solutions along rows
  MechanismDynamics<double> dynamics(bench.setup);
  const std::size_t n = bench.n;
  const int rows = bench.setup.constraints.rows.size();
  std::vector<double> bias(n), f(n), c(index(rows)), x(n), lambda(index(rows)), again(n);
  const auto needed = [&](const MechanismSample& s, std::span<const double> vdot, std::vector<double>& forces) {
    rnea<double>(bench.plan, bench.par, s.x.v, vdot, {}, forces, bench.w);
    dynamics.armatures().add_forces(vdot, forces);
  };
  for (const MechanismSample& s : samples) {
    worst.next_state();
    bench.pose(s);
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    needed(s, {}, bias);
    needed(s, s.vdot, f);
    for (std::size_t i = 0; i < n; ++i) f[i] -= bias[i];
    for (int k = 0; k < rows; ++k) c[index(k)] = row_along(dynamics.rows(), k, s.vdot);
    if (dynamics.constrained_solve(f, c, x, lambda) >= 0) continue;
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    needed(s, x, again);
    std::vector<double> size = bench.sizes(s.x.v, x);
    const ConstraintRows<double>& A = dynamics.rows();
    for (int k = 0; k < rows; ++k)
      for (std::size_t j = 0; j < A.columns(k).size(); ++j) {
        const double force = lambda[index(k)] * A.row(k)[j];
        again[index(A.columns(k)[j])] += force;
        size[index(A.columns(k)[j])] += std::abs(force);
      }
    share_largest(bench.force_sizes.units(), size);
    for (std::size_t i = 0; i < n; ++i) worst.add(again[i] - bias[i] - f[i], size[i] + std::abs(f[i]), bench.where(s));
  }
  certificate.checks.push_back(
      worst.finish("the forces of the acceleration found are not the forces given", "the rows contradict each other"));
}

void check_lagrange(Certificate& certificate, Bench& bench, const Samples& samples) {
  Worst worst("Euler-Lagrange by dual numbers", rounding_tolerance);
  KernelLagrange lagrange(bench.plan, bench.par);
  std::vector<double> tau(bench.n);
  for (const MechanismSample& s : samples) {
    bench.pose(s);
    const std::vector<double> size = bench.sizes(s.x.v, s.vdot);
    rnea<double>(bench.plan, bench.par, s.x.v, s.vdot, {}, tau, bench.w);
    // The armature is part of T, so it is in both.
    const auto expected = lagrange.inverse_dynamics(s.x.q, s.x.v, s.vdot);
    for (std::size_t i = 0; i < bench.n; ++i)
      worst.add(tau[i] - expected[i].value, size[i] + expected[i].size, bench.where(s));
  }
  certificate.checks.push_back(worst.finish("inverse dynamics differs from d/dt dT/dv - dL/dq"));
}

/// Rate of the momentum about the world's origin against the forces from outside: gravity and what joints transmit from
/// the world. For a mechanism on free joints alone it is gravity's alone.
void check_momentum(Certificate& certificate, Bench& bench, const Samples& samples) {
  Worst worst("rate of momentum = forces", rounding_tolerance);
  const Params<D> par = cast<D>(bench.par);
  Workspace<D> w(bench.plan);
  std::vector<double> tau(bench.n), qdot(bench.setup.q0.size());
  for (const MechanismSample& s : samples) {
    coordinate_rates<double>(bench.plan, s.x.q, s.x.v, qdot);
    std::vector<D> q(s.x.q.begin(), s.x.q.end()), v(s.x.v.begin(), s.x.v.end());
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, qdot[i]);
    for (std::size_t i = 0; i < v.size(); ++i) v[i].d.set(0, s.vdot[i]);
    joint_poses<D>(bench.plan, par, q, w);
    world_poses(bench.plan, w);
    velocities<D>(bench.plan, par, v, w);
    Force<D> momentum;
    for (std::size_t b = 1; b < index(bench.plan.n_bodies()); ++b)
      momentum += w.X_WB[b].to_parent(par.I_B[b] * w.V_B[b]);
    // The joints of the root bodies exert F_B = I A + V x I V of their subtrees with A less gravity.
    bench.pose(s);
    rnea<double>(bench.plan, bench.par, s.x.v, s.vdot, {}, tau, bench.w);
    Force<double> forces;
    for (std::size_t b = 1; b < index(bench.plan.n_bodies()); ++b) {
      const Transform<double>& X = bench.w.X_WB[b];
      const Vec3<double> weight = bench.par.I_B[b].m * bench.par.gravity_W;
      const Vec3<double> moment = X.R * bench.par.I_B[b].h + bench.par.I_B[b].m * X.p;
      forces += {cross(moment, bench.par.gravity_W), weight};
      if (bench.plan.parent[b] == 0) forces += X.to_parent(bench.w.F_B[b]);
    }
    const auto compare = [&](const Vec3<D>& rate, const Vec3<double>& force, double size) {
      for (const auto& [a, b] : {std::pair(rate.x, force.x), std::pair(rate.y, force.y), std::pair(rate.z, force.z)})
        worst.add(a.d[0] - b, size, bench.where(s));
    };
    bench.sizes(s.x.v, s.vdot);
    double pull = 0.0, turn = 0.0;
    for (std::size_t b = 1; b < index(bench.plan.n_bodies()); ++b) {
      if (bench.plan.parent[b] != 0) continue;
      const ForceSizes::OfBody& size = bench.force_sizes.bodies()[b];
      pull += size.force;
      turn += size.moment + norm(bench.w.X_WB[b].p) * size.force;
    }
    compare(momentum.f, forces.f, pull);
    compare(momentum.n, forces.n, turn);
  }
  certificate.checks.push_back(worst.finish("momentum changes by something else than the forces"));
}

DamperSigns damper_signs(const MechanismSetup& setup) {
  DamperSigns signs;
  std::vector<std::string> negative;
  const auto look = [&](const std::string& name, Expr damping) {
    const double c = setup.real(damping);
    signs.positive = signs.positive || c > 0.0;
    if (c < 0.0) negative.push_back("the damping of '" + name + "' is " + shortest(c));
  };
  for (const Joint& joint : setup.model.joints) {
    for (const Expr damping : joint.damping) look(joint.written(), damping);
    for (const auto& [forward, backward] : joint.friction)
      signs.positive = signs.positive || setup.real(forward) > 0.0 || setup.real(backward) > 0.0;
  }
  for (const Spring& spring : setup.model.springs) look(spring.name, spring.damping);
  for (const RotationalSpring& spring : setup.model.rotational_springs) look(spring.name, spring.damping);
  signs.negative = join(negative, ", ");
  return signs;
}

void check_balance(Certificate& certificate, const MechanismSetup& setup) {
  constexpr double longest = 2.0;
  constexpr long most_work = 40'000'000;  // speeds times evaluations
  const long steps = most_work / (13L * (1 + setup.compiled.plan.nv));
  const double time = std::min(simulate_numbers(setup.model).time, longest);
  check_energy_balance(certificate, MechanismSystem(setup), start_point(setup), time, std::clamp(steps, 200L, 20'000L),
                       damper_signs(setup));
}

/// States that close no loops, or at which no acceleration is defined, are left out, and said so.
Check singular_states(const MechanismSetup& setup, std::size_t regular, std::size_t assembled, std::size_t all) {
  const int speed = setup.massless ? -1 : speed_without_inertia(setup.compiled.plan, setup.par, setup.q0);
  Check check = regular_states(regular, all,
                               assembled < all ? "cannot be assembled, are singular, or outside the domain of a formula"
                                               : "are singular, or outside the domain of a formula");
  if (assembled < all) check.note += "; " + std::to_string(all - assembled) + " cannot be assembled";
  if (speed >= 0) check.note += "; at the start " + setup.model.speeds[index(speed)].name + " has no inertia";
  return check;
}

/// Leaves out states that are not regular: motion and forces are not unique there, or there are none.
void leave_out_singular(const MechanismSetup& setup, Samples& samples) {
  // Where all states are nearly singular, more digits are lost, but not all. Assembly to 1e-12 leaves states within
  // 1e-6 of a dead centre that a mechanism never leaves: nothing below that is a rank of its own.
  constexpr std::array<double, 2> nearly = {RegularStates::clearly, 2e-5};
  const RegularStates regular(setup);
  for (const double share : nearly) {
    Samples left = samples;
    std::erase_if(left, [&](const MechanismSample& s) { return !regular.at(s.x, share); });
    if (left.empty() && share > nearly.back()) continue;
    samples = std::move(left);
    return;
  }
}

/// Leaves out states where a formula of a force has no value.
void leave_out_undefined(Bench& bench, Samples& samples) {
  if (bench.plan.nv > most_dense) return;
  const auto finite = [](double x) { return std::isfinite(x); };
  std::erase_if(samples, [&](const MechanismSample& s) {
    const Evaluation e = bench.numbers(s);
    return !std::ranges::all_of(e.passive, finite) || !std::ranges::all_of(e.effort, finite);
  });
}

/// The states at which lines are done whose work grows with a power of the number of speeds beyond `most`: the last
/// ones, since the first is the start, where many models are at rest.
Samples fewer(const Samples& samples, std::size_t n, int most, int power) {
  const double share = std::pow(static_cast<double>(most) / static_cast<double>(n), power);
  const auto count = static_cast<std::size_t>(share * static_cast<double>(samples.size()));
  const std::size_t taken = std::clamp<std::size_t>(count, 1, samples.size());
  return {samples.end() - static_cast<std::ptrdiff_t>(taken), samples.end()};
}

/// Says at how few states the lines from `first` on were done.
void note_states(Certificate& certificate, std::size_t first, std::size_t done, std::size_t all) {
  if (done == all) return;
  for (std::size_t i = first; i < certificate.checks.size(); ++i) {
    if (!certificate.checks[i].applies) continue;
    std::string& note = certificate.checks[i].note;
    note += (note.empty() ? "at " : "; at ") + std::to_string(done) + " of " + std::to_string(all) + " states";
  }
}

void leave_out(Certificate& certificate, std::initializer_list<const char*> names, int most) {
  for (const char* name : names)
    certificate.checks.push_back(
        not_done(name, "more than " + std::to_string(most) + " speeds: their matrices are not compared"));
}

/// Forces, reactions, impacts and forms at evaluated states.
void check_evaluations(Certificate& certificate, Bench& bench, const Samples& samples, std::uint64_t seed) {
  if (bench.plan.nv > most_evaluated_speeds)
    return leave_out(
        certificate,
        {"forces as described", "energies as described", "reactions balance each body", "reactions do no work",
         "impacts by their law", "joint coordinates = body coordinates", "forms agree: accelerations",
         "forms agree: constraint forces", "forms agree: reactions", "turned, in other frames", "on another tree"},
        most_evaluated_speeds);
  const Samples some = fewer(samples, bench.n, most_dense, 2);
  const std::size_t first = certificate.checks.size();
  check_forces(certificate, bench, some);
  check_reactions(certificate, bench, some);
  check_impacts(certificate, bench, some);
  check_forms(certificate, bench, some);
  check_retold(certificate, bench, some, seed);
  note_states(certificate, first, some.size(), samples.size());
}

/// Dense matrices of the tree.
void check_dense(Certificate& certificate, Bench& bench, const Samples& samples, const Samples& few) {
  if (bench.plan.nv > most_matrix_speeds)
    return leave_out(
        certificate,
        {"M by product of exponentials", "g by product of exponentials", "M positive definite", "Mdot - 2C skew",
         "C v + g by Newton-Euler", "Newton-Euler = M a + C v + g", "M^-1 (tau - C v - g) = a",
         "Euler-Lagrange by dual numbers", "derivatives by dual numbers", "derivatives by differences"},
        most_matrix_speeds);
  const std::size_t first = certificate.checks.size();
  check_matrices(certificate, bench, few);
  check_lagrange(certificate, bench, few);
  check_derivatives(certificate, bench, few);
  note_states(certificate, first, few.size(), samples.size());
}

/// All that compares equations at states.
void check_equations(Certificate& certificate, Bench& bench, const Samples& samples, std::uint64_t seed) {
  const bool evaluated = bench.plan.nv <= most_evaluated_speeds;
  const Samples few = fewer(samples, bench.n, most_dense, 3);
  check_description(certificate, bench, samples);
  check_measures(certificate, bench, samples);
  check_closure(certificate, bench, samples);
  check_evaluations(certificate, bench, samples, seed);
  check_rows(certificate, bench, samples, evaluated ? few : Samples());
  if (bench.setup.massless)
    check_forward_on_rows(certificate, bench, samples);
  else
    check_forward(certificate, bench, samples);
  check_momentum(certificate, bench, samples);
  check_dense(certificate, bench, samples, few);
  certificate.checks.push_back(check_formulas(bench, samples));
  check_state_space(certificate, bench, samples);
}

}  // namespace

Certificate certify(const MechanismSetup& setup, const CertifyOptions& options) {
  Certificate certificate;
  Bench bench(setup);
  if (bench.n == 0) {
    certificate.checks.push_back(not_applicable("motion", "nothing can move"));
    return certificate;
  }
  // Long chains cost more each: fewer states, so that the whole stays within seconds.
  const int count = std::max(1, std::min(options.states, 20'000 / setup.compiled.plan.nv));
  Samples samples = mechanism_samples(setup, count, options.seed);
  const std::size_t all = static_cast<std::size_t>(count) + 1, assembled = samples.size();
  if (!setup.massless)
    std::erase_if(samples, [&](const MechanismSample& s) {
      return speed_without_inertia(setup.compiled.plan, setup.par, s.x.q) >= 0;
    });
  leave_out_singular(setup, samples);
  leave_out_undefined(bench, samples);
  certificate.states = static_cast<int>(samples.size());
  certificate.checks.push_back(singular_states(setup, samples.size(), assembled, all));
  if (!samples.empty()) check_equations(certificate, bench, samples, options.seed);
  check_balance(certificate, setup);
  return certificate;
}

}  // namespace alembert
