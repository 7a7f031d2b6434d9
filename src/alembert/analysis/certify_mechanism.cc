#include "alembert/analysis/certify_mechanism.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certify_bench.h"
#include "alembert/analysis/certify_formulas.h"
#include "alembert/analysis/certify_rows.h"
#include "alembert/analysis/energy_balance.h"
#include "alembert/analysis/kernel_lagrange.h"
#include "alembert/analysis/worst.h"
#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/aba_derivatives.h"
#include "alembert/kernel/manifold.h"
#include "alembert/kernel/rnea.h"
#include "alembert/linalg/rank.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/mechanism_system.h"
#include "alembert/system/mobile_inertia.h"

namespace alembert {
namespace {

/// Speeds up to which dense matrices are compared, and up to which their cubic work is done.
constexpr int most_dense = 400;

Check not_done(std::string name, std::string why) {
  Check check;
  check.name = std::move(name);
  check.note = std::move(why);
  return check;
}

using Bench = CertifyBench;
using Samples = MechanismSamples;

/// Articulated bodies against recursive Newton-Euler, without any matrix: for every size of model.
void check_forward(Certificate& certificate, Bench& bench, const Samples& samples) {
  Worst worst("articulated bodies = Newton-Euler", rounding_tolerance);
  std::vector<double> tau(bench.n), vdot(bench.n), again(bench.n), still(bench.n);
  for (const MechanismSample& s : samples) {
    joint_poses<double>(bench.plan, bench.par, s.x.q, bench.w);
    rnea<double>(bench.plan, bench.par, s.x.v, s.vdot, {}, tau, bench.w);
    rnea<double>(bench.plan, bench.par, s.x.v, {}, {}, still, bench.w);
    aba<double>(bench.plan, bench.par, s.x.v, tau, {}, vdot, bench.w);
    rnea<double>(bench.plan, bench.par, s.x.v, vdot, {}, again, bench.w);
    const double size = size_of(tau) + size_of(still);
    for (std::size_t i = 0; i < bench.n; ++i) worst.add(again[i] - tau[i], size, bench.where(s));
  }
  certificate.checks.push_back(worst.finish("the forces of the acceleration found are not the forces given"));
}

void check_lagrange(Certificate& certificate, Bench& bench, const Samples& samples) {
  Worst worst("Euler-Lagrange by dual numbers", rounding_tolerance);
  KernelLagrange lagrange(bench.plan, bench.par);
  std::vector<double> tau(bench.n);
  for (const MechanismSample& s : samples) {
    joint_poses<double>(bench.plan, bench.par, s.x.q, bench.w);
    rnea<double>(bench.plan, bench.par, s.x.v, s.vdot, {}, tau, bench.w);
    // The armature is part of T, so it is in both.
    const auto expected = lagrange.inverse_dynamics(s.x.q, s.x.v, s.vdot);
    double size = 0.0;
    for (std::size_t i = 0; i < bench.n; ++i) size = std::max(size, expected[i].size);
    for (std::size_t i = 0; i < bench.n; ++i)
      worst.add(tau[i] - expected[i].value, size + std::abs(tau[i]), bench.where(s));
  }
  certificate.checks.push_back(worst.finish("inverse dynamics differs from d/dt dT/dv - dL/dq"));
}

/// Derivatives of the accelerations for given efforts: kernels, dual numbers through the whole dynamics, differences.
void check_derivatives(Certificate& certificate, Bench& bench, const Samples& samples) {
  constexpr double difference_tolerance = 1e-5;  // central differences lose a third of the digits, and once more
  Worst dual("derivatives by dual numbers", 1e-9), differences("derivatives by differences", difference_tolerance);
  const std::size_t n = bench.n;
  const MechanismSystem system(bench.setup);
  AbaDerivativeWorkspace<double> aw(bench.plan);
  MechanismDynamics<double> dynamics(bench.setup);
  std::vector<double> by_q(n * n), by_v(n * n), inverse(n * n), tau(n), vdot(n), plus(n), minus(n);
  using D = Dual<8>;
  const Params<D> par_dual = cast<D>(bench.par);
  Workspace<D> w_dual(bench.plan);
  for (const MechanismSample& s : samples) {
    joint_poses<double>(bench.plan, bench.par, s.x.q, bench.w);
    rnea<double>(bench.plan, bench.par, s.x.v, s.vdot, {}, tau, bench.w);
    aba<double>(bench.plan, bench.par, s.x.v, tau, {}, vdot, bench.w);
    aba_derivatives<double>(bench.plan, bench.par, s.x.v, vdot, {}, by_q, by_v, inverse, bench.w, aw);
    const double size_q = size_of(by_q) + size_of(vdot), size_v = size_of(by_v) + size_of(vdot);
    // One direction in eight, a different one at each state, keeps the cost linear in the model.
    for (std::size_t c = static_cast<std::size_t>(&s - samples.data()) % 8; c < n; c += 8) {
      std::vector<double> unit(n, 0.0), moved(s.x.q.size());
      unit[c] = 1.0;
      coordinate_rates<double>(bench.plan, s.x.q, unit, moved);
      std::vector<D> q(s.x.q.begin(), s.x.q.end()), v(s.x.v.begin(), s.x.v.end()), t(tau.begin(), tau.end()), a(n);
      for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, moved[i]);
      v[c].d.set(1, 1.0);
      joint_poses<D>(bench.plan, par_dual, q, w_dual);
      aba<D>(bench.plan, par_dual, v, t, {}, a, w_dual);
      for (std::size_t i = 0; i < n; ++i) {
        dual.add(by_q[i * n + c] - a[i].d[0], size_q, bench.where(s));
        dual.add(by_v[i * n + c] - a[i].d[1], size_v, bench.where(s));
      }
      constexpr double h = 1e-5;
      const auto displaced = [&](double step, std::vector<double>& result) {
        std::vector<double> dq(n, 0.0), q_new(s.x.q.size());
        dq[c] = step;
        step_on_manifold(bench.plan, s.x.q, dq, q_new);
        joint_poses<double>(bench.plan, bench.par, q_new, bench.w);
        aba<double>(bench.plan, bench.par, s.x.v, tau, {}, result, bench.w);
      };
      displaced(h, plus);
      displaced(-h, minus);
      for (std::size_t i = 0; i < n; ++i)
        differences.add(by_q[i * n + c] - (plus[i] - minus[i]) / (2 * h), size_q, bench.where(s));
    }
  }
  certificate.checks.push_back(dual.finish("dvdot/dq or dvdot/dv differs from dual numbers through the dynamics"));
  certificate.checks.push_back(differences.finish("dvdot/dq differs from central differences"));
}

/// Rate of the momentum about the world's origin against the forces from outside: gravity and what joints transmit from
/// the world. For a mechanism on free joints alone it is gravity's alone.
void check_momentum(Certificate& certificate, Bench& bench, const Samples& samples) {
  Worst worst("rate of momentum = forces", rounding_tolerance);
  using D = Dual<8>;
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
    joint_poses<double>(bench.plan, bench.par, s.x.q, bench.w);
    rnea<double>(bench.plan, bench.par, s.x.v, s.vdot, {}, tau, bench.w);
    world_poses(bench.plan, bench.w);
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
    double arm = 0.0, mass = 0.0;
    for (std::size_t b = 1; b < index(bench.plan.n_bodies()); ++b) {
      arm = std::max(arm, norm(bench.w.X_WB[b].p));
      mass += bench.par.I_B[b].m;
    }
    const double pull = norm(forces.f) + mass * (norm(bench.par.gravity_W) + size_of(s.vdot));
    compare(momentum.f, forces.f, pull);
    compare(momentum.n, forces.n, norm(forces.n) + pull * (arm + 1.0));
  }
  certificate.checks.push_back(worst.finish("momentum changes by something else than the forces"));
}

Check check_balance(const MechanismSetup& setup) {
  constexpr double longest = 2.0;
  constexpr long most_work = 40'000'000;  // speeds times evaluations
  const long steps = most_work / (13L * (1 + setup.compiled.plan.nv));
  const double time = std::min(simulate_numbers(setup.model).time, longest);
  return check_energy_balance(MechanismSystem(setup), start_point(setup), time, std::clamp(steps, 200L, 20'000L));
}

/// States at which no acceleration is defined are left out, and said so.
Check singular_states(const MechanismSetup& setup, std::size_t regular, std::size_t all) {
  const int speed = speed_without_inertia(setup.compiled.plan, setup.par, setup.q0);
  Check check = not_done("regular configurations", std::to_string(all - regular) + " of " + std::to_string(all) +
                                                       " states are singular and left out");
  if (speed >= 0)
    check.note +=
        "; at the start " + setup.model.speeds[index(speed)].name + " has no inertia, so the motion cannot start";
  return check;
}

/// Leaves out states where the rows have a lower rank than elsewhere, or nearly: motion and forces are not unique
/// there.
void leave_out_singular(const MechanismSetup& setup, Samples& samples) {
  const int nv = setup.compiled.plan.nv;
  if (setup.constraints.rows.size() == 0 || nv > most_dense) return;
  constexpr double nearly = 1e-4;  // of the largest pivot: four digits are lost in solving, eight in squares
  const ConstraintSystem system(setup.kinematics());
  std::vector<int> ranks;
  SparseRows A;
  for (const MechanismSample& s : samples) {
    system.constraint_jacobian(s.x.t, s.x.q, A);
    const std::size_t rows = A.first.size() - 1;
    std::vector<double> dense(rows * index(nv), 0.0);
    for (std::size_t i = 0; i < rows; ++i)
      for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k)
        dense[i * index(nv) + index(A.column[k])] = A.value[k];
    ranks.push_back(find_rank(static_cast<int>(rows), nv, dense, nearly).rank);
  }
  if (ranks.empty()) return;
  const int full = *std::ranges::max_element(ranks);
  std::size_t next = 0;
  std::erase_if(samples, [&](const MechanismSample&) { return ranks[next++] < full; });
}

}  // namespace

Certificate certify(const MechanismSetup& setup, const CertifyOptions& options) {
  Certificate certificate;
  Bench bench(setup);
  if (bench.n == 0) {
    certificate.checks.push_back(not_done("motion", "nothing can move"));
    return certificate;
  }
  // Long chains cost more each: fewer states, so that the whole stays within seconds.
  const int count = std::max(1, std::min(options.states, 20'000 / setup.compiled.plan.nv));
  Samples samples = mechanism_samples(setup, count, options.seed);
  const std::size_t all = samples.size();
  if (!setup.massless)
    std::erase_if(samples, [&](const MechanismSample& s) {
      return speed_without_inertia(setup.compiled.plan, setup.par, s.x.q) >= 0;
    });
  leave_out_singular(setup, samples);
  if (samples.size() < all) certificate.checks.push_back(singular_states(setup, samples.size(), all));
  if (samples.empty()) return certificate;
  check_rows(certificate, bench, samples);
  check_forms(certificate, bench, samples);
  if (setup.massless) {
    certificate.checks.push_back(not_done("articulated bodies = Newton-Euler",
                                          "the tree has a motion without inertia, which only constraints hold"));
    certificate.checks.push_back(check_formulas(setup, samples));
    certificate.checks.push_back(check_balance(setup));
    return certificate;
  }
  check_forward(certificate, bench, samples);
  check_momentum(certificate, bench, samples);
  if (setup.compiled.plan.nv <= most_dense) {
    check_matrices(certificate, bench, samples);
    check_lagrange(certificate, bench, samples);
    check_derivatives(certificate, bench, samples);
  } else {
    const std::string why = "matrices of more than " + std::to_string(most_dense) + " speeds are not compared";
    for (const char* name :
         {"M by product of exponentials", "g by product of exponentials", "M positive definite", "Mdot - 2C skew",
          "C v + g by Newton-Euler", "Newton-Euler = M a + C v + g", "M^-1 (tau - C v - g) = a",
          "Euler-Lagrange by dual numbers", "derivatives by dual numbers", "derivatives by differences"})
      certificate.checks.push_back(not_done(name, why));
  }
  certificate.checks.push_back(check_formulas(setup, samples));
  certificate.checks.push_back(check_balance(setup));
  return certificate;
}

}  // namespace alembert
