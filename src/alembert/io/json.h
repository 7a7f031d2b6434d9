/// JSON values for results. Slow to compile: include it in .cc files only, and in few.
#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <string>
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

/// As text with two blanks of indentation and a final line break. Numbers read back exactly; text that is not valid
/// UTF-8 is shown with replacement characters.
inline std::string to_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace alembert
