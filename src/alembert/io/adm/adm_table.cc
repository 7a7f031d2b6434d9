#include "alembert/io/adm/adm_table.h"

#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/io/formulas/names_in_model.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr int most_listed = 10;

/// Dots join names, brackets number them, the others separate or quote them.
bool has_meaning(char c) { return is_control(c) || std::string_view(".[]'`\"#,=").find(c) != std::string_view::npos; }

}  // namespace

void AdmNotes::unused(const std::string& key, const Source& at) {
  Count& count = unused_[key];
  if (count.count++ == 0) count.first = at;
}

void AdmNotes::renamed(const std::string& from, const std::string& to, const Source& at) {
  if (renamed_count_++ == 0) first_renamed_ = at;
  if (renamed_count_ > most_listed) return;
  renamed_.push_back(shown(from) + " of line " + std::to_string(at.line) + " is " + shown(to));
}

std::vector<Warning> AdmNotes::warnings() const {
  std::vector<Warning> result;
  if (!unused_.empty()) {
    std::vector<std::string> listed;
    for (const auto& [key, count] : unused_) {
      if (listed.size() == most_listed) break;
      listed.push_back(shown(key) + " (" + std::to_string(count.count) + ", first in line " +
                       std::to_string(count.first.line) + ")");
    }
    if (unused_.size() > listed.size()) listed.emplace_back("...");
    result.push_back({"not used: " + join(listed, ", "), unused_.begin()->second.first});
  }
  if (renamed_count_ > 0)
    result.push_back({"names that are taken, reserved or part of formulas are changed: " + join(renamed_, ", ") +
                          (renamed_count_ > most_listed ? ", ..." : ""),
                      first_renamed_});
  return result;
}

AdmTable::AdmTable(const Value& table, std::string path, std::initializer_list<std::string_view> keys, AdmNotes& notes)
    : table_(table), path_(std::move(path)) {
  const std::vector<std::string> known(keys.begin(), keys.end());
  for (const Entry& entry : table.entries) {
    if (std::ranges::find(known, entry.key) != known.end()) continue;
    if (!nearest_word(entry.key, known).empty())
      throw Error(Error::Code::unknown_name, "unknown key: " + this->path(entry.key), entry.at(),
                  did_you_mean(entry.key, known));
    notes.unused(entry.key, entry.at());
  }
}

const Value* AdmTable::find(std::string_view key) const {
  const Entry* entry = table_.find(key);
  return entry == nullptr ? nullptr : &entry->value;
}

const Value& AdmTable::need(std::string_view key, const std::string& hint) const {
  if (const Value* value = find(key)) return *value;
  throw Error(Error::Code::bad_value, path(key) + " is missing", table_.at(), hint);
}

const std::string& AdmTable::text(std::string_view key, const std::string& hint) const {
  const Value& value = need(key, hint);
  if (!value.is(Value::Kind::text)) fail_wrong_type(value, path(key), "a text in quotes", hint);
  return value.text;
}

std::size_t AdmTable::word(std::string_view key, const std::vector<std::string>& words) const {
  const std::string& written = text(key, "write one of " + join(words, ", "));
  const auto it = std::ranges::find(words, written);
  if (it != words.end()) return static_cast<std::size_t>(it - words.begin());
  throw Error(Error::Code::unknown_name, path(key) + ": unknown word " + shown(written), find(key)->at(),
              did_you_mean(written, words));
}

std::string AdmTable::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

std::string adm_name(const Value& table) {
  const Entry* name = table.find("name");
  return name == nullptr ? std::string() : std::string(trimmed(name->value.text));
}

std::string AdmNames::take(const std::string& wanted, const std::string& fallback, const Source& at) {
  std::string plain = wanted.empty() ? fallback : wanted;
  std::ranges::replace_if(plain, has_meaning, '_');
  std::string name = is_reserved_word(plain) ? plain + "_1" : plain;
  if (const auto it = taken_.find(name); it != taken_.end()) {
    int& number = it->second;
    do name = plain + "_" + std::to_string(++number);
    while (taken_.contains(name));
  }
  taken_.emplace(name, 1);
  if (!wanted.empty() && name != wanted) notes_.renamed(wanted, name, at);
  return name;
}

std::vector<AdmItem> adm_items(const Value& document, std::string_view key) {
  const Entry* entry = document.find(key);
  if (entry == nullptr) return {};
  const bool single = entry->value.is(Value::Kind::table);
  if (!single && !entry->value.is(Value::Kind::array))
    fail_wrong_type(entry->value, std::string(key), "a list of objects", "write [ { ... }, { ... } ]");
  std::vector<AdmItem> items;
  const std::size_t count = single ? 1 : entry->value.items.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Value& item = single ? entry->value : entry->value.items[i];
    const std::string path = single ? std::string(key) : std::string(key) + "[" + std::to_string(i) + "]";
    if (!item.is(Value::Kind::table)) fail_wrong_type(item, path, "an object", "write { \"name\": ..., ... }");
    if (!item.entries.empty()) items.push_back({&item, path, static_cast<int>(i) + 1});
  }
  return items;
}

}  // namespace alembert
