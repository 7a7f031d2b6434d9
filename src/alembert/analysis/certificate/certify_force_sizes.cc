#include "alembert/analysis/certificate/certify_force_sizes.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"

namespace alembert {
namespace {

/// Norm of lists of numbers that stand at right angles to each other.
template <class... Numbers>
double across(Numbers... x) {
  return std::sqrt(((x * x) + ... + 0.0));
}

/// Sizes of the turning and the sliding part of a joint's motion.
struct JointSizes {
  double turn = 0.0, slide = 0.0;
};

JointSizes joint_sizes(const Plan& plan, const Params<double>& par, std::size_t b, std::span<const double> x) {
  if (x.empty()) return {};
  const double* own = x.data() + plan.first_v[b];
  switch (plan.kind[b]) {
    case JointKind::revolute: return {std::abs(own[0]), 0.0};
    case JointKind::prismatic: return {0.0, std::abs(own[0])};
    case JointKind::screw: return {std::abs(own[0]), std::abs(par.pitch[b] * own[0])};
    case JointKind::spherical: return {across(own[0], own[1], own[2]), 0.0};
    case JointKind::free: break;
  }
  return {across(own[0], own[1], own[2]), across(own[3], own[4], own[5])};
}

/// A reversed free joint turns its body about the origin of the parent.
bool turns_about_parent(const Plan& plan, std::size_t b) { return plan.kind[b] == JointKind::free && plan.reversed[b]; }

bool slides(JointKind kind) { return kind == JointKind::prismatic || kind == JointKind::free; }

double inertia_size(const Sym3<double>& I) { return std::abs(I.xx) + std::abs(I.yy) + std::abs(I.zz); }

}  // namespace

LoadSizes load_sizes(const MechanismSetup& setup, MechanismDynamics<double>& dynamics) {
  const AppliedForces<double>& applied = dynamics.forces();
  const ForceParams<double>& numbers = dynamics.force_numbers();
  const Plan& plan = setup.compiled.plan;
  const std::size_t nv = index(plan.nv);
  LoadSizes loads;
  loads.bodies.resize(index(plan.n_bodies()));
  loads.along.assign(nv, 0.0);
  const auto push = [&](int body, double moment, double arm, double force) {
    loads.bodies[index(body)].moment += moment + arm * force;
    loads.bodies[index(body)].force += force;
  };
  for (std::size_t i = 0; i < numbers.springs.size(); ++i) {
    const auto& spring = numbers.springs[i];
    const double force = std::abs(spring.stiffness) * (applied.spring_length[i] + std::abs(spring.length)) +
                         std::abs(applied.spring_force[i]);
    for (const PlanPoint<double>& end : spring.ends) push(end.body, 0.0, norm(end.p_B), force);
  }
  if (applied.any_on_bodies)
    for (int b = 0; b < plan.n_bodies(); ++b)
      push(b, norm(applied.F_B[index(b)].n), 0.0, norm(applied.F_B[index(b)].f));
  std::vector<double> along = applied.along_joints;
  for (double& x : along) x = std::abs(x);
  for (const auto& joint : numbers.joints)
    if (joint.coordinate >= 0)
      along[index(joint.speed)] +=
          std::abs(joint.stiffness) *
          (std::abs(dynamics.all_coordinates()[index(joint.coordinate)]) + std::abs(joint.rest));
  std::copy_n(along.begin(), nv, loads.along.begin());
  if (along.size() == nv) return loads;
  // Joints that close loops push their bodies.
  const RowSet<double>& closing = dynamics.rows().closing_rows();
  for (std::size_t k = nv; k < along.size(); ++k)
    for (const RowEntry<double>& entry : closing.of(static_cast<int>(k - nv))) {
      const double size = along[k] + std::abs(applied.effort[k]);
      push(plan.carrier[index(entry.body)], norm(entry.n) * size, norm(setup.par.X_BU[index(entry.body)].p),
           norm(entry.f) * size);
    }
  return loads;
}

double moving_length(const MechanismSetup& setup) {
  const Plan& plan = setup.compiled.plan;
  double length = 0.0;
  for (std::size_t b = 1; b < index(plan.n_bodies()); ++b) {
    if (plan.parent[b] != 0) length = std::max(length, norm(setup.par.X_PF[b].p));
    const Inertia<double>& I = setup.par.I_B[b];
    if (I.m > 0.0) length = std::max(length, norm(I.h) / I.m);
  }
  return length > 0.0 && std::isfinite(length) ? length : setup.length;
}

void share_largest(std::span<const double> units, std::span<double> sizes) {
  constexpr double share = 1e-3;
  double largest = 0.0;
  for (std::size_t d = 0; d < sizes.size(); ++d) largest = std::max(largest, sizes[d] * units[d]);
  for (std::size_t d = 0; d < sizes.size(); ++d) sizes[d] += share * largest / units[d];
}

ForceSizes::ForceSizes(const MechanismSetup& setup)
    : plan_(setup.compiled.plan),
      par_(setup.par),
      length_(moving_length(setup)),
      carried_(index(plan_.n_bodies())),
      bodies_(carried_.size()) {
  for (const MechanismCoordinate& speed : setup.model.speeds)
    units_.push_back(speed.unit.starts_with("m") ? length_ : 1.0);
  // Body by body, because moments of those that are fixed to each other may cancel as well.
  const BodyParams<double> par =
      number_body_params<double>(setup.model, setup.choices, BodyReference::frame, setup.real, setup.lengths);
  for (std::size_t b = 1; b < setup.model.bodies.size(); ++b) {
    const double m = std::abs(par.mass[b]), arm = norm(par_.X_BU[b].p) + norm(par.center[b]);
    Carried& sum = carried_[index(plan_.carrier[b])];
    sum.m += m;
    sum.h += m * arm;
    sum.I += inertia_size(par.inertia[b]) + 2.0 * m * arm * arm;
  }
}

double ForceSizes::arm(std::size_t b, const Workspace<double>& w) const {
  return norm(w.X_PB[b].p) + (slides(plan_.kind[b]) ? length_ : 0.0);
}

void ForceSizes::move(std::size_t b, double arm, const SizedMotion& motion) {
  const OfBody& parent = bodies_[index(plan_.parent[b])];
  OfBody& body = bodies_[b];
  const auto own = [&](std::span<const double> x) {
    JointSizes sizes = joint_sizes(plan_, par_, b, x);
    if (turns_about_parent(plan_, b)) sizes.slide += arm * sizes.turn;
    return sizes;
  };
  const JointSizes rate = own(motion.v), second = own(motion.vdot);
  body.turn = across(parent.turn, rate.turn);
  body.speed = across(parent.speed, parent.turn * arm, rate.slide, motion.offset * rate.turn);
  body.turn_rate = across(parent.turn_rate, second.turn, parent.turn * rate.turn);
  body.acceleration = across(parent.acceleration, parent.turn_rate * arm, second.slide, motion.offset * second.turn,
                             parent.turn * parent.turn * arm, 2.0 * parent.turn * rate.slide, body.turn * body.speed);
}

/// I A + V x I V, with A less gravity.
void ForceSizes::load(std::size_t b, const SizedMotion& motion) {
  const Carried& inertia = carried_[b];
  OfBody& body = bodies_[b];
  const double turning = body.turn_rate + body.turn * body.turn;
  const double linear = body.acceleration + motion.gravity;
  body.force = inertia.m * linear + inertia.h * turning;
  body.moment = inertia.I * turning + inertia.h * linear + inertia.m * body.speed * body.speed;
}

std::vector<double> ForceSizes::efforts(const Workspace<double>& w, const SizedMotion& motion, const LoadSizes* loads) {
  bodies_[0] = {};
  for (std::size_t b = 1; b < bodies_.size(); ++b) {
    move(b, arm(b, w), motion);
    load(b, motion);
    if (loads == nullptr) continue;
    bodies_[b].moment += loads->bodies[b].moment;
    bodies_[b].force += loads->bodies[b].force;
  }
  std::vector<double> result(index(plan_.nv), 0.0);
  if (loads != nullptr) result = loads->along;
  for (std::size_t b = bodies_.size() - 1; b > 0; --b) {
    const OfBody& body = bodies_[b];
    const double lever = motion.offset + (turns_about_parent(plan_, b) ? arm(b, w) : 0.0);
    const double moment = body.moment + lever * body.force;
    const auto first = index(plan_.first_v[b]), count = index(speeds_of(plan_.kind[b]));
    for (std::size_t d = first; d < first + count; ++d) {
      const bool sliding = plan_.kind[b] == JointKind::prismatic || d - first >= 3;
      result[d] += sliding ? body.force : moment;
      if (plan_.kind[b] == JointKind::screw) result[d] += std::abs(par_.pitch[b]) * body.force;
      if (!motion.vdot.empty()) result[d] += std::abs(par_.armature[d] * motion.vdot[d]);
    }
    OfBody& parent = bodies_[index(plan_.parent[b])];
    parent.moment += body.moment + arm(b, w) * body.force;
    parent.force += body.force;
  }
  share_largest(units_, result);
  return result;
}

std::vector<double> ForceSizes::mass(const Workspace<double>& w, double offset) {
  const std::size_t n = index(plan_.nv);
  std::vector<double> M(n * n), unit(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    unit[j] = 1.0;
    const std::vector<double> column = efforts(w, {{}, unit, 0.0, offset});
    unit[j] = 0.0;
    for (std::size_t i = 0; i < n; ++i) M[i * n + j] = column[i];
  }
  return M;
}

}  // namespace alembert
