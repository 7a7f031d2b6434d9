#include "alembert/analysis/written_domain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "alembert/core/text.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// Every formula of the motion.
std::vector<const Written*> motion_formulas(const Lagrangian& model) {
  std::vector<const Written*> result;
  const auto add = [&](const Written& w) { result.push_back(&w); };
  const auto add_if_any = [&](const std::optional<Written>& w) {
    if (w) add(*w);
  };
  for (const auto* energy : {&model.kinetic, &model.potential, &model.lagrangian, &model.dissipation})
    add_if_any(*energy);
  std::ranges::for_each(model.work, add_if_any);
  for (const PointForce& force : model.forces) {
    std::ranges::for_each(force.at, add);
    std::ranges::for_each(force.value, add);
  }
  for (const Constraint& c : model.constraints) add(c.row);
  return result;
}

/// Whether the state says what all symbols are.
bool follows_from_state(std::span<const Expr> formulas) {
  return std::ranges::all_of(Walk(formulas), [](Expr e) {
    if (!e.is_symbol()) return true;
    return e.kind() == SymbolKind::coordinate ? e.order() <= 1 : !e.name().starts_with("lambda[");
  });
}

/// Inputs in the words of time and parameters.
Expr without_inputs(Expr formula, const Lagrangian& model) {
  std::vector<Expr> symbols, values;
  for (const Input& u : model.inputs) {
    symbols.push_back(u.symbol);
    values.push_back(u.value);
  }
  return substitute(formula, symbols, values);
}

}  // namespace

WrittenDomains::WrittenDomains(const Lagrangian& model, Of of)
    : model_(model), parameters_(parameter_numbers(model)), inputs_(model.inputs.size()) {
  const GraphScope scope(*model.graph);
  std::vector<Expr> parts;
  const auto add = [&](const Written& w, bool output) {
    if (!w.domain) return;
    const std::vector<Expr> own = w.domain->formulas();
    if (!follows_from_state(own) || !follows_from_state({&w.formula, 1})) return;
    formulas_.push_back({&w, output, *w.domain, parts.size(), {}});
    parts.insert(parts.end(), own.begin(), own.end());
  };
  for (const Written* w : motion_formulas(model)) add(*w, false);
  if (of == Of::motion_and_outputs)
    for (const Output& o : model.outputs) add(o.value, true);
  parts_ = tape_of(parts);
}

StateTape WrittenDomains::tape_of(std::span<const Expr> formulas) const {
  std::vector<Expr> list;
  for (const Expr e : formulas) list.push_back(without_inputs(e, model_));
  return {model_, parameters_, list};
}

std::span<const double> WrittenDomains::run(StateTape& tape, const Point& x) const {
  return tape.run({x.t, x.q, x.v, x.z}, inputs_);
}

std::optional<std::size_t> WrittenDomains::undefined_part(const OneFormula& f, std::span<const double> values) const {
  std::vector<std::optional<double>> own;
  for (const double x : values.subspan(f.first, f.domain.parts.size() + f.domain.scopes.size()))
    own.push_back(std::isfinite(x) ? std::optional(x) : std::nullopt);
  return f.domain.undefined_part(own);
}

/// Outputs are computed as they were read, all else after simplifying.
bool WrittenDomains::is_computed(OneFormula& f, const Point& x) {
  if (!f.computed) {
    const GraphScope scope(*model_.graph);
    f.computed = tape_of(std::array{f.output ? f.written->formula : simplify(f.written->formula)});
  }
  return std::isfinite(run(*f.computed, x)[0]);
}

bool WrittenDomains::all_defined(const Point& x) {
  if (empty()) return true;
  const std::span<const double> values = run(parts_, x);
  return std::ranges::none_of(formulas_, [&](const OneFormula& f) { return undefined_part(f, values).has_value(); });
}

std::vector<WrittenDomains::Lost> WrittenDomains::lost(const Point& x) {
  std::vector<Lost> result;
  if (empty()) return result;
  const std::span<const double> values = run(parts_, x);
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    OneFormula& f = formulas_[i];
    const std::optional<std::size_t> part = undefined_part(f, values);
    if (!part || !is_computed(f, x)) continue;
    const GraphScope scope(*model_.graph);
    const std::string name = to_text(f.domain.parts[*part].value);
    const bool infinite = std::isinf(values[f.first + *part]);
    result.push_back({i,
                      name + (infinite ? " is infinite; what is left with that is used"
                                       : " has none; what it simplifies to is used"),
                      f.written->at});
  }
  return result;
}

std::vector<Warning> undefined_as_written(const Lagrangian& model, const Point& at) {
  std::vector<Warning> result;
  for (const WrittenDomains::Lost& one : WrittenDomains(model).lost(at))
    result.push_back({"as it is written, the formula has no value at this state: " + one.part, one.at});
  return result;
}

void WrittenDomainsOfRows::look(const Point& row) {
  if (rows_++ == 0) start_ = row.t;
  for (WrittenDomains::Lost& one : domains_.lost(row)) {
    const auto known = std::ranges::find_if(first_, [&](const First& f) { return f.lost.formula == one.formula; });
    if (known == first_.end())
      first_.push_back({std::move(one), row.t, 1});
    else
      ++known->rows;
  }
}

std::vector<Warning> WrittenDomainsOfRows::warnings() const {
  std::vector<Warning> result;
  for (const auto& [lost, time, rows] : first_)
    if (time != start_)
      result.push_back({"as it is written, the formula has no value at " + std::to_string(rows) + " of " +
                            std::to_string(rows_) + " rows, first at t = " + shortest(time) + " s: " + lost.part,
                        lost.at});
  return result;
}

}  // namespace alembert
