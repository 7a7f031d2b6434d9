#include "alembert/system/reactions/load_list.h"

#include <algorithm>
#include <array>

#include "alembert/core/index.h"
#include "alembert/kernel/rows/rolling_contact.h"

namespace alembert {
namespace {

using Kind = LoadSlot::Kind;

template <class T>
bool any(const std::vector<std::optional<T>>& list) {
  return std::ranges::any_of(list, [](const std::optional<T>& x) { return x.has_value(); });
}

/// The bodies that a row given by a formula may push, ascending, without the ground.
std::vector<int> bodies_of_row(const Mechanism& model, const FormulaRow& row) {
  std::vector<int> bodies;
  const auto add_joint = [&](int joint) {
    bodies.insert(bodies.end(), {model.joints[index(joint)].first, model.joints[index(joint)].second});
  };
  for (const RowVariable& variable : row.variables) {
    switch (variable.kind) {
      case RowVariable::Kind::coordinate:
      case RowVariable::Kind::quasi_speed: add_joint(model.speeds[index(variable.index)].joint); continue;
      case RowVariable::Kind::quaternion_part: add_joint(model.coordinates[index(variable.index)].joint); continue;
      case RowVariable::Kind::measure: break;
    }
    const Measure& measure = model.measures[index(variable.index)];
    if (measure.kind == Measure::Kind::closing_coordinate || measure.kind == Measure::Kind::closing_speed)
      add_joint(measure.index);
    else if (measure.kind == Measure::Kind::spring_length)
      for (const PointOn& end : model.springs[index(measure.index)].points) bodies.push_back(end.body);
    else
      bodies.push_back(measure.index);
  }
  std::ranges::sort(bodies);
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  std::erase(bodies, 0);
  return bodies;
}

/// The body whose share of a load is added up; the ground's would not be.
int bearer(const LoadSlot& slot) { return slot.on != 0 ? slot.on : slot.from; }

}  // namespace

LoadList::LoadList(const MechanismSetup& setup) : setup_(setup), reactions_(setup) {
  reactions_.keep_parts();
  list_bodies();
  list_forces();
  list_joints();
  list_constraints();
}

int LoadList::add(const LoadSlot& slot) {
  if (bearer(slot) <= 0) return none;  // between places on the ground
  slots_.push_back(slot);
  return static_cast<int>(slots_.size()) - 1;
}

void LoadList::list_bodies() {
  const BodyParams<double>& par = params();
  const std::size_t n = setup_.model.bodies.size();
  gravity_.assign(n, none);
  inertia_.assign(n, none);
  const bool falls = dot(par.gravity, par.gravity) > 0.0;
  for (std::size_t b = 1; b < n; ++b) {
    const int body = static_cast<int>(b);
    const LoadSlot at_center{Kind::gravity, body, body, LoadSlot::nobody, body, par.center[b], false};
    const Sym3<double>& I = par.inertia[b];
    const bool turns = I.xx != 0.0 || I.yy != 0.0 || I.zz != 0.0;
    if (falls && par.mass[b] != 0.0) gravity_[b] = add(at_center);
    if (par.mass[b] == 0.0 && !turns) continue;
    inertia_[b] = add(at_center);
    slots_.back().kind = Kind::inertia;
  }
}

void LoadList::list_forces() {
  const Mechanism& model = setup_.model;
  const BodyParams<double>& par = params();
  for (std::size_t i = 0; i < model.forces.size(); ++i) {
    const int body = model.forces[i].at.body;
    const Vec3<double> at = model.forces[i].torque ? par.center[index(body)] : par.force_points[i];
    force_.push_back(add({Kind::applied, static_cast<int>(i), body, LoadSlot::nobody, body, at, false}));
  }
  for (std::size_t i = 0; i < model.springs.size(); ++i) {
    const auto& [first, second] = par.springs[i].ends;
    spring_.push_back(add({Kind::spring, static_cast<int>(i), second.body, first.body, second.body, second.p, false}));
  }
  for (std::size_t i = 0; i < model.rotational_springs.size(); ++i) {
    const RotationalSpring& spring = model.rotational_springs[i];
    LoadSlot slot{
        Kind::rotational_spring, static_cast<int>(i), spring.bodies[1], spring.bodies[0], spring.bodies[1], {}, false};
    if (spring.joint) {
      const Joint& joint = model.joints[index(*spring.joint)];
      slot.on = slot.at_body = joint.second;
      slot.from = joint.first;
      slot.at = par.joints[index(*spring.joint)].X_2M.p;
    } else {
      slot.at = par.center[index(slot.on)];
    }
    rotational_spring_.push_back(add(slot));
  }
}

void LoadList::list_joints() {
  const Mechanism& model = setup_.model;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    const auto slot = [&](bool wanted, Kind kind) {
      if (!wanted) return none;
      return add(
          {kind, static_cast<int>(j), joint.second, joint.first, joint.second, params().joints[j].X_2M.p, false});
    };
    effort_.push_back(slot(any(joint.effort) || any(joint.motion), Kind::effort));
    passive_.push_back(
        slot(any_nonzero(joint.damping) || any_nonzero(joint.stiffness) || rubs(joint) || any(joint.restitution),
             Kind::passive));
    armature_.push_back(slot(any_nonzero(joint.armature), Kind::armature));
    const bool holds = !joint_row_names(joint.type, model.planar).empty();
    reaction_.push_back(slot(holds, Kind::reaction));
  }
  for (const int joint : reactions_.plan().pushed)
    for (const Expr& armature : model.joints[index(joint)].armature)
      if (!armature.is_zero()) armature_joint_.push_back(joint);
}

void LoadList::list_constraints() {
  const Mechanism& model = setup_.model;
  const RowPlan& rows = setup_.constraints.rows;
  constraint_.resize(model.constraints.size());
  for (const RowSource& source : rows.sources) {
    if (source.kind == RowSource::Kind::closing_joint) continue;
    if (source.kind == RowSource::Kind::geometric) {
      const GeometricRowReals<double>& reals = params().constraints[index(source.index)];
      const bool rolls = std::holds_alternative<Rolling>(model.constraints[index(source.index)]);
      const int slot =
          add({Kind::constraint, source.index, reals.second, reals.first, reals.second, reals.X_2M.p, rolls});
      constraint_[index(source.index)].emplace_back(bearer(slots_[index(slot)]), slot);
      continue;
    }
    const FormulaRow& row = rows.formulas[index(source.index)];
    if (row.origin == FormulaRow::Origin::drive) continue;
    for (const int body : bodies_of_row(model, row))
      constraint_[index(row.index)].emplace_back(
          body, add({Kind::constraint, row.index, body, LoadSlot::nobody, body, params().center[index(body)], false}));
  }
}

void LoadList::at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u, In vdot,
                  std::span<double> lambda, In added) {
  const Reactions<double>& reactions = reactions_.at(dynamics, t, q, v, z, u, vdot, lambda, {}, added);
  borne_.assign(slots_.size(), {});
  loads_.resize(slots_.size());
  find_places();
  add_parts();
  add_drives(lambda);
  add_along_joints(added);
  add_armatures();
  add_constraints(lambda);
  add_inertias();
  finish();
  for (std::size_t j = 0; j < reaction_.size(); ++j) {
    if (reaction_[j] == none) continue;
    Load& load = loads_[index(reaction_[j])];
    load.force = reactions.force[j];
    load.moment = reactions.moment[j];
  }
}

void LoadList::find_places() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const LoadSlot& slot = slots_[i];
    loads_[i].place = slot.moves ? contact_point(slot.index) : motions()[index(slot.at_body)].X_W.point(slot.at);
  }
}

Vec3<double> LoadList::contact_point(int constraint) const {
  const auto& rolling = std::get<Rolling>(setup_.model.constraints[index(constraint)]);
  const GeometricRowReals<double>& reals = params().constraints[index(constraint)];
  const FramePair<double> pair{{reals.first, motions()[index(reals.first)], reals.X_1F},
                               {reals.second, motions()[index(reals.second)], reals.X_2M}};
  const auto contact =
      pairwise::rolling_contact(rolling.shape, setup_.model.planar, pair, reals.radius, reals.semiaxes);
  return pair.M.p + contact.r.x;
}

void LoadList::bear(int slot, int body, const Force<double>& F) {
  if (slot != none && body == bearer(slots_[index(slot)])) borne_[index(slot)] += F;
}

void LoadList::add_parts() {
  using Origin = AppliedPart<double>::Origin;
  for (const AppliedPart<double>& part : reactions_.equations().parts) {
    const std::vector<int>* slots = nullptr;
    switch (part.origin) {
      case Origin::gravity: slots = &gravity_; break;
      case Origin::force: slots = &force_; break;
      case Origin::spring: slots = &spring_; break;
      case Origin::rotational_spring: slots = &rotational_spring_; break;
      case Origin::effort: slots = &effort_; break;
      case Origin::passive: slots = &passive_; break;
    }
    bear((*slots)[index(part.index)], part.body, part.F);
  }
}

void LoadList::add_drives(In lambda) {
  const RowPlan& rows = setup_.constraints.rows;
  for (const RowSource& source : rows.sources) {
    if (source.kind != RowSource::Kind::formula) continue;
    const FormulaRow& row = rows.formulas[index(source.index)];
    if (row.origin != FormulaRow::Origin::drive) continue;
    const double effort = -lambda[index(source.rows.front())];
    for (const RowEntry<double>& e : reactions_.equations().rows.of(reactions_.body_row(source.rows.front())))
      bear(effort_[index(row.index)], e.body, {effort * e.n, effort * e.f});
  }
}

void LoadList::add_along_joints(In added) {
  if (added.empty()) return;
  RowSet<double> rows;
  for (std::size_t j = 0; j < passive_.size(); ++j) {
    if (passive_[j] == none) continue;
    const auto first = index(setup_.compiled.joint_v[j]);
    rows.clear();
    joint_speed_rows(reactions_.plan(), params(), reactions_.state(), static_cast<int>(j), rows);
    for (int k = 0; k < rows.size(); ++k)
      for (const RowEntry<double>& e : rows.of(k))
        bear(passive_[j], e.body, {added[first + index(k)] * e.n, added[first + index(k)] * e.f});
  }
}

void LoadList::add_armatures() {
  const RowSet<double>& rows = reactions_.equations().armature_rows;
  for (int k = 0; k < rows.size(); ++k) {
    const double force = -reactions_.armature_forces()[index(k)];
    for (const RowEntry<double>& e : rows.of(k))
      bear(armature_[index(armature_joint_[index(k)])], e.body, {force * e.n, force * e.f});
  }
}

void LoadList::add_constraints(In lambda) {
  const RowPlan& rows = setup_.constraints.rows;
  for (const RowSource& source : rows.sources) {
    if (source.kind == RowSource::Kind::closing_joint) continue;
    int constraint = source.index;
    if (source.kind == RowSource::Kind::formula) {
      const FormulaRow& row = rows.formulas[index(source.index)];
      if (row.origin == FormulaRow::Origin::drive) continue;
      constraint = row.index;
    }
    for (const int row : source.rows)
      for (const RowEntry<double>& e : reactions_.equations().rows.of(reactions_.body_row(row)))
        for (const auto& [body, slot] : constraint_[index(constraint)])
          if (body == e.body) bear(slot, body, {-lambda[index(row)] * e.n, -lambda[index(row)] * e.f});
  }
}

void LoadList::add_inertias() {
  const BodyEquations<double>& equations = reactions_.equations();
  for (std::size_t b = 1; b < inertia_.size(); ++b) {
    const BodyAcceleration<double>& a = accelerations()[b];
    const Force<double> inertial = equations.inertia[b] * Motion<double>{a.angular, a.linear};
    const Force<double>& velocity = equations.velocity[b];
    bear(inertia_[b], static_cast<int>(b), {velocity.n - inertial.n, velocity.f - inertial.f});
  }
}

void LoadList::finish() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const int body = bearer(slots_[i]);
    const Vec3<double> arm = loads_[i].place - motions()[index(body)].X_W.p;
    const double sign = body == slots_[i].on ? 1.0 : -1.0;
    loads_[i].force = sign * borne_[i].f;
    loads_[i].moment = sign * (borne_[i].n - cross(arm, borne_[i].f));
  }
}

}  // namespace alembert
