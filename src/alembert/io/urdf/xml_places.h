/// Finding the line and column of a byte of a text, and the places of the attributes of an element.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "alembert/io/toml/document.h"

namespace alembert {

/// Places in a UTF-8 text. Offsets asked for in ascending order cost their distance, others the length of the text.
class XmlPlaces {
 public:
  explicit XmlPlaces(std::string_view text) : text_(text) {}

  Place at(std::size_t offset);

 private:
  std::string_view text_;
  Place place_{1, 1};  ///< of the last answer
  std::size_t offset_ = 0;
};

/// Where an attribute is written.
struct AttributeSpan {
  std::size_t name = 0;   ///< offset of its first character
  std::size_t value = 0;  ///< offset of the first character inside the quotes
  std::string_view text;  ///< what stands between the quotes
};

/// The attributes of the element whose name starts at `offset`, in file order. The text must be well-formed there.
std::vector<AttributeSpan> attributes_at(std::string_view text, std::size_t offset);

}  // namespace alembert
