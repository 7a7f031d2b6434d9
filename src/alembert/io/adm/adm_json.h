/// JSON as people and MATLAB programs write it by hand: the syntax of .adm and .acf files.
#pragma once
#include <string>
#include <string_view>

#include "alembert/io/toml/document.h"

namespace alembert {

/// The tree of a text that is JSON, or JSON with these liberties:
///
/// comments         // and % to the end of the line, /* ... */
/// commas           may be missing where the next part is certain to be a new one, and may stand behind the last
/// lists            may be written with blanks or semicolons, as in MATLAB: [0 -9.81] has two numbers, [1 - 2] has one
/// strings          in single or double quotes, on one line
/// keys             without quotes where they are letters, digits and _
/// numbers          1. and .5 and +1
/// values           without quotes up to the next comma, bracket, comment, or end of line: NONE, 187/255, -pi/2;
///                  they are texts unless they spell a number, true or false
/// null             leaves its key out
///
/// `file` is what errors call the text. Throws Error with line and column: syntax for what cannot be read,
/// duplicate_name for a key that stands twice in an object, too_large beyond 64 levels or a million values.
Value parse_loose_json(std::string_view text, std::string file);

}  // namespace alembert
