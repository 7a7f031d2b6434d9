#include "alembert/workbench/tables/columns.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "alembert/core/text.h"
#include "alembert/io/formulas/plain_name.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/energies/state_tape.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/workbench/tables/unit_words.h"

namespace alembert {

namespace {

/// The outputs of the model, by whoever computes them.
std::function<std::span<const double>(const Row&)> outputs_of(Workbench& workbench, const System& system) {
  if (workbench.mechanism() != nullptr) {
    const auto& mechanism = dynamic_cast<const MechanismSystem&>(system);
    return [&mechanism](const Row& row) { return mechanism.outputs(row.x, row.u, row.vdot); };
  }
  const Lagrangian& model = workbench.lagrangian();
  const auto& lagrange = dynamic_cast<const LagrangeSystem&>(system);
  std::vector<Expr> formulas;
  for (const Output& o : model.outputs) formulas.push_back(o.value.formula);
  const std::vector<Expr>& lambda = workbench.equations().rows.lambda;
  const auto tape = std::make_shared<StateTape>(model, parameter_numbers(model), formulas, lambda);
  return [tape, &lagrange](const Row& row) {
    return tape->run(row.x, row.u, row.vdot, lagrange.multipliers(row.x, row.u));
  };
}

/// Coordinates and speeds of closing joints; null where there are none.
std::function<std::span<const double>(const Row&)> closing_of(Workbench& workbench, const System& system) {
  if (workbench.mechanism() == nullptr || workbench.mechanism()->dependent_speeds.empty()) return nullptr;
  const auto& mechanism = dynamic_cast<const MechanismSystem&>(system);
  const auto values = std::make_shared<std::vector<double>>();
  return [&mechanism, values](const Row& row) {
    const ClosingReadings<double>& closing = mechanism.closing(row.x, row.u);
    *values = closing.q;
    values->insert(values->end(), closing.v.begin(), closing.v.end());
    return std::span<const double>(*values);
  };
}

/// Places of the bodies; null for systems without bodies.
std::function<std::span<const double>(const Row&)> bodies_of(Workbench& workbench, const System& system) {
  if (workbench.mechanism() == nullptr) return nullptr;
  const auto& mechanism = dynamic_cast<const MechanismSystem&>(system);
  return [&mechanism](const Row& row) { return mechanism.body_places(row.x, row.u); };
}

}  // namespace

void RunColumns::add(const std::string& name, const std::string& unit) {
  names_.push_back(name);
  units_.push_back(unit);
}

void RunColumns::end_group(const std::string& name, std::size_t first) {
  Group group{name, {}};
  for (std::size_t c = first; c < names_.size(); ++c) group.columns.push_back(c);
  if (!group.columns.empty()) groups_.push_back(std::move(group));
}

RunColumns::RunColumns(Workbench& workbench, const System& system, bool bodies)
    : outputs_(outputs_of(workbench, system)), closing_(closing_of(workbench, system)) {
  if (bodies) bodies_ = bodies_of(workbench, system);
  const Description& model = workbench.model();
  add("t", "s");
  const auto add_closing = [&](const std::vector<MechanismCoordinate>& list) {
    for (const MechanismCoordinate& c : list) add(c.name, std::string(c.unit));
  };
  std::size_t first = names_.size();
  const auto group = [&](const char* name) { end_group(name, std::exchange(first, names_.size())); };
  for (const Workbench::Word& c : workbench.coordinates()) add(c.name, c.unit);
  if (closing_) add_closing(workbench.mechanism()->dependent_coordinates);
  group("coordinates");
  for (const Workbench::Word& s : workbench.speeds()) add(s.name, s.unit);
  if (closing_) add_closing(workbench.mechanism()->dependent_speeds);
  if (closing_) closing_coordinates_ = workbench.mechanism()->dependent_coordinates.size();
  group("speeds");
  for (const ExtraState& s : model.states) add(s.name, "");
  group("states");
  const UnitWords units(workbench);
  for (const Output& o : model.outputs) add(o.name, units.of(o));
  group("outputs");
  if (bodies_) {
    const std::vector<BodyColumn> places = body_columns(*workbench.mechanism());
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (std::ranges::find(names_, places[k].name) != names_.end()) continue;  // a free joint's own coordinate
      recorded_.push_back(k);
      add(places[k].name, std::string(places[k].unit));
    }
  }
  // A name of the user's own goes before a column that every run has.
  const auto add_unless_taken = [&](const std::string& name, const std::string& unit) {
    const bool taken = std::ranges::find(names_, name) != names_.end();
    standard_.push_back(!taken);
    if (!taken) add(name, unit);
  };
  first = names_.size();
  add_unless_taken("kinetic", "J");
  add_unless_taken("potential", "J");
  add_unless_taken("energy", "J");
  add_unless_taken("balance", "J");
  group("energy");
  std::vector<std::string> rows;
  for (int i = 0; i < system.sizes().nc; ++i) rows.push_back(system.row_name(i));
  add_unless_taken("constraint", units.of_constraints(rows));
}

std::size_t RunColumns::find(const std::string& written) const {
  const std::string name = plain_name(written);
  const auto it = std::ranges::find(names_, name);
  if (it != names_.end()) return static_cast<std::size_t>(it - names_.begin());
  throw Error(Error::Code::unknown_name, "there is no column '" + name + "'", {}, did_you_mean(name, names_));
}

std::span<const double> RunColumns::values(const Row& row) {
  values_.assign(1, row.x.t);
  const auto append = [&](std::span<const double> list) { values_.insert(values_.end(), list.begin(), list.end()); };
  append(row.x.q);
  const std::span<const double> closing = closing_ ? closing_(row) : std::span<const double>();
  append(closing.first(closing_coordinates_));
  append(row.x.v);
  append(closing.subspan(closing_coordinates_));
  append(row.x.z);
  append(outputs_(row));
  if (bodies_) {
    const std::span<const double> places = bodies_(row);
    for (const std::size_t k : recorded_) values_.push_back(places[k]);
  }
  const std::array<double, 5> standard{row.energies.kinetic, row.energies.potential,
                                       row.energies.kinetic + row.energies.potential, row.balance, row.constraint};
  for (std::size_t k = 0; k < standard.size(); ++k)
    if (standard_[k]) values_.push_back(standard[k]);
  return values_;
}

}  // namespace alembert
