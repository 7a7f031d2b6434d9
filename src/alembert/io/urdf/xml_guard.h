/// Limits that keep the XML library, and memory, away from input they cannot take.
#pragma once
#include <string>
#include <string_view>

namespace alembert {

/// Throws Error (too_large) when the text is too long or could hold too many elements or attributes, and Error (syntax)
/// when it is not UTF-8 or holds characters that XML does not know; with the place of the first such character.
/// `file` names the text.
void check_xml_limits(std::string_view text, const std::string& file);

}  // namespace alembert
