/// Numbers in the attributes of a URDF file.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "alembert/io/urdf/xml_document.h"
#include "alembert/spatial/vec3.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// The number that an attribute spells in decimals, exactly; absent when the element has no such attribute. Throws
/// Error (bad_value) with the place for anything else: no number, several, nan, inf, hexadecimals, a xacro expression.
/// `owner` says whose element it is, for errors: "joint 'knee'".
std::optional<Expr> read_number(const XmlElement& element, std::string_view attribute, const std::string& owner);

/// The same where the attribute must be there.
Expr need_number(const XmlElement& element, std::string_view attribute, const std::string& owner);

/// Three numbers separated by blanks.
std::optional<Vec3<Expr>> read_vector(const XmlElement& element, std::string_view attribute, const std::string& owner);

/// Four numbers.
std::optional<std::array<Expr, 4>> read_quadruple(const XmlElement& element, std::string_view attribute,
                                                  const std::string& owner);

/// Throws Error (unsupported) when the text holds a xacro expression such as ${pi/2}.
void refuse_xacro(std::string_view text, const Source& at);

}  // namespace alembert
