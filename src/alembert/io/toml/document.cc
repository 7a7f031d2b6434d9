#include "alembert/io/toml/document.h"

#include <algorithm>

#include "alembert/core/output_file.h"

namespace alembert {

const Entry* Value::find(std::string_view key) const {
  const auto it = std::ranges::find(entries, key, &Entry::key);
  return it == entries.end() ? nullptr : &*it;
}

std::string_view describe(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::text: return "a text";
    case Value::Kind::integer:
    case Value::Kind::real: return "a number";
    case Value::Kind::boolean: return "a boolean";
    case Value::Kind::array: return "a list";
    case Value::Kind::table: return "a table";
    case Value::Kind::other: break;
  }
  return "a date or time";
}

Value read_toml(const std::filesystem::path& path) { return parse_toml(read_file(path, largest_file), path.string()); }

}  // namespace alembert
