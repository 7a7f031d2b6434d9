#include "alembert/analysis/state/written_domain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>

#include "alembert/core/text.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"
#include "alembert/system/energies/state_tape.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {
namespace {

using Formulas = std::vector<Written>;

/// What every kind of model has.
void append_shared(const Description& model, Formulas& result) {
  for (const Input& u : model.inputs) result.push_back({u.value, u.at, u.domain});
  for (const ExtraState& s : model.states) result.push_back({s.rate, s.at, s.domain});
}

/// Every formula of the motion of which the value itself shows in what is computed.
Formulas motion_formulas(const Lagrangian& model) {
  Formulas result;
  const auto add = [&](const Written& w) { result.push_back(w); };
  const auto add_if_any = [&](const std::optional<Written>& w) {
    if (w) add(*w);
  };
  for (const auto* energy : {&model.kinetic, &model.potential, &model.lagrangian}) add_if_any(*energy);
  std::ranges::for_each(model.work, add_if_any);
  for (const PointForce& force : model.forces) {
    std::ranges::for_each(force.at, add);
    std::ranges::for_each(force.value, add);
  }
  for (const Constraint& c : model.constraints) add(c.row);
  return result;
}

Formulas motion_formulas(const Mechanism& model) {
  Formulas result;
  const auto add_if_any = [&](const std::optional<Written>& w) {
    if (w) result.push_back(*w);
  };
  for (const Joint& joint : model.joints) {
    std::ranges::for_each(joint.effort, add_if_any);
    std::ranges::for_each(joint.motion, add_if_any);
  }
  for (const BodyForce& force : model.forces)
    for (const Written& w : force.value) result.push_back(w);
  for (const Spring& spring : model.springs) add_if_any(spring.actuator);
  for (const RotationalSpring& spring : model.rotational_springs) add_if_any(spring.actuator);
  for (const auto& c : model.constraints)
    if (const auto* formula = std::get_if<Constraint>(&c)) result.push_back(formula->row);
  return result;
}

Formulas outputs(const Description& model) {
  Formulas result;
  for (const Output& o : model.outputs) result.push_back(o.value);
  return result;
}

/// Formulas of which nobody sees the value: of a dissipation only the slopes, of `until` only where it crosses zero.
Formulas unseen(const Description& model) {
  Formulas result;
  if (model.simulate.until) result.push_back(*model.simulate.until);
  return result;
}
Formulas unseen(const Lagrangian& model) {
  Formulas result = unseen(static_cast<const Description&>(model));
  if (model.dissipation) result.push_back(*model.dissipation);
  return result;
}

/// Whether a state says what a coordinate or a rate is.
bool is_of_state(Expr coordinate) { return coordinate.order() <= 1; }

/// The same of a mechanism: reactions and accelerations need more, and so does what occurs only where it folded away.
bool is_of_state(Expr coordinate, const MechanismSetup& setup) {
  using Found = MotionIndex::Kind;
  const auto& measures = setup.model.measures;
  const auto measure =
      std::ranges::find_if(measures, [&](const Measure& m) { return identical(m.symbol, coordinate); });
  if (measure == measures.end()) {
    const Found kind = setup.motion.find(coordinate.name(), coordinate.order()).kind;
    return kind != Found::acceleration && kind != Found::unknown;
  }
  const bool is_force = measure->kind == Measure::Kind::joint_effort || measure->kind >= Measure::Kind::joint_force;
  const int most = measure->kind == Measure::Kind::angular_velocity ? 0 : 1;
  return !is_force && measure->order <= most;
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

void WrittenDomains::keep(std::span<const Written> formulas, Kept how, const std::function<bool(Expr)>& is_known,
                          std::vector<Expr>& parts) {
  for (const Written& w : formulas) {
    if (!w.domain) continue;
    std::vector<Expr> own = w.domain->formulas();
    own.push_back(w.formula);
    const bool follows = std::ranges::all_of(Walk(own), [&](Expr e) {
      if (!e.is_symbol()) return true;
      return e.kind() == SymbolKind::coordinate ? is_known(e) : !e.name().starts_with("lambda[");
    });
    if (!follows) continue;
    formulas_.push_back({w, how, parts.size(), {}});
    parts.insert(parts.end(), own.begin(), own.end() - 1);
  }
}

WrittenDomains::WrittenDomains(const Lagrangian& model, Of of) : model_(model) {
  const GraphScope scope(*model.graph);
  compile_ = [&model](std::span<const Expr> formulas) -> AtState {
    std::vector<Expr> list;
    for (const Expr e : formulas) list.push_back(without_inputs(e, model));
    return [tape = StateTape(model, parameter_numbers(model), list),
            inputs = std::vector<double>(model.inputs.size())](const Point& x) mutable {
      const std::span<const double> values = tape.run({x.t, x.q, x.v, x.z}, inputs);
      return std::vector<double>(values.begin(), values.end());
    };
  };
  std::vector<Expr> parts;
  const auto is_known = [](Expr coordinate) { return is_of_state(coordinate); };
  Formulas shared;
  append_shared(model, shared);
  keep(motion_formulas(model), Kept::simplified, is_known, parts);
  keep(shared, Kept::as_read, is_known, parts);
  if (of == Of::motion_and_outputs) {
    keep(unseen(model), Kept::unseen, is_known, parts);
    keep(outputs(model), Kept::as_read, is_known, parts);
  }
  if (!empty()) parts_ = compile_(parts);
}

WrittenDomains::WrittenDomains(const MechanismSetup& setup) : model_(setup.model) {
  const GraphScope scope(*setup.model.graph);
  // A mechanism that has the formulas as its outputs.
  struct Probe {
    MechanismSetup setup;
    std::optional<MechanismSystem> system;
  };
  compile_ = [&setup](std::span<const Expr> formulas) -> AtState {
    const auto probe = std::make_shared<Probe>(Probe{setup, {}});
    probe->setup.output_program = FormulaProgram(setup.model, setup.motion, formulas);
    probe->system.emplace(probe->setup);
    return [probe](const Point& x) {
      const Sizes sizes = probe->system->sizes();
      std::vector<double> u(static_cast<std::size_t>(sizes.nu)), vdot(static_cast<std::size_t>(sizes.nv));
      probe->system->inputs(x.t, u);
      const std::span<const double> values = probe->system->outputs({x.t, x.q, x.v, x.z}, u, vdot);
      return std::vector<double>(values.begin(), values.end());
    };
  };
  std::vector<Expr> parts;
  const auto is_known = [&](Expr coordinate) { return is_of_state(coordinate, setup); };
  Formulas all = motion_formulas(setup.model);
  append_shared(setup.model, all);
  for (Written& output : outputs(setup.model)) all.push_back(std::move(output));
  keep(all, Kept::as_read, is_known, parts);
  keep(unseen(setup.model), Kept::unseen, is_known, parts);
  if (!empty()) parts_ = compile_(parts);
}

std::optional<std::size_t> WrittenDomains::undefined_part(const OneFormula& f, std::span<const double> values) {
  const Domain& domain = *f.written.domain;
  std::vector<std::optional<double>> own;
  for (const double x : values.subspan(f.first, domain.parts.size() + domain.scopes.size()))
    own.push_back(std::isfinite(x) ? std::optional(x) : std::nullopt);
  return domain.undefined_part(own);
}

/// Formulas of energies are simplified, all others computed as they were read.
bool WrittenDomains::is_computed(OneFormula& f, const Point& x) {
  if (!f.computed) {
    const GraphScope scope(*model_.graph);
    f.computed = compile_(std::array{f.kept == Kept::simplified ? simplify(f.written.formula) : f.written.formula});
  }
  return std::isfinite(f.computed(x)[0]);
}

bool WrittenDomains::all_defined(const Point& x) {
  if (empty()) return true;
  const std::vector<double> values = parts_(x);
  return std::ranges::none_of(formulas_, [&](const OneFormula& f) { return undefined_part(f, values).has_value(); });
}

std::vector<WrittenDomains::Lost> WrittenDomains::lost(const Point& x) {
  std::vector<Lost> result;
  if (empty()) return result;
  const std::vector<double> values = parts_(x);
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    OneFormula& f = formulas_[i];
    const std::optional<std::size_t> part = undefined_part(f, values);
    if (!part || (f.kept != Kept::unseen && !is_computed(f, x))) continue;
    const GraphScope scope(*model_.graph);
    const std::string name = to_text(f.written.domain->parts[*part].value);
    const bool infinite = std::isinf(values[f.first + *part]);
    const char* used = !is_computed(f, x) ? " has none, and nothing is read from it"
                       : infinite         ? " is infinite; what is left with that is used"
                                          : " has none; what it simplifies to is used";
    result.push_back({i, name + used, f.written.at});
  }
  return result;
}

std::vector<Warning> undefined_as_written(WrittenDomains&& domains, const Point& at) {
  std::vector<Warning> result;
  for (const WrittenDomains::Lost& one : domains.lost(at))
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
