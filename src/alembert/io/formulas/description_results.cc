/// [outputs] [simulate] [constraint]: what is asked of a model of any kind.
#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/integrate/method_words.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/toml/table_reader.h"

namespace alembert {
namespace {

constexpr std::array<Dimension, 1> time_dimension{{{.time = 1}}};

std::string read_method(const TableReader& reader) {
  std::string method = reader.text("method", "auto");
  std::vector<std::string> known{"auto"};
  known.insert(known.end(), method_words.begin(), method_words.end());
  if (std::ranges::find(known, method) != known.end()) return method;
  throw Error(Error::Code::unknown_name, reader.path("method") + ": unknown method '" + method + "'",
              reader.find("method")->at(), did_you_mean(method, known));
}

}  // namespace

void read_outputs(const Value& document, Description& model, ModelNames& names) {
  for (const Entry& entry : entries_in(document, "outputs")) {
    const std::string path = "[outputs] " + entry.key;
    const std::size_t index = names.find(names.prefix + entry.key)->index;
    Allowed allowed = in_motion_with_energies(path);
    allowed.order = 2;
    allowed.results = true;
    allowed.outputs = index;
    const ScopedNames scope(names, std::move(allowed));
    const Written written = read_formula(entry.value, path, scope).written;
    names.outputs[index] = {{written.formula}, scope.order(), written.domain};
    model.outputs.push_back({names.prefix + entry.key, written});
  }
}

void read_simulate(const Value& document, Description& model, ModelNames& names) {
  const Entry* entry = document.find("simulate");
  if (entry == nullptr) return;
  const TableReader reader(entry->value, "[simulate]",
                           {"time", "step", "tolerance", "absolute", "largest_step", "method", "until", "impacts"});
  const auto number = [&](const char* key, std::span<const Dimension> dimension,
                          const char* words) -> std::optional<Written> {
    const Value* value = reader.find(key);
    if (value == nullptr) return {};
    return read_formula(*value, reader.path(key), constants_at(names, reader.path(key)), dimension, words).written;
  };
  model.simulate.time = number("time", time_dimension, "a time");
  model.simulate.step = number("step", time_dimension, "a time");
  model.simulate.tolerance = number("tolerance", no_dimension, "a number without unit");
  model.simulate.largest_step = number("largest_step", time_dimension, "a time");
  if (const Value* absolute = reader.find("absolute"))
    for (const Entry& own : entries_of(*absolute, reader.path("absolute"))) {
      const std::string path = key_path(reader.path("absolute"), own.key);
      model.simulate.absolute.emplace_back(own.key, read_formula(own.value, path, constants_at(names, path)).written);
    }
  model.simulate.method = read_method(reader);
  const std::string impacts = reader.text("impacts", "simultaneous");
  if (impacts != "simultaneous" && impacts != "sequential")
    throw Error(Error::Code::bad_value, reader.path("impacts") + " is '" + impacts + "'", reader.find("impacts")->at(),
                "write \"simultaneous\" or \"sequential\"");
  model.simulate.impacts_in_turn = impacts == "sequential";
  if (const Value* until = reader.find("until"))
    model.simulate.until =
        read_formula(*until, reader.path("until"), ScopedNames(names, in_motion_with_energies(reader.path("until"))))
            .written;
}

Constraint read_constraint(const Value& table, const std::string& path, const std::string& name, const Source& at,
                           ModelNames& names) {
  const TableReader reader(table, path, {"holonomic", "pfaffian", "at_start", "count"});
  const Value* holonomic = reader.find("holonomic");
  const Value* pfaffian = reader.find("pfaffian");
  if ((holonomic == nullptr) == (pfaffian == nullptr))
    throw Error(
        Error::Code::bad_value,
        path + (holonomic == nullptr ? " has neither holonomic nor pfaffian" : " has both holonomic and pfaffian"),
        holonomic == nullptr ? at : pfaffian->at(),
        "write one: holonomic = \"x^2 + y^2 - l^2\", or pfaffian = \"x' - r*phi'\"");
  Constraint constraint{name, pfaffian != nullptr, reader.boolean("at_start", false), false, {}};
  if (constraint.pfaffian && reader.find("at_start") != nullptr)
    throw Error(Error::Code::bad_value, reader.path("at_start") + " is for holonomic constraints",
                reader.find("at_start")->at(), "remove it: a condition on rates has no value to subtract");
  Allowed allowed = in_motion_with_energies(reader.path(constraint.pfaffian ? "pfaffian" : "holonomic"));
  if (!constraint.pfaffian) {
    allowed.order = 0;
    allowed.hint = "a condition on rates is pfaffian = \"...\"";
  }
  const std::string where = allowed.where;
  const Value& row = constraint.pfaffian ? *pfaffian : *holonomic;
  constraint.row = read_formula(row, where, ScopedNames(names, std::move(allowed))).written;
  return constraint;
}

}  // namespace alembert
