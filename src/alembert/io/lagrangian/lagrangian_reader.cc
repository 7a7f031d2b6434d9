#include "alembert/io/lagrangian/lagrangian_reader.h"

#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/table_section.h"
#include "alembert/io/lagrangian/lagrangian_sections.h"
#include "alembert/io/toml/model_kind.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/model/parameter_numbers.h"

namespace alembert {
namespace {

void refuse_mechanism(const Value& document) {
  if (const Entry* entry = mechanism_entry(document))
    throw Error(Error::Code::bad_value, "'" + entry->key + "' belongs to a mechanism, not to a Lagrangian", entry->at(),
                "a model is given either by [coordinates] and [energy], or by [body] and [joint]");
}

void check_sections(const Value& document) {
  if (document.entries.empty())
    throw Error(Error::Code::bad_value, "the file describes no model", document.at(),
                "a mechanism has [body.X] and [joint.X], a Lagrangian [coordinates] and [energy]");
  refuse_mechanism(document);
  const TableReader root(document, "",
                         {"name", "parameters", "inputs", "table", "coordinates", "let", "states", "energy", "work",
                          "force", "constraint", "draw", "outputs", "simulate"});
  static_cast<void>(root.text("name", ""));
}

/// Everything that must be a number is one.
void check_numbers(const Lagrangian& model) {
  std::vector<Expr> starts;
  for (const Coordinate& c : model.coordinates) starts.insert(starts.end(), {c.start, c.start_rate});
  const std::vector<double> values = numbers_in_parameters(model, parameter_numbers(model), starts);
  std::size_t k = 0;
  for (const Coordinate& c : model.coordinates) {
    check_finite(values[k++], "[coordinates] " + c.name + ".start", c.at);
    check_finite(values[k++], "[coordinates] " + c.name + ".rate", c.at);
  }
  check_description(model);
}

}  // namespace

Lagrangian read_lagrangian(const Value& document, const std::filesystem::path& folder) {
  check_sections(document);
  Lagrangian model;
  model.file = document.at().file;
  if (const Entry* name = document.find("name")) model.name = name->value.text;
  model.graph = std::make_shared<Graph>();
  const GraphScope scope(*model.graph);
  LagrangianNames motion(model);
  ModelNames names(model, motion);
  declare_lagrangian_names(document, model, names);
  read_parameters(document, model, names);
  names.know_parameters();
  read_tables(document, folder, names);
  read_inputs(document, model, names);
  read_coordinates(document, model, names);
  read_lets(document, model, names);
  read_energy(document, model, names);
  read_states(document, model, names);
  read_work(document, model, names);
  read_forces(document, model, names);
  read_constraints(document, model, names);
  read_drawing(document, model, names);
  read_outputs(document, model, names);
  read_simulate(document, model, names);
  check_numbers(model);
  return model;
}

}  // namespace alembert
