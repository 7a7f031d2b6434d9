/// Finding a line and column in a text.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "alembert/io/toml/document.h"

namespace alembert {

/// The lines of a UTF-8 text. Places asked for in ascending order cost constant time each on average, even in one line.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  /// The text from `place` on; empty when there is no such place.
  std::string_view from(Place place);

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;  ///< [line - 1] offset of its first byte
  Place place_{1, 1};                ///< of the last answer
  std::size_t offset_ = 0;           ///< of the last answer
};

}  // namespace alembert
