#include "alembert/analysis/assembled_start.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/evaluate.h"
#include "alembert/system/assemble.h"

namespace alembert {
namespace {

std::optional<AssembleFailure> failure_of(const Lagrangian& model, const System& system, Point& x) {
  if (system.sizes().na == 0) return {};
  AssembleOptions options;
  options.search_branches = true;
  StatedValues stated;
  for (const Coordinate& c : model.coordinates) {
    options.keep_q.push_back(c.fixed && c.states_start);
    options.keep_v.push_back(c.fixed && c.states_rate);
    stated.q.push_back(c.states_start);
    stated.v.push_back(c.states_rate);
  }
  if (auto failure = assemble_stated_positions(system, x.t, options, stated, x.q)) return failure;
  return assemble_stated_speeds(system, x.t, options, stated, x.q, x.v);
}

}  // namespace

void assemble(const Lagrangian& model, const System& system, Point& x) {
  const auto failure = failure_of(model, system, x);
  if (!failure) return;
  const auto worst = std::ranges::find(model.constraints, system.row_name(failure->row), &Constraint::name);
  throw failure_error(
      *failure, system, worst == model.constraints.end() ? Source{} : worst->row.at,
      "change `start` or `rate` of its coordinates, or leave `fixed` out; the constraints may contradict "
      "each other");
}

bool assemble_if_possible(const Lagrangian& model, const System& system, Point& x) {
  return !failure_of(model, system, x);
}

Point assembled_start(const Lagrangian& model, const System& system) {
  Point x = start_point(model);
  assemble(model, system, x);
  return x;
}

std::vector<StartChange> start_changes(const Lagrangian& model, const System& system) {
  const Point written = start_point(model), assembled = assembled_start(model, system);
  std::vector<StartChange> result;
  // Of the size of what has the same unit.
  const auto largest = [&](const std::vector<double>& values, const std::string& unit) {
    double size = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (model.coordinates[i].unit == unit) size = std::max(size, std::abs(values[i]));
    return size;
  };
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const Coordinate& c = model.coordinates[i];
    const std::string speed_unit = c.unit.empty() ? "" : c.unit + "/s";
    const StartChange start{c.name, c.unit, written.q[i], assembled.q[i], c.at};
    if (c.states_start && differs(start, largest(assembled.q, c.unit))) result.push_back(start);
    const StartChange rate{c.name + "'", speed_unit, written.v[i], assembled.v[i], c.at};
    if (c.states_rate && differs(rate, largest(assembled.v, c.unit))) result.push_back(rate);
  }
  return result;
}

}  // namespace alembert
