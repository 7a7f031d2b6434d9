#include "alembert/io/toml/model_kind.h"

#include <algorithm>
#include <array>
#include <span>

#include "alembert/io/toml/table_reader.h"

namespace alembert {
namespace {

constexpr std::array<std::string_view, 6> mechanism_keys{"space", "gravity", "body", "joint", "ground", "include"};
constexpr std::array<std::string_view, 4> lagrangian_keys{"coordinates", "energy", "work", "draw"};

const Entry* first_of(const Value& document, std::span<const std::string_view> keys) {
  const auto it = std::ranges::find_if(document.entries,
                                       [&](const Entry& e) { return std::ranges::find(keys, e.key) != keys.end(); });
  return it == document.entries.end() ? nullptr : &*it;
}

}  // namespace

std::string lower_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

void check_model_keys(const Value& document) {
  const TableReader root(document, "",
                         {"name",       "parameters", "inputs",      "table",  "let",     "states", "force",
                          "constraint", "outputs",    "simulate",    "space",  "gravity", "body",   "joint",
                          "ground",     "include",    "coordinates", "energy", "work",    "draw"});
}

const Entry* mechanism_entry(const Value& document) { return first_of(document, mechanism_keys); }
const Entry* lagrangian_entry(const Value& document) { return first_of(document, lagrangian_keys); }

}  // namespace alembert
