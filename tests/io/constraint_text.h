/// Model files with one constraint.
#pragma once
#include <string>

namespace alembert::constraint_text {

// Two free bodies: lines 1 to 8 of a planar model, 1 to 7 of a spatial one.
inline const std::string flat =
    "space = 'planar'\n[parameters]\nr = 0.3\n[body.a]\nmass = 1\npoints.tip = ['r', 0]\n[body.b]\nmass = 1\n";
inline const std::string solid =
    "[parameters]\nr = 0.3\n[body.a]\nmass = 1\npoints.tip = ['r', 0, 0]\n[body.b]\nmass = 1\n";

inline std::string constraint(const std::string& type, const std::string& lines) {
  return "[constraint.c]\ntype = '" + type + "'\n" + lines;
}

}  // namespace alembert::constraint_text
