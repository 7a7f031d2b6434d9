/// Limits that keep the TOML library away from input it cannot take.
#pragma once
#include <string>
#include <string_view>

namespace alembert {

/// Throws Error (too_large) when the text has keys of too many parts (the library's tables nest as deep, and are
/// destroyed by recursion), or too many dotted keys, [[tables]] or values (the library compares each with all others,
/// or needs hundreds of bytes for each). One pass over the text; what is not TOML passes and is left to the parser.
void check_toml_limits(std::string_view text, const std::string& file);

}  // namespace alembert
