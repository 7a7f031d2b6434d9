#include "alembert/workbench/columns.h"

#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/system/mechanism_system.h"

namespace alembert {

Columns::Columns(const Workbench& workbench, Outputs outputs, Outputs closing, Outputs bodies)
    : outputs_(std::move(outputs)), closing_(std::move(closing)), bodies_(std::move(bodies)) {
  const Description& model = workbench.model();
  const auto add = [&](const std::string& name, const std::string& unit) {
    names_.push_back(name);
    units_.push_back(unit);
  };
  add("t", "s");
  const auto add_closing = [&](const std::vector<MechanismCoordinate>& list) {
    for (const MechanismCoordinate& c : list) add(c.name, std::string(c.unit));
  };
  for (const Workbench::Word& c : workbench.coordinates()) add(c.name, c.unit);
  if (closing_) add_closing(workbench.mechanism()->dependent_coordinates);
  for (const Workbench::Word& s : workbench.speeds()) add(s.name, s.unit);
  if (closing_) add_closing(workbench.mechanism()->dependent_speeds);
  if (closing_) closing_coordinates_ = workbench.mechanism()->dependent_coordinates.size();
  for (const ExtraState& s : model.states) add(s.name, "");
  for (const Output& o : model.outputs) add(o.name, "");
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
  add_unless_taken("kinetic", "J");
  add_unless_taken("potential", "J");
  add_unless_taken("energy", "J");
  add_unless_taken("constraint", "");
}

std::size_t Columns::find(const std::string& name) const {
  const auto it = std::ranges::find(names_, name);
  if (it != names_.end()) return static_cast<std::size_t>(it - names_.begin());
  throw Error(Error::Code::unknown_name, "there is no column '" + name + "'", {}, did_you_mean(name, names_));
}

std::span<const double> Columns::values(const Row& row) {
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
  const std::array<double, 4> standard{row.energies.kinetic, row.energies.potential,
                                       row.energies.kinetic + row.energies.potential, row.constraint};
  for (std::size_t k = 0; k < standard.size(); ++k)
    if (standard_[k]) values_.push_back(standard[k]);
  return values_;
}

}  // namespace alembert
