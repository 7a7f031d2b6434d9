#include "alembert/io/mechanism/mechanism_reader.h"

#include <array>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/formulas/table_section.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/io/toml/model_kind.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/units.h"

namespace alembert {
namespace {

constexpr std::array<Dimension, 1> acceleration_dimension{{{.length = 1, .time = -2}}};

bool read_space(const Value& document) {
  const Entry* space = document.find("space");
  if (space == nullptr) return false;
  if (!space->value.is(Value::Kind::text)) fail_wrong_type(space->value, "space", "a text in quotes");
  if (space->value.text == "planar" || space->value.text == "spatial") return space->value.text == "planar";
  throw Error(Error::Code::bad_value, "space is " + shown(space->value.text), space->value.at(),
              "write \"planar\" or \"spatial\"");
}

void read_gravity(const Value& document, MechanismReading& reading) {
  Mechanism& model = reading.model;
  (model.planar ? model.gravity.y : model.gravity.z) = Expr(Rational(-981, 100));
  const Entry* gravity = document.find("gravity");
  if (gravity == nullptr) return;
  model.gravity = read_vector(gravity->value, "gravity", constants_at(reading.names, "gravity"), model.planar,
                              acceleration_dimension, "an acceleration");
  for (const Expr g : {model.gravity.x, model.gravity.y, model.gravity.z})
    check_finite(reading.value_of(g), "gravity", gravity->value.at());
}

/// A value with a unit may take the place of one with a unit of the same kind.
void check_same_kind(const Formula& formula, const Parameter& parameter, const std::string& path, const Value& value) {
  if (!formula.dimension || parameter.unit.empty()) return;
  const Dimension before = parse_quantity("1 " + parameter.unit, parameter.at)->dimension;
  if (*formula.dimension == before) return;
  throw Error(Error::Code::bad_value,
              path + ": '" + formula.unit + "' is the unit of " + describe(*formula.dimension) + ", but the file has " +
                  describe(before),
              value.text_at(), "give " + describe(before) + ", or a number in SI units");
}

/// `set` of an [include]: values for the parameters of the included file, written in the names of the file that
/// includes it.
void set_parameters(const ModelFile& file, MechanismReading& reading) {
  const Entry* set = file.include == nullptr ? nullptr : file.include->value.find("set");
  if (set == nullptr) return;
  const std::string path = "[include." + file.name() + "] set";
  for (const Entry& entry : entries_of(set->value, path)) {
    const ModelNames::Named* named = reading.names.find(file.prefix + entry.key);
    if (named == nullptr || named->kind != NameKind::parameter)
      throw Error(Error::Code::unknown_name, path + "." + entry.key + ": the file has no such parameter", entry.at(),
                  did_you_mean(entry.key, ScopedNames(reading.names, {}).known()));
    reading.names.prefix = file.parent->prefix;
    const std::string where = path + "." + entry.key;
    Formula formula = read_formula(entry.value, where, constants_at(reading.names, where));
    reading.names.prefix = file.prefix;
    Parameter& parameter = reading.model.parameters[named->index];
    check_same_kind(formula, parameter, where, entry.value);
    parameter.value = formula.written.formula;
    parameter.unit = std::move(formula.unit);
    parameter.at = entry.at();
  }
}

using Files = std::vector<std::unique_ptr<ModelFile>>;

/// Everything that the formulas of the motion may name.
void declare_parts(const Files& files, MechanismReading& reading) {
  for (const std::unique_ptr<ModelFile>& file : files) {
    reading.enter(*file);
    declare_bodies(reading);
  }
  for (const std::unique_ptr<ModelFile>& file : files) {
    reading.enter(*file);
    read_bodies(reading);
  }
  for (ModelFile* file : included_first(files)) {
    reading.enter(*file);
    declare_joints(reading);
    declare_forces(reading);
    declare_constraints(reading);
  }
  declare_free_joints(reading);
  declare_coordinates(reading.model);
  for (Joint& joint : reading.model.joints) set_joint_defaults(joint);
}

/// Names, and the numbers behind the parameters.
void read_definitions(const Files& files, MechanismReading& reading) {
  const auto each = [&](const auto& read) {
    for (ModelFile* file : included_first(files)) {
      reading.enter(*file);
      if (file->document != nullptr) read(*file->document);
    }
  };
  each([&](const Value& document) { declare_names(document, {}, reading.model, reading.names); });
  each([&](const Value& document) {
    read_parameters(document, reading.model, reading.names);
    set_parameters(*reading.file, reading);
  });
  reading.names.know_parameters();
  each([&](const Value& document) {
    read_tables(document, reading.file->folder, reading.names);
    read_inputs(document, reading.model, reading.names);
  });
}

/// What moves the parts, and what is asked of them.
void read_motion(const Files& files, MechanismReading& reading) {
  for (ModelFile* file : included_first(files)) {
    if (file->document == nullptr) continue;
    reading.enter(*file);
    read_lets(*file->document, reading.model, reading.names);
    read_joints(reading);
    read_body_starts(reading);
    read_forces(reading);
    read_mechanism_constraints(reading);
    read_states(*file->document, reading.model, reading.names);
    read_outputs(*file->document, reading.model, reading.names);
  }
}

void check_spaces(const Files& files, bool planar) {
  for (const std::unique_ptr<ModelFile>& file : files)
    if (file->include != nullptr && file->document != nullptr && read_space(*file->document) != planar)
      throw Error(Error::Code::bad_value,
                  "[include." + file->name() + "]: a " + (planar ? "planar" : "spatial") + " model cannot include a " +
                      (planar ? "spatial" : "planar") + " one",
                  file->include->at(), "give both the same space");
}

}  // namespace

void check_mechanism_keys(const Value& document) {
  if (const Entry* entry = lagrangian_entry(document))
    throw Error(Error::Code::bad_value, "'" + entry->key + "' belongs to a Lagrangian, not to a mechanism", entry->at(),
                "a model is given either by [coordinates] and [energy], or by [body] and [joint]");
  const TableReader root(document, "",
                         {"name", "space", "gravity", "parameters", "inputs", "table", "ground", "body", "joint",
                          "force", "constraint", "let", "states", "outputs", "simulate", "include"});
  static_cast<void>(root.text("name", ""));
}

Mechanism read_mechanism(const Value& document, const std::filesystem::path& folder, const MechanismLimits& limits) {
  auto graph = std::make_shared<Graph>();
  const GraphScope scope(*graph);
  Mechanism model;
  model.graph = std::move(graph);
  const Files files = open_files(document, folder, model.graph);
  model.file = document.at().file;
  if (const Entry* name = document.find("name")) model.name = name->value.text;
  model.planar = read_space(document);
  check_spaces(files, model.planar);
  Body ground;
  ground.name = "ground";
  ground.at = document.at();
  model.bodies.push_back(std::move(ground));

  MechanismNames words(model);
  ModelNames names(model, words);
  MechanismReading reading{model, names, words, limits};
  read_definitions(files, reading);
  reading.enter(*files.front());
  read_gravity(document, reading);
  declare_parts(files, reading);
  read_motion(files, reading);
  reading.enter(*files.front());
  read_simulate(document, model, names);
  if (model.bodies.size() == 1)
    throw Error(Error::Code::bad_value, "the model has no bodies", document.at(),
                "write [body.X] for each, and [joint.X] for what holds it");
  declare_coordinates(model);  // again: which joints close loops depends on what is written on them
  check_cuts(model);
  register_measures(model, words);
  check_description(model);
  return model;
}

}  // namespace alembert
