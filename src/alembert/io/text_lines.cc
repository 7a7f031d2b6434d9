#include "alembert/io/text_lines.h"

namespace alembert {
namespace {

/// Bytes 10xxxxxx continue a character.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

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
    while (offset_ < text_.size() && continues(text_[offset_])) ++offset_;
    ++place_.column;
  }
  return text_.substr(offset_);
}

}  // namespace alembert
