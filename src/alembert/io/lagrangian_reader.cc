#include "alembert/io/lagrangian_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/lagrangian_sections.h"
#include "alembert/io/table_reader.h"
#include "alembert/model/parameter_numbers.h"

namespace alembert {
namespace {

constexpr std::array<std::string_view, 6> mechanism_keys{"space", "gravity", "body", "joint", "ground", "include"};

/// A mechanism, or a part that is not read yet, is refused by name before anything else is said about the file.
void refuse_what_comes_later(const Value& document) {
  for (const Entry& entry : document.entries) {
    if (std::ranges::find(mechanism_keys, entry.key) != mechanism_keys.end())
      throw Error(Error::Code::unsupported,
                  "mechanisms ([body], [joint]) cannot be read yet, and '" + entry.key + "' belongs to one", entry.at(),
                  "a Lagrangian has [coordinates] and [energy]");
    if (entry.key == "table")
      throw Error(Error::Code::unsupported, "[table] cannot be read yet", entry.at(),
                  "write the curve as an expression, such as if(x < 1, x, 1)");
  }
}

void check_sections(const Value& document) {
  if (document.entries.empty())
    throw Error(Error::Code::bad_value, "the file describes no model", document.at(),
                "a Lagrangian needs [coordinates] and [energy]");
  refuse_what_comes_later(document);
  const TableReader root(document, "",
                         {"name", "parameters", "inputs", "coordinates", "let", "states", "energy", "work", "force",
                          "constraint", "outputs", "simulate"});
  static_cast<void>(root.text("name", ""));
}

void check_finite(double value, const std::string& path, const Source& at) {
  if (std::isfinite(value)) return;
  throw Error(Error::Code::bad_value, path + " is " + shortest(value), at,
              "check the domain of its functions and the size of its numbers");
}

/// Everything that must be a number is one.
void check_numbers(const Lagrangian& model) {
  const std::vector<double> parameters = parameter_numbers(model);
  std::vector<Expr> starts;
  for (const Coordinate& c : model.coordinates) starts.insert(starts.end(), {c.start, c.start_rate});
  for (const ExtraState& s : model.states) starts.push_back(s.start);
  const std::vector<double> values = numbers_in_parameters(model, parameters, starts);
  std::size_t k = 0;
  for (const Coordinate& c : model.coordinates) {
    check_finite(values[k++], "[coordinates] " + c.name + ".start", c.at);
    check_finite(values[k++], "[coordinates] " + c.name + ".rate", c.at);
  }
  for (const ExtraState& s : model.states) check_finite(values[k++], "[states] " + s.name + ".start", s.at);
  static_cast<void>(simulate_numbers(model));
}

}  // namespace

Lagrangian read_lagrangian(const Value& document) {
  check_sections(document);
  Lagrangian model;
  model.file = document.at().file;
  if (const Entry* name = document.find("name")) model.name = name->value.text;
  model.graph = std::make_shared<Graph>();
  const GraphScope scope(*model.graph);
  ModelNames names(model);
  declare_names(document, model, names);
  read_parameters(document, model, names);
  read_inputs(document, model, names);
  read_coordinates(document, model, names);
  read_lets(document, model, names);
  read_energy(document, model, names);
  read_states(document, model, names);
  read_work(document, model, names);
  read_forces(document, model, names);
  read_constraints(document, model, names);
  read_outputs(document, model, names);
  read_simulate(document, model, names);
  check_numbers(model);
  return model;
}

}  // namespace alembert
