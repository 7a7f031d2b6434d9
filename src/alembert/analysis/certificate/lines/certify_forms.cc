#include "alembert/analysis/certificate/lines/certify_forms.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>

#include "alembert/analysis/certificate/lines/derived_form.h"
#include "alembert/analysis/certificate/oracles/form_numbers.h"
#include "alembert/analysis/certificate/solved_motion.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/analysis/derivation/form_point.h"
#include "alembert/core/index.h"
#include "alembert/system/reactions/body_dynamics.h"

namespace alembert {
namespace {

/// Of the point of a body with coordinates p in its frame.
BodyAcceleration<double> acceleration_at(const CertifyBench& bench, const Workspace<double>& w, int body,
                                         const Vec3<double>& p) {
  BodyAcceleration<double> a = body_acceleration(bench.plan, bench.par, w, body);
  const BodyMotion<double> motion = body_motion(bench.plan, bench.par, w, body);
  const Vec3<double> arm = motion.X_W.R * p;
  a.linear += cross(a.angular, arm) + cross(motion.w, cross(motion.w, arm));
  return a;
}

/// Accelerations of bodies with every joint as a constraint against the recursive ones. Mass centres are compared:
/// frames of bodies may have their origins far from all joints, which costs digits.
void check_body_coordinates(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst worst("joint coordinates = body coordinates", solving_tolerance);
  const BodyPlan plan(bench.setup.model, bench.setup.constraints.rows.formulas);
  const BodyParams<double> par = number_body_params<double>(
      bench.setup.model, bench.setup.choices, BodyReference::center, bench.setup.real, bench.setup.lengths);
  BodyDynamics bodies(plan, par);
  BodyStateReader reader(bench.setup, plan, par);
  const ConstraintSystem system(bench.setup.kinematics());
  MechanismDynamics<double> dynamics(bench.setup);
  std::vector<double> vdot(bench.n), lambda(index(bench.setup.constraints.rows.size()));
  for (const MechanismSample& s : samples) {
    worst.next_state();
    const std::optional<SolvedMotion> solved = solve(bench, dynamics, system, s);
    if (!solved) continue;
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    if (!bodies.solve(reader.read(dynamics, s.x.t, s.x.q, s.x.v, s.x.z, s.u)).solved) continue;
    if (dynamics.accelerate({}, vdot, lambda) >= 0) continue;
    accelerations<double>(bench.plan, bench.par, s.x.v, vdot, dynamics.workspace());
    bench.force_sizes.efforts(bench.w, {s.x.v, solved->accelerations, bench.gravity(), 0.0});
    double angular = 0.0, linear = 0.0;
    for (std::size_t b = 1; b < bench.setup.model.bodies.size(); ++b) {
      const ForceSizes::OfBody& size = bench.force_sizes.bodies()[index(bench.plan.carrier[b])];
      const double turning = size.turn_rate + size.turn * size.turn;
      angular = std::max(angular, turning);
      linear = std::max(linear, size.acceleration + turning * norm(bench.par.X_BU[b].p));
    }
    for (std::size_t b = 1; b < bench.setup.model.bodies.size(); ++b) {
      const BodyAcceleration<double> a =
          acceleration_at(bench, dynamics.workspace(), static_cast<int>(b), par.origin[b]);
      const BodyAcceleration<double>& other = bodies.accelerations()[b];
      worst.add(norm(a.angular - other.angular), angular + linear / bench.force_sizes.length(), bench.where(s));
      worst.add(norm(a.linear - other.linear), linear + angular * bench.force_sizes.length(), bench.where(s));
    }
  }
  certificate.checks.push_back(worst.finish("bodies accelerate differently when joints are constraints", unsolved));
}

/// Largest accelerations and forces of bodies at a sample before they cancel; accelerations are at least those that the
/// forces on a body by themselves would give it.
FormSizes form_sizes(CertifyBench& bench, MechanismDynamics<double>& dynamics, const SolvedMotion& solved,
                     const MechanismSample& s) {
  const LoadSizes loads = load_sizes(bench.setup, dynamics);
  bench.force_sizes.efforts(bench.w, {s.x.v, solved.accelerations, bench.gravity(), 0.0}, &loads);
  FormSizes sizes{bench.gravity(), size_of(solved.forces)};
  for (std::size_t b = 1; b < index(bench.plan.n_bodies()); ++b) {
    const ForceSizes::OfBody& body = bench.force_sizes.bodies()[b];
    const Inertia<double>& I = bench.par.I_B[b];
    const double turning = I.I.xx + I.I.yy + I.I.zz;
    sizes.accelerations = std::max({sizes.accelerations, body.turn_rate + body.turn * body.turn, body.acceleration});
    if (I.m > 0.0) sizes.accelerations = std::max(sizes.accelerations, body.force / I.m);
    if (turning > 0.0) sizes.accelerations = std::max(sizes.accelerations, body.moment / turning);
    sizes.forces = std::max({sizes.forces, body.force, body.moment});
  }
  return sizes;
}

/// The largest speed of a joint that each coordinate's rate is made of: its own, or of a quaternion's joint all that
/// turn, for places all that slide.
std::vector<double> rate_sizes(const Plan& plan, const Point& x) {
  std::vector<double> sizes(x.q.size());
  for (std::size_t b = 1; b < index(plan.n_bodies()); ++b) {
    const std::size_t q = index(plan.first_q[b]), v = index(plan.first_v[b]);
    const auto speeds = static_cast<std::size_t>(speeds_of(plan.kind[b]));
    if (speeds == 1) {
      sizes[q] = std::abs(x.v[v]);
      continue;
    }
    const std::span<const double> own = std::span(x.v).subspan(v, speeds);
    const std::size_t places = speeds - 3, end = q + places + 4;
    for (std::size_t i = q; i < end; ++i) sizes[i] = size_of(i < q + places ? own.subspan(3) : own.first(3));
  }
  return sizes;
}

/// The first-order system as `derive` writes it, with the independent coordinates that it takes at one state or
/// another: on each of its branches a mechanism may need others.
class StateSpaces {
 public:
  explicit StateSpaces(const CertifyBench& bench) : bench_(bench) {}

  /// One that holds at a point; null where none of a few does.
  DerivedForm* at(const ConstraintSystem& system, const Point& x) {
    constexpr std::size_t most = 4;
    for (DerivedForm& form : forms_)
      if (form.holds(system, x.t, x.q)) return &form;
    if (forms_.size() >= most) return nullptr;
    FormRequest request;
    request.at = x;
    forms_.emplace_back(FormDeriver(bench_.setup, request).derive("state-space"));
    return forms_.back().holds(system, x.t, x.q) ? &forms_.back() : nullptr;
  }

 private:
  const CertifyBench& bench_;
  std::deque<DerivedForm> forms_;
};

/// Compares the first-order system at all samples.
void compare_state_space(CertifyBench& bench, StateSpaces& spaces, const MechanismSamples& samples, Worst& worst) {
  MechanismDynamics<double> dynamics(bench.setup);
  const ConstraintSystem system(bench.setup.kinematics());
  const std::vector<double>& units = bench.force_sizes.units();
  std::vector<double> rates(bench.setup.q0.size());
  for (const MechanismSample& s : samples) {
    worst.next_state();
    const std::optional<SolvedMotion> solved = solve(bench, dynamics, system, s);
    if (!solved) continue;
    DerivedForm* form = spaces.at(system, s.x);
    if (form == nullptr) continue;
    const FormAnswer answer = form->at(mechanism_values(bench.setup, s.x));
    coordinate_rates<double>(bench.plan, s.x.q, s.x.v, rates);
    const std::vector<double> sizes = rate_sizes(bench.plan, s.x);
    for (std::size_t i = 0; i < rates.size(); ++i) worst.add(answer.unknowns[i] - rates[i], sizes[i], bench.where(s));
    double largest = 0.0;  // of all accelerations in units, since they follow from each other
    for (std::size_t i = 0; i < bench.n; ++i) largest = std::max(largest, solved->accelerations[i] / units[i]);
    for (std::size_t i = 0; i < bench.n; ++i)
      worst.add(answer.accelerations[i] - solved->e.acceleration[i], largest * units[i], bench.where(s));
  }
}

}  // namespace

void check_forms(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  check_body_coordinates(certificate, bench, samples);
  Worst accelerations("forms agree: accelerations", solving_tolerance),
      forces("forms agree: constraint forces", solving_tolerance),
      reactions("forms agree: reactions", solving_tolerance);
  MechanismDynamics<double> dynamics(bench.setup);
  const ConstraintSystem system(bench.setup.kinematics());
  const long size = static_cast<long>(bench.setup.model.bodies.size());
  const std::size_t most = static_cast<std::size_t>(std::clamp(20'000L / (size * size * size), 1L, 20L));
  std::string compared, left_out;
  bool solved_once = false, any_acceleration = false, any_force = false, any_reaction = false;
  for (std::size_t k = 0; k < samples.size() && k < most; ++k) {
    const MechanismSample& s = samples[k];
    const std::optional<SolvedMotion> solved = solve(bench, dynamics, system, s);
    if (!solved) continue;
    solved_once = true;
    const FormSizes sizes = form_sizes(bench, dynamics, *solved, s);
    const std::vector<FormResult> results = all_forms_at(bench.setup, dynamics, s.x, s.u);
    const FormAgreement agreement = compare_forms(results, sizes);
    const auto where = [&] { return bench.where(s)() + " (worst: " + agreement.worst + ")"; };
    const auto add = [&](Worst& worst, const std::optional<double>& apart, bool& any) {
      if (apart) worst.add(*apart, 1.0, where);
      any = any || apart.has_value();
    };
    add(accelerations, agreement.accelerations, any_acceleration);
    add(forces, agreement.forces, any_force);
    add(reactions, agreement.reactions, any_reaction);
    if (!compared.empty() || !left_out.empty()) continue;
    for (const FormResult& form : results) {
      if (form.answer)
        compared += (compared.empty() ? "" : ", ") + form.form;
      else if (left_out.find(form.why_not) == std::string::npos)
        left_out += (left_out.empty() ? "" : "; ") + form.form + ": " + form.why_not;
    }
  }
  const auto finish = [&](Worst& worst, bool any, const char* what, const char* none) {
    Check check = worst.finish(what, unsolved);
    if (compared.empty() && !left_out.empty())
      check = not_applicable(check.name, left_out);
    else if (solved_once && !any)
      check = not_applicable(check.name, none);
    else if (check.passed.value_or(false))
      check.note = compared + (left_out.empty() ? "" : "; not " + left_out);
    certificate.checks.push_back(std::move(check));
  };
  finish(accelerations, any_acceleration, "a form gives other accelerations", "no two forms give accelerations");
  finish(forces, any_force, "a form gives other constraint forces", "nothing constrains the bodies");
  finish(reactions, any_reaction, "a form gives other reactions where they are unique", "no reaction is unique");
}

void check_state_space(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  constexpr int most_speeds = 12;  // beyond it deriving takes longer than all other checks together
  const char* name = "state space = solved motion";
  if (bench.plan.nv > most_speeds) {
    certificate.checks.push_back(
        not_applicable(name, "it is compared as formulas, up to " + std::to_string(most_speeds) + " speeds"));
    return;
  }
  try {
    const GraphScope scope(*bench.setup.model.graph);
    StateSpaces spaces(bench);
    Worst worst(name, solving_tolerance);
    compare_state_space(bench, spaces, samples, worst);
    certificate.checks.push_back(
        worst.finish("the first-order system has other rates",
                     "the equations are singular, or formulas solved for some coordinates do not hold"));
  } catch (const Error& error) {
    if (error.code() != Error::Code::unsupported && error.code() != Error::Code::too_large) throw;
    certificate.checks.push_back(not_applicable(name, "`derive` makes none: " + error.message()));
  }
}

}  // namespace alembert
