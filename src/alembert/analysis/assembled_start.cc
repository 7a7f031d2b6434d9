#include "alembert/analysis/assembled_start.h"

#include <algorithm>

#include "alembert/analysis/evaluate.h"
#include "alembert/system/assemble.h"

namespace alembert {
namespace {

std::optional<AssembleFailure> failure_of(const Lagrangian& model, const System& system, Point& x) {
  if (system.sizes().na == 0) return {};
  AssembleOptions options;
  options.search_branches = true;
  for (const Coordinate& c : model.coordinates) {
    options.keep_q.push_back(c.keeps_start);
    options.keep_v.push_back(c.keeps_rate);
  }
  return assemble(system, x.t, options, x.q, x.v);
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

}  // namespace alembert
