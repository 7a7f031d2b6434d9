/// What links and joints of a URDF file are called in formulas, where not every name can stand.
#pragma once
#include <string>
#include <vector>

#include "alembert/io/urdf/urdf_elements.h"

namespace alembert {

struct UrdfNames {
  std::vector<std::string> links;   ///< [link] in the order of the file, each once
  std::vector<std::string> joints;  ///< [joint] the same; none is a coordinate of another
  std::string base;                 ///< of the joint that holds the root: neither a link's nor a joint's name
};

/// Names with `prefix` before them, as in "left.". Almost all are those of the file. Quotes, brackets and control
/// characters become "_"; words of the language (t, sin, ground) and names that are taken get a number: t_1. `remarks`
/// says so.
UrdfNames names_in_formulas(const UrdfFile& file, const std::string& prefix, UrdfRemarks& remarks);

}  // namespace alembert
