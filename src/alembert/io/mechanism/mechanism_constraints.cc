/// [constraint.X] of a mechanism: by a formula, or by a type and geometry.
#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// `type` of each alternative of MechanismConstraint behind the first, in their order.
const std::vector<std::string> type_names{"no-slip", "distance", "rolling", "in-line", "in-plane", "rack"};

template <std::size_t... I>
MechanismConstraint alternative(std::size_t index, std::index_sequence<I...>) {
  MechanismConstraint result;
  static_cast<void>(((I == index ? (result.emplace<I>(), true) : false) || ...));
  return result;
}

/// A constraint of the type that is written, without anything but its name.
MechanismConstraint blank(const Value& table, const std::string& path, const std::string& name, const Source& at) {
  constexpr auto alternatives = std::make_index_sequence<std::variant_size_v<MechanismConstraint>>();
  std::size_t index = 0;
  if (const Entry* type = table.find("type")) {
    if (!type->value.is(Value::Kind::text)) fail_wrong_type(type->value, path + " type", "a text in quotes");
    const auto it = std::ranges::find(type_names, type->value.text);
    if (it == type_names.end())
      throw Error(Error::Code::unknown_name, path + " type: unknown constraint type " + shown(type->value.text),
                  type->value.at(), did_you_mean(type->value.text, type_names));
    index = 1 + static_cast<std::size_t>(it - type_names.begin());
  } else if (table.find("holonomic") == nullptr && table.find("pfaffian") == nullptr) {
    throw Error(
        Error::Code::bad_value, path + " has neither holonomic, pfaffian nor type", at,
        "write holonomic = \"A - 2*B\", pfaffian = \"x' - r*phi'\", or type = one of " + join(type_names, ", "));
  }
  MechanismConstraint result = alternative(index, alternatives);
  std::visit([&](auto& constraint) { constraint.name = name; }, result);
  return result;
}

}  // namespace

void declare_constraints(MechanismReading& reading) {
  if (reading.file->document == nullptr) return;
  std::vector<MechanismConstraint>& all = reading.model.constraints;
  for (const Entry& entry : entries_in(*reading.file->document, "constraint")) {
    check_name(entry.key, entry.at());
    reading.each_copy(entry, "constraint", all.size(), [&](const std::string& name, const Value& table) {
      const std::string full = reading.names.prefix + name;
      reading.words.add_constraint(full, static_cast<int>(all.size()), entry.at());
      all.push_back(blank(table, "[constraint." + entry.key + "]", full, entry.at()));
    });
  }
}

void read_mechanism_constraints(MechanismReading& reading) {
  if (reading.file->document == nullptr) return;
  for (const Entry& entry : entries_in(*reading.file->document, "constraint"))
    reading.each_copy(entry, "constraint", 0, [&](const std::string& name, const Value& table) {
      const std::string path = "[constraint." + entry.key + "]";
      const auto index = static_cast<std::size_t>(*reading.words.find_constraint(name));
      MechanismConstraint& constraint = reading.model.constraints[index];
      if (std::holds_alternative<Constraint>(constraint))
        constraint = read_constraint(table, path, name_of(constraint), entry.at(), reading.names);
      else
        constraint = read_geometric(constraint, table, path, entry.at(), reading);
    });
}

}  // namespace alembert
