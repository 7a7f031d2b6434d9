#include "alembert/system/constraints/formula_row_parts.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/kernel/rows/measure_rows.h"
#include "alembert/scalar/dual.h"

namespace alembert {
namespace {

/// Measures in the formulas, and those that rows are functions of: the formulas need not hold them, their parts do.
std::vector<int> needed_measures(const ConstraintSetup& setup) {
  std::vector<int> needed = setup.formula_program.measures();
  for (const FormulaRow& row : setup.rows.formulas)
    for (const RowVariable& variable : row.variables)
      if (variable.kind == RowVariable::Kind::measure) needed.push_back(variable.index);
  std::ranges::sort(needed);
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  return needed;
}

}  // namespace

template <Scalar S>
FormulaRowParts<S>::FormulaRowParts(const Mechanism& model, const Compiled& compiled, const Params<S>& par,
                                    const PlaneAngles& angles, const ConstraintSetup& setup, const NumberReals& real,
                                    const BodyParams<S>& bodies)
    : model_(&model),
      compiled_(&compiled),
      par_(&par),
      angles_(&angles),
      setup_(&setup),
      machine_(setup.formula_program, real.parameters()),
      needed_(needed_measures(setup)),
      measure_points_(bodies.measure_points),
      measures_(model.measures.size(), S(0.0)),
      qdot_(model.coordinates.size(), S(0.0)) {}

template <Scalar S>
void FormulaRowParts<S>::evaluate(const S& t, In q, In v, const Workspace<S>& w, const ClosingJoints<S>& closing) {
  closing_ = &closing;
  q_ = q;
  v_ = v;
  const MeasureState<S> x{*model_, *compiled_, *par_, *angles_, q, v, {}, w, no_forces_, &closing.readings(), nullptr};
  for (const int i : needed_) measures_[index(i)] = measure(i, x);
  if (setup_->formula_program.needs(FormulaInput::From::qdot))
    coordinate_rates<S>(compiled_->plan, q, v, std::span<S>(qdot_));
  FormulaState<S> state;
  state.t = t;
  state.q = q;
  state.v = v;
  state.qdot = qdot_;
  state.measures = measures_;
  values_ = machine_.run(state);
}

template <Scalar S>
S FormulaRowParts<S>::measure(int i, const MeasureState<S>& x) const {
  const Measure& m = model_->measures[index(i)];
  switch (m.kind) {
    case Measure::Kind::point:
      return measure_value(m, par_->X_BU[index(m.index)].point(measure_points_[index(i)].p), x);
    default: return measure_value(m, Vec3<S>{}, x);
  }
}

template <Scalar S>
void FormulaRowParts<S>::write(int f, std::span<const BodyMotion<S>> motions, RowSet<S>& rows) {
  const FormulaRow& row = setup_->rows.formulas[index(f)];
  const std::size_t count = row.variables.size();
  const In values = values_.subspan(index(setup_->first_value[index(f)]), count + 3);
  speeds_.clear();
  S c = values[count + 2];
  for (std::size_t k = 0; k < count; ++k) {
    const int i = row.variables[k].index;
    switch (row.variables[k].kind) {
      case RowVariable::Kind::coordinate:
      case RowVariable::Kind::quasi_speed: speeds_.emplace_back(i, values[k]); break;
      case RowVariable::Kind::quaternion_part: c += add_pose(model_->coordinates[index(i)], values[k]); break;
      case RowVariable::Kind::measure: c += add_measure(i, values[k], motions, rows); break;
    }
  }
  rows.close(values[count] - S(setup_->start_value[index(f)]), values[count + 1], c);
}

template <Scalar S>
S FormulaRowParts<S>::add_pose(const MechanismCoordinate& coordinate, const S& factor) {
  const auto joint = index(coordinate.joint);
  const bool free = model_->joints[joint].type == JointType::free;
  const int first_v = compiled_->joint_v[joint];
  const PoseRate<S> pose =
      pose_rate<S>(free, q_.subspan(index(compiled_->joint_q[joint])), v_.subspan(index(first_v)), coordinate.within);
  for (int k = 0; k < pose.speeds; ++k) speeds_.emplace_back(first_v + k, factor * pose.N[index(k)]);
  return -(factor * pose.bias);
}

template <Scalar S>
S FormulaRowParts<S>::add_closing(const Measure& measure, const S& factor, RowSet<S>& rows) {
  const Joint& joint = model_->joints[index(measure.index)];
  const int first = compiled_->joint_v[index(measure.index)] - compiled_->plan.nv;
  if (measure.kind == Measure::Kind::closing_speed || !words(*model_, joint).quaternion)
    return add_scaled(closing_->rows(), first + measure.component, factor, rows);
  const ClosingReadings<S>& readings = closing_->readings();
  const auto first_q = index(compiled_->joint_q[index(measure.index)] - compiled_->plan.nq);
  const PoseRate<S> pose = pose_rate<S>(joint.type == JointType::free, In(readings.q).subspan(first_q),
                                        In(readings.v).subspan(index(first)), measure.component);
  S c = -(factor * pose.bias);
  for (int k = 0; k < pose.speeds; ++k) c += add_scaled(closing_->rows(), first + k, factor * pose.N[index(k)], rows);
  return c;
}

template <Scalar S>
S FormulaRowParts<S>::add_measure(int i, const S& factor, std::span<const BodyMotion<S>> motions, RowSet<S>& rows) {
  const Measure& m = model_->measures[index(i)];
  if (m.kind == Measure::Kind::closing_coordinate || m.kind == Measure::Kind::closing_speed)
    return add_closing(m, factor, rows);
  part_.clear();
  add_measure_row<S>(m, motions, measure_points_[index(i)].p, measures_[index(i)], part_);
  return add_scaled(part_, 0, factor, rows);
}

template <Scalar S>
S FormulaRowParts<S>::add_scaled(const RowSet<S>& from, int row, const S& factor, RowSet<S>& to) {
  for (const RowEntry<S>& e : from.of(row)) to.add(e.body, factor * e.n, factor * e.f);
  return factor * from.c[index(row)];
}

template class FormulaRowParts<double>;
template class FormulaRowParts<Dual<8>>;

}  // namespace alembert
