#include "alembert/model/motion_units.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "alembert/core/text.h"

namespace alembert {
namespace {

/// "rad" or "m" of a coordinate or a speed; "" of others.
std::string kind(std::string_view unit) {
  const std::string_view base = unit.substr(0, unit.find('/'));
  return base == "rad" || base == "m" ? std::string(base) : "";
}

/// Lengths in a matrix entry, less angles counted as none; nothing where a kind is not known.
std::string of_pair(std::string_view row, std::string_view column, const std::array<const char*, 3>& by_angles) {
  const std::string a = kind(row), b = kind(column);
  if (a.empty() || b.empty()) return {};
  return by_angles[(a == "rad" ? 1U : 0U) + (b == "rad" ? 1U : 0U)];
}

}  // namespace

std::string rate_unit(std::string_view unit, int order) {
  std::string_view base = unit;
  for (const std::string_view rate : {"/s^2", "/s"})
    if (base.ends_with(rate)) {
      base.remove_suffix(rate.size());
      order += rate == "/s" ? 1 : 2;
    }
  if (unit.empty() || order == 0) return std::string(unit);
  return std::string(base) + (order == 1 ? "/s" : "/s^" + std::to_string(order));
}

std::string effort_unit(std::string_view unit) {
  const std::string of = kind(unit);
  return of == "rad" ? "N m" : of == "m" ? "N" : "";
}

std::string mass_unit(std::string_view row, std::string_view column) {
  return of_pair(row, column, {"kg", "kg m", "kg m^2"});
}

std::string coriolis_unit(std::string_view row, std::string_view column) {
  return of_pair(row, column, {"kg/s", "kg m/s", "kg m^2/s"});
}

std::string coefficient_unit(std::string_view row, std::string_view column) {
  const std::string a = kind(row), b = kind(column);
  if (a.empty() || b.empty()) return {};
  return a == b ? "1" : a == "m" ? "m" : "1/m";
}

std::string entry_units(std::string (*unit)(std::string_view row, std::string_view column),
                        std::span<const std::string> rows, std::span<const std::string> columns) {
  const auto kinds = [](std::span<const std::string> units) {
    std::vector<std::string> result;
    for (const std::string& one : units)
      if (const std::string k = kind(one); std::ranges::find(result, k) == result.end()) result.push_back(k);
    return result;
  };
  const std::vector<std::string> of_rows = kinds(rows), of_columns = kinds(columns);
  std::vector<std::pair<std::string, std::string>> entries;  // the unit, and which entries have it
  for (const std::string& r : of_rows)
    for (const std::string& c : of_columns) {
      const std::string one = unit(r, c);
      if (one.empty()) continue;
      const auto known = std::ranges::find(entries, one, &std::pair<std::string, std::string>::first);
      if (known == entries.end()) entries.emplace_back(one, r + ", " + c);
    }
  if (of_rows.size() == 1 && of_columns.size() == 1) return entries.empty() ? "" : entries.front().first;
  std::vector<std::string> texts;
  for (const auto& [one, which] : entries) texts.push_back(one + " (" + which + ")");
  return join(texts, ", ");
}

std::string list_units(std::span<const std::string> units) {
  constexpr std::size_t most_one_by_one = 12;
  if (std::ranges::all_of(units, [](const std::string& unit) { return unit.empty(); })) return {};
  if (std::ranges::adjacent_find(units, std::ranges::not_equal_to{}) == units.end()) return units.front();
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < units.size();) {
    std::size_t end = i + 1;
    if (units.size() > most_one_by_one)
      while (end < units.size() && units[end] == units[i]) ++end;
    texts.push_back((units[i].empty() ? "?" : units[i]) + (end > i + 1 ? " (" + std::to_string(end - i) + ")" : ""));
    i = end;
  }
  return join(texts, ", ");
}

std::string in_brackets(const std::string& unit) { return unit.empty() ? "" : " [" + unit + "]"; }

}  // namespace alembert
