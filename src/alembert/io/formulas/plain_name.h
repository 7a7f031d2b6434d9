/// Names as tables and options have them.
#pragma once
#include <string>
#include <string_view>

namespace alembert {

/// A name that may be written in backquotes, as in expressions, without them: -knee' for `-knee`'.
inline std::string plain_name(std::string_view written) {
  const std::size_t close = written.rfind('`');
  if (!written.starts_with('`') || close == 0) return std::string(written);
  std::string name;
  for (std::size_t i = 1; i < close; ++i) {
    name += written[i];
    if (written[i] == '`' && written[i + 1] == '`') ++i;  // doubled inside backquotes
  }
  return name.append(written.substr(close + 1));
}

}  // namespace alembert
