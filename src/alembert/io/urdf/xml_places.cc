#include "alembert/io/urdf/xml_places.h"

#include <algorithm>

#include "alembert/core/text.h"

namespace alembert {

Place XmlPlaces::at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) {
    place_ = {1, 1};
    offset_ = 0;
  }
  for (; offset_ < offset; ++offset_) {
    const char c = text_[offset_];
    if (c == '\n') {
      ++place_.line;
      place_.column = 1;
    } else if (!continues_character(c)) {  // not inside a character
      ++place_.column;
    }
  }
  return place_;
}

std::vector<AttributeSpan> attributes_at(std::string_view text, std::size_t offset) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<AttributeSpan> found;
  std::size_t i = text.find_first_of(" \t\r\n/>", offset);
  for (;;) {
    i = text.find_first_not_of(blanks, i);
    if (i == std::string_view::npos || text[i] == '>' || text[i] == '/') return found;
    AttributeSpan span;
    span.name = i;
    const std::size_t open = text.find_first_of("\"'", i);
    if (open == std::string_view::npos) return found;
    const std::size_t close = text.find(text[open], open + 1);
    if (close == std::string_view::npos) return found;
    span.value = open + 1;
    span.text = text.substr(span.value, close - span.value);
    found.push_back(span);
    i = close + 1;
  }
}

}  // namespace alembert
