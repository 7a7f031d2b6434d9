#include "alembert/forms/traced/tracer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "alembert/core/index.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/rnea.h"
#include "alembert/model/lagrangian.h"
#include "alembert/plan/force_params.impl.h"
#include "alembert/plan/readable_numbers.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

bool is_reaction(Measure::Kind kind) {
  return kind == Measure::Kind::joint_force || kind == Measure::Kind::joint_moment ||
         kind == Measure::Kind::constraint_force;
}

bool is_closing_acceleration(const Measure& m) {
  return (m.kind == Measure::Kind::closing_coordinate && m.order == 2) ||
         (m.kind == Measure::Kind::closing_speed && m.order == 1);
}

/// An angle that is a number: whole quarter turns but for rounding are exact.
Expr in_quarter_turns(Expr angle) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  if (!angle.is_number()) return angle;
  const double quarters = angle.number().to_double() / (0.5 * std::numbers::pi), whole = std::round(quarters);
  return std::abs(quarters - whole) < rounding ? Expr(0.5 * whole) * Expr::pi() : angle;
}

Expr along(const RowEntry<Expr>& entry, const Vec3<Expr>& angular, const Vec3<Expr>& linear) {
  return dot(entry.n, angular) + dot(entry.f, linear);
}

}  // namespace

Tracer::Tracer(const TraceInput& input)
    : in_(input),
      real_(input.model),
      par_(formula_params(input.model, input.compiled)),
      body_(formula_body_params(input.model, input.choices, BodyReference::frame, input.lengths)),
      forces_(force_params(input.model, input.compiled, par_, FormulaReals{}, input.angles, input.lengths)),
      w_(input.compiled.plan),
      applied_(input.compiled.plan, input.model.dependent_speeds.size()) {
  // Which turn a thread is in follows from its slide over its pitch, which a parameter that is 0 must not divide.
  for (JointRowReals<Expr>& joint : body_.joints)
    if (real_(joint.pitch) == 0.0) joint.pitch = Expr();
  const Plan& plan = in_.compiled.plan;
  for (int i = 0; i < plan.nq; ++i) q_.push_back(coordinate_symbol(in_.model, i));
  for (int i = 0; i < plan.nv; ++i) {
    v_.push_back(speed_symbol(in_.model, i));
    a_.push_back(acceleration_symbol(in_.model, i));
  }
  qdot_.resize(q_.size());
  joint_poses<Expr>(plan, par_, q_, w_);
  world_poses(plan, w_);
  velocities<Expr>(plan, par_, v_, w_);
  accelerations<Expr>(plan, par_, v_, a_, w_);
  coordinate_rates<Expr>(plan, q_, v_, qdot_);
  read_closing();
  apply();
}

void Tracer::apply() {
  std::vector<Expr> all_q = q_, all_v = v_;
  all_q.insert(all_q.end(), closing_.q.begin(), closing_.q.end());
  all_v.insert(all_v.end(), closing_.v.begin(), closing_.v.end());
  // Once without the formulas of forces, for the energy in springs that they may name; then with them.
  const std::vector<Written> formulas = force_formulas(in_.model);
  std::vector<Expr> values(formulas.size());
  const std::span<const int> turns = in_.angles.turns;
  apply_forces<Expr>(in_.compiled.plan, forces_, turns, all_q, all_v, values, w_, applied_);
  for (std::size_t i = 0; i < formulas.size(); ++i) values[i] = meaning(formulas[i].formula);
  apply_forces<Expr>(in_.compiled.plan, forces_, turns, all_q, all_v, values, w_, applied_);
}

FramePair<Expr> Tracer::pair(int first, int second, const Transform<Expr>& X_1F, const Transform<Expr>& X_2M) const {
  return {MovingFrame<Expr>(first, motion(first), X_1F), MovingFrame<Expr>(second, motion(second), X_2M)};
}

FramePair<Expr> Tracer::joint_pair(int j) const {
  const Joint& joint = in_.model.joints[index(j)];
  return pair(joint.first, joint.second, body_.joints[index(j)].X_1F, body_.joints[index(j)].X_2M);
}

Expr Tracer::rate(const RowSet<Expr>& rows, int i) const {
  Expr sum;
  for (const RowEntry<Expr>& entry : rows.of(i)) {
    const BodyMotion<Expr> m = motion(entry.body);
    sum += along(entry, m.w, m.v);
  }
  return sum;
}

double Tracer::at_start(Expr e) const {
  return real_(substitute(e, q_, std::vector<Expr>(in_.start.begin(), in_.start.end())));
}

Expr Tracer::near_start(Expr angle, double near) const {
  // An angle of a point is taken from the half axis that is next to the start, so that its jump is far from there.
  const double half_turns = std::round(near / std::numbers::pi);
  if (angle.op() == Op::atan2) {
    const Expr y = angle.args()[0], x = angle.args()[1];
    const bool opposite = std::fmod(half_turns, 2.0) != 0.0;
    return (opposite ? atan2(-y, -x) : angle) + Expr(half_turns) * Expr::pi();
  }
  const double turns = std::round((near - at_start(angle)) / (2.0 * std::numbers::pi));
  return turns == 0.0 || !std::isfinite(turns) ? angle : angle + Expr(2.0 * turns) * Expr::pi();
}

Expr Tracer::turn_between(int first, int second) const {
  const Plan& plan = in_.compiled.plan;
  const auto turn = [&](int body) {
    return plane_angle<Expr>(plan, in_.angles.turns, q_, plan.first_q, plan.carrier[index(body)]);
  };
  return turn(second) - turn(first);
}

Expr Tracer::unwrapped(Expr wrapped, double sign, int first, int second, double near) const {
  Expr offset = substitute(wrapped, q_, std::vector<Expr>(q_.size()));
  ReadableNumbers(in_.model).tidy(offset);
  return near_start(in_quarter_turns(offset) + Expr(sign) * turn_between(first, second), near);
}

void Tracer::read_closing() {
  closing_.q.resize(in_.model.dependent_coordinates.size());
  std::size_t next = 0;
  for (std::size_t j = 0; j < in_.model.joints.size(); ++j) {
    const Joint& joint = in_.model.joints[j];
    if (!joint.closing) continue;
    read_closing_joint(static_cast<int>(j), next);
    next += words(in_.model, joint).coordinates.size();
  }
  for (int k = 0; k < closing_rows_.size(); ++k) closing_.v.push_back(rate(closing_rows_, k));
  if (std::ranges::any_of(in_.model.measures, is_closing_acceleration)) read_closing_accelerations();
}

void Tracer::read_closing_joint(int j, std::size_t first_coordinate) {
  const Joint& joint = in_.model.joints[index(j)];
  const JointWords& has = words(in_.model, joint);
  const FramePair<Expr> frames = joint_pair(j);
  const int first_row = closing_rows_.size();
  const std::span<const double> near = in_.closing_start.subspan(first_coordinate, has.coordinates.size());
  add_speed_rows<Expr>(joint.type, in_.model.planar, joint.sequence, frames, body_.joints[index(j)].pitch,
                       has.quaternion ? std::span<const double>() : near, closing_rows_);
  Expr* q = closing_.q.data() + first_coordinate;
  if (has.quaternion) {
    if (joint.type == JointType::free) {
      const Vec3<Expr> p = frames.F.R.transpose_times(frames.M.p - frames.F.p);
      for (const Expr part : {p.x, p.y, p.z}) *q++ = part;
    }
    const Quaternion<Expr> turn = relative_quaternion(frames);
    for (const Expr part : {turn.w, turn.x, turn.y, turn.z}) *q++ = part;
    return;
  }
  for (std::size_t k = 0; k < has.coordinates.size(); ++k) {
    q[k] = closing_rows_.phi[index(first_row) + k];
    if (has.coordinates[k].unit != "rad") continue;
    q[k] = in_.model.planar ? unwrapped(q[k], 1.0, joint.first, joint.second, near[k]) : near_start(q[k], near[k]);
  }
}

void Tracer::read_closing_accelerations() {
  for (int k = 0; k < closing_rows_.size(); ++k) {
    Expr sum = -closing_rows_.c[index(k)];
    for (const RowEntry<Expr>& entry : closing_rows_.of(k)) {
      const BodyAcceleration<Expr> a = body_acceleration(in_.compiled.plan, par_, w_, entry.body);
      sum += along(entry, a.angular, a.linear);
    }
    closing_.a.push_back(sum);
  }
}

std::vector<Expr> Tracer::on_speeds(std::span<const Expr> along_closing, std::vector<Force<Expr>> F_B) {
  const Plan& plan = in_.compiled.plan;
  for (int k = 0; k < closing_rows_.size(); ++k) {
    const Expr tau = along_closing[index(k)];
    if (tau.is_zero()) continue;
    for (const RowEntry<Expr>& entry : closing_rows_.of(k)) {
      const int carrier = plan.carrier[index(entry.body)];
      if (carrier != 0) F_B[index(carrier)] += on_plan_body(plan, par_, w_, entry.body, tau * entry.n, tau * entry.f);
    }
  }
  std::vector<Expr> tau(v_.size());
  generalized_force<Expr>(plan, par_, F_B, tau, w_);
  return tau;
}

std::vector<Expr> Tracer::effort() {
  const std::span<const Expr> all(applied_.effort);
  std::vector<Expr> tau = on_speeds(all.subspan(v_.size()), std::vector<Force<Expr>>(applied_.F_B.size()));
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += all[i];
  return tau;
}

std::vector<Expr> Tracer::passive() {
  const std::span<const Expr> all(applied_.along_joints);
  std::vector<Expr> tau = on_speeds(all.subspan(v_.size()), applied_.F_B);
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += all[i];
  return tau;
}

Expr Tracer::drive_multiplier(int joint, int component) const {
  for (const FormulaRow& row : in_.rows.formulas)
    if (row.origin == FormulaRow::Origin::drive && row.index == joint && row.component == component)
      return multiplier_symbol(row.name);
  return {};
}

Expr Tracer::value(std::size_t measure) {
  const Measure& m = in_.model.measures[measure];
  if (m.kind == Measure::Kind::multiplier) {
    for (const RowSource& source : in_.rows.sources) {
      const bool formula = source.kind == RowSource::Kind::formula;
      if (source.kind == RowSource::Kind::closing_joint) continue;
      if (formula && in_.rows.formulas[index(source.index)].origin == FormulaRow::Origin::drive) continue;
      if ((formula ? in_.rows.formulas[index(source.index)].index : source.index) != m.index) continue;
      return multiplier_symbol(in_.rows.names[index(source.rows[index(m.component)])]);
    }
  }
  if (m.kind == Measure::Kind::spring_length && m.order == 1) {
    const auto& ends = forces_.springs[index(m.index)].ends;
    const Vec3<Expr> d = point_position(w_, ends[1].body, ends[1].p_B) - point_position(w_, ends[0].body, ends[0].p_B);
    const Vec3<Expr> rate =
        point_velocity(w_, ends[1].body, ends[1].p_B) - point_velocity(w_, ends[0].body, ends[0].p_B);
    return dot(d, rate) / applied_.spring_length[index(m.index)];
  }
  const MeasureState<Expr> x{in_.model, in_.compiled, par_, in_.angles, q_, v_, a_, w_, applied_, &closing_, nullptr};
  const Vec3<Expr> p_B =
      m.kind == Measure::Kind::point ? par_.X_BU[index(m.index)].point(body_.measure_points[measure].p) : Vec3<Expr>{};
  const Expr e = measure_value(m, p_B, x);
  // M vdot + ... + A^T lambda = tau: a drive's effort is -lambda.
  return m.kind == Measure::Kind::joint_effort ? e - drive_multiplier(m.index, m.component) : e;
}

Expr Tracer::meaning(Expr formula) {
  std::vector<Expr> symbols, values;
  for (std::size_t i = 0; i < in_.model.measures.size(); ++i) {
    const Measure& m = in_.model.measures[i];
    if (is_reaction(m.kind) || !contains(formula, m.symbol)) continue;
    symbols.push_back(m.symbol);
    values.push_back(value(i));
  }
  // Rates of quaternion parts, which have no symbols of their own.
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const Expr symbol = Expr::symbol(q_[i].name(), SymbolKind::coordinate, 1);
    if (identical(symbol, qdot_[i]) || !contains(formula, symbol)) continue;
    symbols.push_back(symbol);
    values.push_back(qdot_[i]);
  }
  return symbols.empty() ? formula : substitute(formula, symbols, values);
}

bool Tracer::has_reactions(Expr formula) const {
  return std::ranges::any_of(in_.model.measures,
                             [&](const Measure& m) { return is_reaction(m.kind) && contains(formula, m.symbol); });
}

}  // namespace alembert
