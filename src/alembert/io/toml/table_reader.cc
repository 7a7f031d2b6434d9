#include "alembert/io/toml/table_reader.h"

#include <algorithm>

#include "alembert/core/text.h"

namespace alembert {

std::string key_path(const std::string& parent, std::string_view key) {
  if (parent.empty()) return std::string(key);
  std::string path = parent;
  path += parent.back() == ']' ? ' ' : '.';
  path += key;
  return path;
}

namespace {

/// Of what was expected, where the caller knows nothing better.
std::string example_of(std::string_view expected) {
  if (expected == "a table") return "a table is [name] above its keys, or name = { key = value, ... }";
  if (expected == "a number or an expression") return "write a number, or a text such as \"30 deg\" or \"2*a\"";
  return "write " + std::string(expected);
}

}  // namespace

void fail_wrong_type(const Value& value, const std::string& path, std::string_view expected, std::string hint) {
  std::string message = path;
  message += ": expected ";
  message += expected;
  message += ", found ";
  message += describe(value.kind);
  throw Error(Error::Code::bad_value, std::move(message), value.at(),
              hint.empty() ? example_of(expected) : std::move(hint));
}

const std::vector<Entry>& entries_of(const Value& table, const std::string& path) {
  if (!table.is(Value::Kind::table)) fail_wrong_type(table, path, "a table");
  return table.entries;
}

TableReader::TableReader(const Value& table, std::string path, std::initializer_list<std::string_view> keys)
    : table_(table), path_(std::move(path)) {
  for (const Entry& entry : entries_of(table, path_)) {
    if (std::ranges::find(keys, entry.key) != keys.end()) continue;
    const std::vector<std::string> known(keys.begin(), keys.end());
    throw Error(Error::Code::unknown_name, "unknown key: " + key_path(path_, entry.key), entry.at(),
                did_you_mean(entry.key, known));
  }
}

const Value* TableReader::find(std::string_view key) const {
  const Entry* entry = table_.find(key);
  return entry == nullptr ? nullptr : &entry->value;
}

const Value& TableReader::need(std::string_view key, const std::string& hint) const {
  if (const Value* value = find(key)) return *value;
  throw Error(Error::Code::bad_value, path(key) + " is missing", table_.at(), hint);
}

std::string TableReader::text(std::string_view key, std::string_view fallback) const {
  const Value* value = find(key);
  if (value == nullptr) return std::string(fallback);
  if (!value->is(Value::Kind::text)) fail_wrong_type(*value, path(key), "a text in quotes");
  return value->text;
}

bool TableReader::boolean(std::string_view key, bool fallback) const {
  const Value* value = find(key);
  if (value == nullptr) return fallback;
  if (!value->is(Value::Kind::boolean)) fail_wrong_type(*value, path(key), "true or false");
  return value->boolean;
}

}  // namespace alembert
