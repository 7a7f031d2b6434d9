/// Parts that links and joints of a URDF file share: names, origins, children that occur once.
#pragma once
#include <string>
#include <string_view>

#include "alembert/io/urdf/urdf_elements.h"
#include "alembert/io/urdf/urdf_numbers.h"

namespace alembert {

/// The only child with this name, or null. Throws Error (duplicate_name) at a second one. `owner`: "link 'arm'".
const XmlElement* only_child(const XmlElement& element, std::string_view name, const std::string& owner);

/// The value of an attribute that is the name of a link or joint. Throws Error where it is missing, empty, or a xacro
/// expression.
std::string need_name(const XmlElement& element, std::string_view attribute);

/// The <origin> of an element; identity when it has none.
UrdfOrigin read_origin(const XmlElement& element, const std::string& owner, UrdfRemarks& remarks);

}  // namespace alembert
