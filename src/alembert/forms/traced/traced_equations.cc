#include "alembert/forms/traced/traced_equations.h"

#include <algorithm>

#include "alembert/forms/energies/growth_limit.h"
#include "alembert/forms/traced/traced_rows.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/joints/any_joint.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/rnea.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

using Columns = std::vector<Motion<Expr>>;

/// C as in kernel/coriolis.h, but with the columns of each body's Jacobian in the body's own frame: orientations that
/// do not matter then never enter, so that Euler's equations of a top come out as such.
///
///   C = sum over bodies of J^T (I dJ/dt + ((V x*) I J + I (V x J) + J x* (I V)) / 2),   dJ/dt of components in the
///   body
class BodyCoriolis {
 public:
  BodyCoriolis(const Plan& plan, const Params<Expr>& par, const std::vector<Expr>& v, const Workspace<Expr>& w,
               const GrowthLimit& limit)
      : plan_(plan), par_(par), v_(v), w_(w), limit_(limit), n_(v.size()) {}

  std::vector<Expr> matrix() const {
    const auto bodies = static_cast<std::size_t>(plan_.n_bodies());
    std::vector<Columns> J(bodies, Columns(n_)), rate(bodies, Columns(n_));
    std::vector<Expr> C(n_ * n_);
    for (std::size_t b = 1; b < bodies; ++b) {
      const auto p = static_cast<std::size_t>(plan_.parent[b]);
      carry(b, J[p], rate[p], J[b], rate[b]);
      add_body(b, J[b], rate[b], C);
      limit_.check();
    }
    return C;
  }

 private:
  void carry(std::size_t b, const Columns& J_P, const Columns& rate_P, Columns& J, Columns& rate) const {
    const auto first = static_cast<std::size_t>(plan_.first_v[b]);
    Motion<Expr> own;  // velocity in the parent
    with_joint(plan_, par_, w_, b, [&](const auto& joint) { joint.add_velocity(own, v_.data() + first); });
    for (std::size_t k = 0; k < n_; ++k) {
      J[k] = w_.X_PB[b].to_child(J_P[k]);
      rate[k] = w_.X_PB[b].to_child(rate_P[k]) - cross(own, J[k]);
    }
    with_joint(plan_, par_, w_, b, [&](const auto& joint) {
      for (int k = 0; k < joint.nv; ++k) {
        const std::size_t d = first + static_cast<std::size_t>(k);
        J[d] = joint.column(k);
        if (plan_.reversed[b]) rate[d] = -cross(own, J[d]);  // constant in the parent
      }
    });
  }

  void add_body(std::size_t b, const Columns& J, const Columns& rate, std::vector<Expr>& C) const {
    const Inertia<Expr>& I = par_.I_B[b];
    const Motion<Expr>& V = w_.V_B[b];
    const Force<Expr> momentum = I * V;
    for (std::size_t k = 0; k < n_; ++k) {
      const Force<Expr> gyroscopic = cross(V, I * J[k]) + I * cross(V, J[k]) + cross(J[k], momentum);
      const Force<Expr> F = I * rate[k] + Expr(0.5) * gyroscopic;
      for (std::size_t i = 0; i < n_; ++i) C[i * n_ + k] += dot(J[i], F);
    }
  }

  const Plan& plan_;
  const Params<Expr>& par_;
  const std::vector<Expr>& v_;
  const Workspace<Expr>& w_;
  const GrowthLimit& limit_;
  std::size_t n_;
};

/// Armatures of closing joints: with J v the joint's speed, J^T a J in M and J^T a dJ/dt in C.
void add_closing_armatures(const Tracer& tracer, LagrangeEquations& eq) {
  for (std::size_t k = 0; k < tracer.closing().v.size(); ++k) {
    const Expr a = tracer.params().armature[eq.n + k];
    if (a.is_zero()) continue;
    const std::vector<Expr> J = gradient(tracer.closing().v[k], eq.v);
    for (std::size_t j = 0; j < eq.n; ++j) {
      std::vector<Expr> terms;
      const std::vector<Expr> slopes = gradient(J[j], eq.q);
      for (std::size_t i = 0; i < slopes.size(); ++i) terms.push_back(slopes[i] * tracer.qdot()[i]);
      const Expr rate = sum(terms);
      for (std::size_t i = 0; i < eq.n; ++i) {
        eq.M[i * eq.n + j] += a * J[i] * J[j];
        eq.C[i * eq.n + j] += a * J[i] * rate;
      }
    }
  }
}

}  // namespace

bool has_quaternions(const Mechanism& model) {
  return std::ranges::any_of(model.joints,
                             [&](const Joint& joint) { return !joint.closing && words(model, joint).quaternion; });
}

LagrangeEquations traced_equations(const TraceInput& input, const Lagrangian& lagrangian) {
  const GraphScope scope(*input.model.graph);
  const Plan& plan = input.compiled.plan;
  const GrowthLimit limit(most_formula_nodes);
  Tracer tracer(input);
  LagrangeEquations eq;
  eq.quasi = true;
  eq.n = static_cast<std::size_t>(plan.nv);
  eq.q = tracer.q();
  eq.v = tracer.v();
  eq.a = tracer.a();
  const Params<Expr>& par = tracer.params();
  Workspace<Expr> w(plan);
  eq.M.resize(eq.n * eq.n);
  eq.g.resize(eq.n);
  joint_poses<Expr>(plan, par, eq.q, w);
  crba<Expr>(plan, par, eq.M, w);
  velocities<Expr>(plan, par, eq.v, w);
  eq.C = BodyCoriolis(plan, par, eq.v, w, limit).matrix();
  add_closing_armatures(tracer, eq);
  gravity_vector<Expr>(plan, par, eq.g, w);
  eq.remaining.resize(eq.n);
  eq.kinetic = lagrangian.kinetic->formula;
  eq.potential = lagrangian.potential->formula + lagrangian.spring_energy;
  eq.applied = lagrangian.applied;
  eq.applied.resize(eq.n);
  for (const std::optional<Written>& work : lagrangian.work) eq.effort.push_back(work ? work->formula : Expr());
  eq.springs_apart = !lagrangian.spring_energy.is_zero();
  eq.conserved = eq.kinetic + eq.potential;
  for (std::size_t i = 0; i < eq.n; ++i) eq.power += (eq.effort[i] + eq.applied[i]) * eq.v[i];
  eq.power += lagrangian.spring_power;
  eq.rows = row_formulas(tracer, traced_rows(tracer));
  limit.check();
  return eq;
}

}  // namespace alembert
