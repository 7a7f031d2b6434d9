/// JSON values for results. Slow to compile: include it in .cc files only, and in few.
#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace alembert {

using Json = nlohmann::ordered_json;

/// A row-major matrix as a list of rows.
template <class T>
Json json_matrix(std::span<const T> values, std::size_t columns) {
  Json rows = Json::array();
  for (std::size_t i = 0; i + columns <= values.size() && columns > 0; i += columns)
    rows.push_back(std::vector<T>(values.begin() + static_cast<std::ptrdiff_t>(i),
                                  values.begin() + static_cast<std::ptrdiff_t>(i + columns)));
  return rows;
}

/// An object of many names, in the order they are added in. An ordered object looks for each new name among all before
/// it, which takes minutes for those of 100,000 bodies; here they must differ.
class JsonTable {
 public:
  void add(const std::string& name, Json value) { entries_.emplace_back(name, std::move(value)); }
  Json take() { return Json(std::move(entries_)); }

 private:
  Json::object_t entries_;
};

/// Reads a summary of a run, or any object, but for its table of units, which has a name for every column: an ordered
/// object takes minutes for those of 100,000 bodies. Throws std::exception for what is no JSON.
inline Json read_without_units(const std::string& text) {
  return Json::parse(text, [](int depth, Json::parse_event_t event, const Json& value) {
    return !(depth == 1 && event == Json::parse_event_t::key && value == "units");
  });
}

/// As text with two blanks of indentation and a final line break. Numbers read back exactly; text that is not valid
/// UTF-8 is shown with replacement characters.
inline std::string to_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace alembert
