#include "alembert/io/toml/text_lines.h"

#include "alembert/core/text.h"

namespace alembert {

TextLines::TextLines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts_.push_back(i + 1);
}

std::string_view TextLines::from(Place place) {
  if (place.line < 1 || place.column < 1 || static_cast<std::size_t>(place.line) > starts_.size()) return {};
  if (place.line != place_.line || place.column < place_.column) {
    place_ = {place.line, 1};
    offset_ = starts_[static_cast<std::size_t>(place.line) - 1];
  }
  while (place_.column < place.column && offset_ < text_.size()) {
    ++offset_;
    while (offset_ < text_.size() && continues_character(text_[offset_])) ++offset_;
    ++place_.column;
  }
  return text_.substr(offset_);
}

}  // namespace alembert
