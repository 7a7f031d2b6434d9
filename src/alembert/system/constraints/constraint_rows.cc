#include "alembert/system/constraints/constraint_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/core/index.h"
#include "alembert/kernel/rows/entry_rates.h"
#include "alembert/scalar/value_of.h"

namespace alembert {
namespace {

template <Scalar S>
BodyParams<S> frame_params(const Mechanism& model, const BodyFrameChoices& choices, const NumberReals& real) {
  const GraphScope scope(*model.graph);
  StartLengths unused;
  unused.springs.assign(model.springs.size(), 0.0);
  unused.angles.assign(model.rotational_springs.size(), 0.0);
  return number_body_params<S>(model, choices, BodyReference::frame, real, unused);
}

/// How far from the origin of each body's frame its joints, constraints and measured points are.
template <Scalar S>
std::vector<double> reaches(const Mechanism& model, const BodyParams<S>& bodies, const NumberReals& real) {
  std::vector<double> reach(model.bodies.size(), 0.0);
  const auto look = [&](int body, double distance) {
    if (std::isfinite(distance)) reach[index(body)] = std::max(reach[index(body)], distance);
  };
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    look(model.joints[j].first, value_of(norm(bodies.joints[j].X_1F.p)));
    look(model.joints[j].second, value_of(norm(bodies.joints[j].X_2M.p)));
  }
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    if (std::holds_alternative<Constraint>(model.constraints[i])) continue;
    look(bodies.constraints[i].first, value_of(norm(bodies.constraints[i].X_1F.p)));
    look(bodies.constraints[i].second, value_of(norm(bodies.constraints[i].X_2M.p)));
  }
  for (const Measure& m : model.measures)
    if (m.kind == Measure::Kind::point) look(m.index, norm(Vec3<double>{real(m.p.x), real(m.p.y), real(m.p.z)}));
  return reach;
}

/// Where a speed stands among those that a row holds.
std::size_t slot_of(std::span<const int> held_speeds, int speed) {
  return static_cast<std::size_t>(std::ranges::lower_bound(held_speeds, speed) - held_speeds.begin());
}

}  // namespace

template <Scalar S>
ConstraintRows<S>::ConstraintRows(const Mechanism& model, const Compiled& compiled, const Params<S>& par,
                                  const ConstraintSetup& setup, const NumberReals& real,
                                  const BodyFrameChoices& choices, const PlaneAngles& angles)
    : ConstraintRows(model, compiled, par, setup, real, angles, frame_params<S>(model, choices, real)) {}

template <Scalar S>
ConstraintRows<S>::ConstraintRows(const Mechanism& model, const Compiled& compiled, const Params<S>& par,
                                  const ConstraintSetup& setup, const NumberReals& real, const PlaneAngles& angles,
                                  const BodyParams<S>& bodies)
    : model_(&model),
      compiled_(&compiled),
      par_(&par),
      setup_(&setup),
      angles_(&angles),
      geometry_(bodies.constraints),
      reach_(reaches(model, bodies, real)),
      layout_(setup.rows, compiled.plan),
      closing_(model, compiled, par, bodies, setup.closing_start),
      formulas_(model, compiled, par, angles, setup, real, bodies),
      lengths_(setup.length_program, real.parameters()),
      first_{0},
      phi_(index(setup.rows.size()), S(0.0)),
      b_(phi_),
      c_(phi_) {
  for (int i = 0; i < setup.rows.size(); ++i) {
    const std::vector<int>& columns = source(i).columns;
    columns_.insert(columns_.end(), columns.begin(), columns.end());
    first_.push_back(static_cast<int>(columns_.size()));
  }
  A_.assign(columns_.size(), S(0.0));
  if (!setup.rows.formulas.empty()) motions_.resize(model.bodies.size());
}

template <Scalar S>
void ConstraintRows<S>::at(const S& t, In q, In v, Workspace<S>& w, bool with_accelerations, bool moving) {
  evaluate_formulas(t, q, v, w, moving);
  if (with_accelerations) accelerations<S>(compiled_->plan, *par_, v, {}, w);
  for (int s = 0; s < layout_.size(); ++s) {
    write(s, q, w, with_accelerations);
    to_speeds(s, w, with_accelerations);
  }
}

template <Scalar S>
void ConstraintRows<S>::write(int source, In q, const Workspace<S>& w, bool accelerations) {
  hold(source, w, accelerations);
  set_.clear();
  switch (layout_.source(source).kind) {
    case RowSource::Kind::closing_joint: return write_closing_joint(source);
    case RowSource::Kind::formula: return write_formula(source);
    case RowSource::Kind::geometric: return write_geometric(source, q);
  }
}

template <Scalar S>
std::vector<double> ConstraintRows<S>::sizes(In q, std::span<const double> units, const Workspace<S>& w) {
  std::vector<double> result(phi_.size(), 0.0), terms;
  const auto length = [](const Vec3<S>& x) { return value_of(norm(x)); };
  for (int s = 0; s < layout_.size(); ++s) {
    write(s, q, w, false);
    const std::span<const int> rows = layout_.rows(s);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::span<const int> held_speeds = columns(rows[k]);
      terms.assign(held_speeds.size(), 0.0);
      for (const RowEntry<S>& entry : set_.of(static_cast<int>(k))) {
        const std::size_t path = layout_.path_of(s, entry.body);
        for (const RowLayout::Step& step : layout_.steps(s, path)) {
          const Motion<S> unit =
              speed_motion(compiled_->plan, *par_, w, held_[path].motion.X_W.p, step.body, step.within);
          terms[index(step.slot)] += (length(entry.n) + reach_[index(entry.body)] * length(entry.f)) * length(unit.w) +
                                     length(entry.f) * length(unit.v);
        }
      }
      if (layout_.source(s).kind == RowSource::Kind::formula)
        for (const auto& [speed, factor] : formulas_.speeds())
          terms[slot_of(held_speeds, speed)] += std::abs(value_of(factor));
      double square = 0.0;
      for (std::size_t j = 0; j < terms.size(); ++j) square += std::pow(terms[j] * units[index(held_speeds[j])], 2);
      result[index(rows[k])] = std::sqrt(square);
    }
  }
  return result;
}

template <Scalar S>
std::vector<double> ConstraintRows<S>::floors(In q, const Workspace<S>& w) {
  constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
  std::vector<double> result(phi_.size(), 0.0);
  for (int s = 0; s < layout_.size(); ++s) {
    write(s, q, w, false);
    const std::span<const int> rows = layout_.rows(s);
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (const RowEntry<S>& entry : set_.of(static_cast<int>(k)))
        result[index(rows[k])] +=
            rounding * value_of(norm(entry.f)) * value_of(norm(held_[layout_.path_of(s, entry.body)].motion.X_W.p));
  }
  return result;
}

template <Scalar S>
void ConstraintRows<S>::evaluate_formulas(const S& t, In q, In v, const Workspace<S>& w, bool moving) {
  if (!setup_->rows.formulas.empty()) {
    closing_.read(value_of(t), w, moving);
    formulas_.evaluate(t, q, v, w, closing_);
  }
  FormulaState<S> state;
  state.t = t;
  length_values_ = lengths_.outputs() == 0 ? In() : lengths_.run(state);
}

template <Scalar S>
void ConstraintRows<S>::hold(int source, const Workspace<S>& w, bool accelerations) {
  const std::span<const RowLayout::Path> paths = layout_.paths(source);
  held_.resize(paths.size());
  for (std::size_t k = 0; k < paths.size(); ++k) {
    held_[k].motion = body_motion(compiled_->plan, *par_, w, paths[k].body);
    if (accelerations) held_[k].acceleration = body_acceleration(compiled_->plan, *par_, w, paths[k].body);
  }
}

template <Scalar S>
void ConstraintRows<S>::write_closing_joint(int source) {
  const ClosingJoint<S>& joint = closing_.joints()[index(source)];  // closing joints are the first sources
  const FramePair<S> frames{{joint.first, motion(source, joint.first), joint.reals.X_1F},
                            {joint.second, motion(source, joint.second), joint.reals.X_2M}};
  add_joint_rows<S>(joint.type, model_->planar, frames, joint.reals.pitch, set_);
}

template <Scalar S>
void ConstraintRows<S>::write_formula(int source) {
  const std::span<const RowLayout::Path> paths = layout_.paths(source);
  for (std::size_t k = 0; k < paths.size(); ++k) motions_[index(paths[k].body)] = held_[k].motion;
  formulas_.write(layout_.source(source).index, motions_, set_);
}

template <Scalar S>
void ConstraintRows<S>::write_geometric(int source, In q) {
  const auto i = index(layout_.source(source).index);
  const MechanismConstraint& constraint = model_->constraints[i];
  const GeometricRowReals<S>& reals = geometry_[i];
  const FramePair<S> frames{{reals.first, motion(source, reals.first), reals.X_1F},
                            {reals.second, motion(source, reals.second), reals.X_2M}};
  RowDrive<S> drive;
  if (const int at = setup_->length_of[i]; at >= 0)
    drive = {length_values_[index(at)], length_values_[index(at + 1)], length_values_[index(at + 2)]};
  drive.value += S(setup_->rack_start[i]);
  const bool counts = model_->planar && std::holds_alternative<Rack>(constraint);
  const S turn = counts ? plane_turn(reals.first, reals.second, q) : S(0.0);
  add_geometric_rows<S>(constraint, model_->planar, reals, frames, drive, turn, set_);
}

/// The angle of a body of a planar model relative to another: the sum of the joints' angles between them.
template <Scalar S>
S ConstraintRows<S>::plane_turn(int first, int second, In q) const {
  const Plan& plan = compiled_->plan;
  const auto angle = [&](int body) {
    return S(angles_->zero[index(body)]) +
           plane_angle<S>(plan, angles_->turns, q, plan.first_q, plan.carrier[index(body)]);
  };
  return angle(second) - angle(first);
}

template <Scalar S>
void ConstraintRows<S>::to_speeds(int source, const Workspace<S>& w, bool accelerations) {
  const std::span<const int> rows = layout_.rows(source);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto to = index(rows[k]);
    phi_[to] = set_.phi[k];
    b_[to] = set_.b[k];
    c_[to] = set_.c[k];
    const std::span<S> row = std::span<S>(A_).subspan(begin(rows[k]), begin(rows[k] + 1) - begin(rows[k]));
    std::ranges::fill(row, S(0.0));
    for (const RowEntry<S>& entry : set_.of(static_cast<int>(k))) {
      const std::size_t path = layout_.path_of(source, entry.body);
      const Held& held = held_[path];
      add_entry(source, path, entry, held.motion.X_W.p, w, row);
      if (accelerations) c_[to] -= rate_along(entry, held.acceleration.angular, held.acceleration.linear);
    }
    const bool formula = layout_.source(source).kind == RowSource::Kind::formula;
    if (!setup_->vanishing.empty() && setup_->vanishing[to]) {
      // What is left of it is rounding, of its right sides too, unless a formula asks for something in time.
      std::ranges::fill(row, S(0.0));
      if (!formula || !setup_->in_time[index(layout_.source(source).index)]) b_[to] = c_[to] = S(0.0);
      continue;
    }
    if (!formula) continue;
    const std::span<const int> held_speeds = columns(rows[k]);
    for (const auto& [speed, factor] : formulas_.speeds()) row[slot_of(held_speeds, speed)] += factor;
  }
}

/// Adds what an entry gives for each speed of its path.
template <Scalar S>
void ConstraintRows<S>::add_entry(int source, std::size_t path, const RowEntry<S>& entry, const Vec3<S>& p_W,
                                  const Workspace<S>& w, std::span<S> row) const {
  for (const RowLayout::Step& step : layout_.steps(source, path))
    row[index(step.slot)] += speed_coefficient(compiled_->plan, *par_, w, entry, p_W, step.body, step.within);
}

template <Scalar S>
std::vector<std::pair<int, S>> ConstraintRows<S>::closing_row(int speed, const Workspace<S>& w) const {
  const auto after = std::ranges::upper_bound(closing_.joints(), speed, {}, &ClosingJoint<S>::first_v);
  const int source = static_cast<int>(after - closing_.joints().begin()) - 1;
  const std::vector<int>& held_speeds = setup_->rows.sources[index(source)].columns;
  std::vector<S> row(held_speeds.size(), S(0.0));
  for (const RowEntry<S>& entry : closing_.rows().of(speed)) {
    const Vec3<S> p_W = body_motion(compiled_->plan, *par_, w, entry.body).X_W.p;
    add_entry(source, layout_.path_of(source, entry.body), entry, p_W, w, row);
  }
  std::vector<std::pair<int, S>> result;
  for (std::size_t k = 0; k < row.size(); ++k) result.emplace_back(held_speeds[k], row[k]);
  return result;
}

template class ConstraintRows<double>;
template class ConstraintRows<Dual<8>>;

}  // namespace alembert
