#include "alembert/analysis/state/assembled_start.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/state/evaluate.h"
#include "alembert/system/assembly/assemble.h"

namespace alembert {
namespace {

std::optional<AssembleFailure> failure_of(const Lagrangian& model, const System& system, Point& x,
                                          const GivenValues& given) {
  if (system.sizes().na == 0) return {};
  AssembleOptions options;
  options.search_branches = true;
  StatedValues stated, said{given.q, given.v, {}};
  said.q.resize(x.q.size(), false);
  said.v.resize(x.v.size(), false);
  for (const Coordinate& c : model.coordinates) {
    options.keep_q.push_back(c.fixed && c.states_start);
    options.keep_v.push_back(c.fixed && c.states_rate);
    stated.q.push_back(c.states_start);
    stated.v.push_back(c.states_rate);
  }
  const std::vector<StatedValues> ranks = ranks_of(stated, said);
  if (auto failure = assemble_stated_positions(system, x.t, options, ranks, x.q)) return failure;
  return assemble_stated_speeds(system, x.t, options, ranks, x.q, x.v);
}

}  // namespace

void assemble(const Lagrangian& model, const System& system, Point& x, const GivenValues& given) {
  const auto failure = failure_of(model, system, x, given);
  if (!failure) return;
  const auto worst = std::ranges::find(model.constraints, system.row_name(failure->row), &Constraint::name);
  throw failure_error(
      *failure, system, worst == model.constraints.end() ? Source{} : worst->row.at,
      "change `start` or `rate` of its coordinates, or leave `fixed` out; the constraints may contradict "
      "each other");
}

bool assemble_if_possible(const Lagrangian& model, const System& system, Point& x) {
  return !failure_of(model, system, x, {});
}

Point assembled_start(const Lagrangian& model, const System& system) {
  Point x = start_point(model);
  assemble(model, system, x);
  return x;
}

std::vector<StartChange> start_changes(const Lagrangian& model, const GivenValues& given, const Point& stated,
                                       const Point& x) {
  const Point written = start_point(model);
  std::vector<StartChange> result;
  // Of the size of what has the same unit.
  const auto largest = [&](const std::vector<double>& values, const std::string& unit) {
    double size = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (model.coordinates[i].unit == unit) size = std::max(size, std::abs(values[i]));
    return size;
  };
  const auto is_given = [](const std::vector<bool>& list, std::size_t i) { return i < list.size() && list[i]; };
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const Coordinate& c = model.coordinates[i];
    const std::string speed_unit = c.unit.empty() ? "" : c.unit + "/s";
    const bool q = is_given(given.q, i), v = is_given(given.v, i);
    const StartChange start{c.name, c.unit, q ? stated.q[i] : written.q[i], x.q[i], c.at};
    if ((q || c.states_start) && differs(start, largest(x.q, c.unit))) result.push_back(start);
    const StartChange rate{c.name + "'", speed_unit, v ? stated.v[i] : written.v[i], x.v[i], c.at};
    if ((v || c.states_rate) && differs(rate, largest(x.v, c.unit))) result.push_back(rate);
  }
  return result;
}

}  // namespace alembert
