#include "alembert/workbench/report/drawn_values.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/core/index.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/system/energies/state_tape.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/workbench/report/report_frames.h"

namespace alembert {

DrawnValues::DrawnValues(const Lagrangian& model, const System& system, const ReportRows& rows)
    : frames_(rows.frames()) {
  const GraphScope scope(*model.graph);
  for (const DrawnElement& element : model.drawing) {
    first_point_.push_back(formulas_.size());
    for (const DrawnPoint& p : element.points) add(p, 2);
    first_axis_.push_back(element.axis ? add(*element.axis, 2) : 0);
    first_angle_.push_back(formulas_.size());
    if (element.angle)
      formulas_.insert(formulas_.end(), {element.angle->formula, time_derivative(element.angle->formula)});
  }
  for (const PointForce& force : model.forces) {
    first_force_.push_back(add(force.at, 0));
    add(force.value, 0);
  }
  evaluate(model, system, rows);
}

/// A vector and so many of its time derivatives; components that are not written are zero.
std::size_t DrawnValues::add(const std::vector<Written>& components, int orders) {
  const std::size_t first = formulas_.size();
  for (int order = 0; order <= orders; ++order)
    for (std::size_t k = 0; k < 3; ++k) {
      const bool written = k < components.size();
      if (order == 0)
        formulas_.push_back(written ? components[k].formula : Expr());
      else
        formulas_.push_back(written ? time_derivative(formulas_[formulas_.size() - 3]) : Expr());
    }
  return first;
}

void DrawnValues::evaluate(const Lagrangian& model, const System& system, const ReportRows& rows) {
  const std::vector<double> parameters = parameter_numbers(model);
  StateTape tape(model, parameters, formulas_);
  const Sizes sizes = system.sizes();
  const RowParts parts(sizes, 0, 0);
  const HybridSystem hybrid(system);  // holds comparisons as the state has them
  std::vector<double> q, v, u(index(sizes.nu)), vdot(index(sizes.nv)), found(vdot), zdot(index(sizes.nz));
  for (std::size_t i = 0; i < frames_; ++i) {
    const std::span<const double> row = rows.frame(i);
    const auto part = [&](std::size_t begin, std::size_t end) { return row.subspan(begin, end - begin); };
    q.assign(part(parts.q, parts.v).begin(), part(parts.q, parts.v).end());
    v.assign(part(parts.v, parts.z).begin(), part(parts.v, parts.z).end());
    const State x{row.front(), q, v, part(parts.z, parts.end)};
    const bool decided = !hybrid.needed() || hybrid.begin(x.t, q, v, x.z).good();
    system.inputs(x.t, u);
    if (decided && system.accelerate(x, u, found, zdot, {}).good()) vdot = found;
    const std::span<const double> values = tape.run(x, u, vdot);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double before = i > 0 ? values_[(i - 1) * values.size() + k] : 0.0;
      values_.push_back(std::isfinite(values[k]) ? values[k] : before);
    }
  }
}

Vec3<double> DrawnValues::vector(std::size_t first, std::size_t frame) const {
  const double* at = values_.data() + frame * formulas_.size() + first;
  return {at[0], at[1], at[2]};
}

DrawnMotion DrawnValues::point(std::size_t element, std::size_t point, std::size_t frame) const {
  const std::size_t first = first_point_[element] + 9 * point;
  return {vector(first, frame), vector(first + 3, frame), vector(first + 6, frame)};
}

DrawnMotion DrawnValues::axis(std::size_t element, std::size_t frame) const {
  const std::size_t first = first_axis_[element];
  return {vector(first, frame), vector(first + 3, frame), vector(first + 6, frame)};
}

double DrawnValues::angle(std::size_t element, std::size_t frame) const {
  return values_[frame * formulas_.size() + first_angle_[element]];
}

double DrawnValues::angle_rate(std::size_t element, std::size_t frame) const {
  return values_[frame * formulas_.size() + first_angle_[element] + 1];
}

Vec3<double> DrawnValues::force_point(std::size_t force, std::size_t frame) const {
  return vector(first_force_[force], frame);
}

Vec3<double> DrawnValues::force(std::size_t force, std::size_t frame) const {
  return vector(first_force_[force] + 3, frame);
}

}  // namespace alembert
