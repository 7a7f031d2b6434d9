/// [constraint.X] of a mechanism.
#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/io/description_sections.h"
#include "alembert/io/mechanism_sections.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// Constraints with a type are part of the format; this version reads those given by a formula.
[[noreturn]] void refuse_type(const Entry& type, const std::string& path) {
  static const std::vector<std::string> known{"no-slip", "distance", "rolling", "in-line", "in-plane", "rack"};
  if (!type.value.is(Value::Kind::text)) fail_wrong_type(type.value, path + " type", "a text in quotes");
  if (std::ranges::find(known, type.value.text) == known.end())
    throw Error(Error::Code::unknown_name, path + " type: unknown constraint type " + shown(type.value.text),
                type.value.at(), did_you_mean(type.value.text, known));
  throw Error(Error::Code::unsupported, path + ": constraints of type '" + type.value.text + "' cannot be read yet",
              type.value.at(), "write the condition as holonomic = \"...\" or pfaffian = \"...\"");
}

}  // namespace

void read_mechanism_constraints(MechanismReading& reading) {
  if (reading.file->document == nullptr) return;
  for (const Entry& entry : entries_in(*reading.file->document, "constraint")) {
    const std::string path = "[constraint." + entry.key + "]";
    check_name(entry.key, entry.at());
    reading.each_copy(entry, "constraint", reading.model.constraints.size(),
                      [&](const std::string& name, const Value& table) {
                        if (const Entry* type = table.find("type")) refuse_type(*type, path);
                        reading.words.add_constraint(reading.names.prefix + name, entry.at());
                        reading.model.constraints.push_back(
                            read_constraint(table, path, reading.names.prefix + name, entry.at(), reading.names));
                      });
  }
}

}  // namespace alembert
