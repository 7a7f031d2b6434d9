/// What constraints made of a start that is written otherwise, as JSON.
#pragma once
#include <vector>

#include "alembert/io/tables/json.h"
#include "alembert/system/assembly/stated_start.h"

namespace alembert {

/// A list of name, unit, written, assembled.
inline Json start_changes_json(const std::vector<StartChange>& changes) {
  Json list = Json::array();
  for (const StartChange& c : changes)
    list.push_back({{"name", c.name}, {"unit", c.unit}, {"written", c.written}, {"assembled", c.assembled}});
  return list;
}

}  // namespace alembert
