/// The rows of all joints, drives and constraints of a mechanism. Included by body_equations.cc.
#pragma once
#include <utility>

#include "alembert/core/index.h"
#include "alembert/forms/bodies/body_equations.h"
#include "alembert/kernel/rows/measure_rows.h"

namespace alembert {

/// Writes BodyEquations::rows at a state, in the order of BodyPlan::rows.
template <Scalar S>
class BodyRowWriter {
 public:
  BodyRowWriter(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state, RowSet<S>& rows)
      : plan_(plan), model_(plan.model), par_(par), x_(state), rows_(rows), slot_(plan.model.bodies.size(), -1) {}

  void write() {
    rows_.clear();
    for (std::size_t j = 0; j < model_.joints.size(); ++j) write_joint(static_cast<int>(j));
    int formula = 0;
    const int formulas = static_cast<int>(plan_.formulas.size());
    while (formula < formulas && plan_.formulas[index(formula)].origin == FormulaRow::Origin::drive)
      write_formula(formula++);
    for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
      if (std::holds_alternative<Constraint>(model_.constraints[i]))
        write_formula(formula++);
      else
        write_geometric(i);
    }
  }

 private:
  void write_joint(int j) {
    const Joint& joint = model_.joints[index(j)];
    parts_.clear();
    add_joint_rows(joint.type, model_.planar, joint_pair(plan_, par_, x_.bodies, j), par_.joints[index(j)].pitch,
                   parts_);
    copy_parts();
  }

  void write_geometric(std::size_t i) {
    const GeometricRowReals<S>& reals = par_.constraints[i];
    const FramePair<S> pair{{reals.first, x_.bodies[index(reals.first)], reals.X_1F},
                            {reals.second, x_.bodies[index(reals.second)], reals.X_2M}};
    const S turn = model_.planar ? x_.angles[index(reals.second)] - x_.angles[index(reals.first)] : S(0.0);
    parts_.clear();
    add_geometric_rows(model_.constraints[i], model_.planar, reals, pair, x_.drives[i], turn, parts_);
    copy_parts();
  }

  /// The rows in parts_ as they are.
  void copy_parts() {
    for (int i = 0; i < parts_.size(); ++i) {
      gather(S(1.0), i);
      close(parts_.phi[index(i)], parts_.b[index(i)], parts_.c[index(i)]);
    }
  }

  /// With rows that read each variable, r_k . acc = s_k'' + c_k: sum a_k r_k . acc = c + sum a_k c_k.
  void write_formula(int f) {
    const FormulaRow& row = plan_.formulas[index(f)];
    const auto count = static_cast<std::size_t>(plan_.first_value[index(f + 1)] - plan_.first_value[index(f)]);
    const std::span<const S> values = x_.rows.subspan(index(plan_.first_value[index(f)]), count);
    S c = values[count - 1];
    for (std::size_t k = 0; k < row.variables.size(); ++k) {
      const S& coefficient = values[k];
      parts_.clear();
      const auto [part, bias] = read(row.variables[k]);
      gather(coefficient, part);
      c += coefficient * bias;
    }
    close(values[count - 3], values[count - 2], c);
  }

  /// Writes into parts_ what reads a variable; which row that is, and its c.
  std::pair<int, S> read(const RowVariable& variable) {
    switch (variable.kind) {
      case RowVariable::Kind::coordinate:
      case RowVariable::Kind::quasi_speed: {
        const MechanismCoordinate& speed = model_.speeds[index(variable.index)];
        return read_speed(speed.joint, speed.within);
      }
      case RowVariable::Kind::quaternion_part: {
        const MechanismCoordinate& coordinate = model_.coordinates[index(variable.index)];
        return read_pose(coordinate.joint, coordinate.within);
      }
      case RowVariable::Kind::measure: break;
    }
    return read_measure(variable.index);
  }

  std::pair<int, S> read_measure(int i) {
    const Measure& measure = model_.measures[index(i)];
    if (measure.kind == Measure::Kind::closing_speed) return read_speed(measure.index, measure.component);
    if (measure.kind == Measure::Kind::closing_coordinate) {
      const bool quaternion = words(model_, model_.joints[index(measure.index)]).quaternion;
      return quaternion ? read_pose(measure.index, measure.component) : read_speed(measure.index, measure.component);
    }
    const bool needs_value = measure.kind == Measure::Kind::angle || measure.kind == Measure::Kind::quaternion;
    add_measure_row(measure, x_.bodies, par_.measure_points[index(i)].p, needs_value ? x_.measures[index(i)] : S(0.0),
                    parts_);
    return {0, parts_.c[0]};
  }

  std::pair<int, S> read_speed(int joint, int within) {
    joint_speed_rows(plan_, par_, x_, joint, parts_);
    return {within, parts_.c[index(within)]};
  }

  /// A coordinate s of a joint with a quaternion has the rate s' = N v.
  struct PoseRate {
    std::vector<S> N;  ///< [speed of the joint]
    S rate_of_N_times_v{0.0};
  };

  /// Its row is N times those of the speeds, and r . acc = N (v' + c) = s'' - N' v + N c.
  std::pair<int, S> read_pose(int joint, int within) {
    joint_speed_rows(plan_, par_, x_, joint, parts_);
    const int speeds = parts_.size();
    const PoseRate pose = pose_rate(joint, within, index(speeds));
    S c = -pose.rate_of_N_times_v;
    for (int k = 0; k < speeds; ++k) {
      const S& factor = pose.N[index(k)];
      const auto first = index(parts_.first[index(k)]), end = index(parts_.first[index(k + 1)]);
      for (std::size_t i = first; i < end; ++i) {
        const RowEntry<S> entry = parts_.entries[i];
        parts_.add(entry.body, factor * entry.n, factor * entry.f);
      }
      c += factor * parts_.c[index(k)];
    }
    parts_.close(S(0.0), S(0.0), c);
    return {speeds, c};
  }

  /// Coordinates are [x, y, z,] w, x, y, z of the quaternion, speeds the angular velocity [and the velocity] in M.
  PoseRate pose_rate(int joint, int within, std::size_t speeds) const {
    const std::span<const S> q = x_.coordinates.subspan(index(plan_.first_q[index(joint)]));
    const std::span<const S> v = x_.speeds.subspan(index(plan_.first_v[index(joint)]));
    const std::size_t turn_at = speeds == 6 ? 3 : 0;
    const Quaternion<S> turn{q[turn_at], q[turn_at + 1], q[turn_at + 2], q[turn_at + 3]};
    const Vec3<S> w{v[0], v[1], v[2]};
    PoseRate result{std::vector<S>(speeds, S(0.0)), S(0.0)};
    std::vector<S>& N = result.N;
    if (index(within) < turn_at) {
      const Mat3<S> R = rotation(turn);
      const Vec3<S>& row = within == 0 ? R.r0 : (within == 1 ? R.r1 : R.r2);
      N[3] = row.x;
      N[4] = row.y;
      N[5] = row.z;
      result.rate_of_N_times_v = dot(row, cross(w, {v[3], v[4], v[5]}));
      return result;
    }
    const std::size_t part = index(within) - turn_at;
    const S one(1.0), zero(0.0);
    N[0] = component(quaternion_rate(turn, {one, zero, zero}), part);
    N[1] = component(quaternion_rate(turn, {zero, one, zero}), part);
    N[2] = component(quaternion_rate(turn, {zero, zero, one}), part);
    result.rate_of_N_times_v = component(quaternion_rate(quaternion_rate(turn, w), w), part);
    return result;
  }
  static const S& component(const Quaternion<S>& q, std::size_t i) {
    return i == 0 ? q.w : (i == 1 ? q.x : (i == 2 ? q.y : q.z));
  }

  /// Adds coefficient times row `part` of parts_ to the row that close() ends, one entry a body.
  void gather(const S& coefficient, int part) {
    for (const RowEntry<S>& e : parts_.of(part)) {
      int& slot = slot_[index(e.body)];
      if (slot < 0) {
        slot = static_cast<int>(gathered_.size());
        gathered_.push_back({e.body, {}, {}});
      }
      RowEntry<S>& sum = gathered_[index(slot)];
      sum.n += coefficient * e.n;
      sum.f += coefficient * e.f;
    }
  }
  void close(const S& phi, const S& b, const S& c) {
    for (const RowEntry<S>& e : gathered_) {
      rows_.add(e.body, e.n, e.f);
      slot_[index(e.body)] = -1;
    }
    gathered_.clear();
    rows_.close(phi, b, c);
  }

  const BodyPlan& plan_;
  const Mechanism& model_;
  const BodyParams<S>& par_;
  const BodyState<S>& x_;
  RowSet<S>& rows_;
  RowSet<S> parts_;
  std::vector<int> slot_;  ///< [body] where it stands in gathered_, -1 if it does not
  std::vector<RowEntry<S>> gathered_;
};

}  // namespace alembert
