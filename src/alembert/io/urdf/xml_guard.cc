#include "alembert/io/urdf/xml_guard.h"

#include <algorithm>
#include <cstddef>

#include "alembert/core/error.h"
#include "alembert/io/urdf/xml_document.h"
#include "alembert/io/urdf/xml_places.h"

namespace alembert {
namespace {

constexpr std::ptrdiff_t most_tags = 2'000'000;  ///< opening and closing
constexpr std::ptrdiff_t most_attributes = 2'000'000;

[[noreturn]] void fail(Error::Code code, const std::string& message, std::string_view text, std::size_t offset,
                       const std::string& file, const std::string& hint) {
  const Place place = XmlPlaces(text).at(offset);
  throw Error(code, message, {file, place.line, place.column}, hint);
}

void check_sizes(std::string_view text, const std::string& file) {
  const auto refuse = [&](const std::string& what) {
    throw Error(Error::Code::too_large, "the file has more than " + what, {file, 1, 1},
                "is it the right file? Shapes belong in mesh files of their own");
  };
  if (text.size() > largest_xml_file) refuse(std::to_string(largest_xml_file >> 20U) + " MB");
  if (std::ranges::count(text, '<') > most_tags) refuse(std::to_string(most_tags) + " tags");
  if (std::ranges::count(text, '=') > most_attributes) refuse(std::to_string(most_attributes) + " attributes");
}

/// Bytes of the character that starts at text[i], or 0 when it is not well-formed UTF-8 (Unicode 15, table 3-7).
std::size_t character_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  const auto follows = [&](std::size_t k, unsigned low, unsigned high) { return byte(k) >= low && byte(k) <= high; };
  const auto continues = [&](std::size_t k) { return follows(k, 0x80, 0xBF); };
  const unsigned lead = byte(i);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(i + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool second = lead == 0xE0   ? follows(i + 1, 0xA0, 0xBF)
                        : lead == 0xED ? follows(i + 1, 0x80, 0x9F)
                                       : continues(i + 1);
    return second && continues(i + 2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool second = lead == 0xF0   ? follows(i + 1, 0x90, 0xBF)
                        : lead == 0xF4 ? follows(i + 1, 0x80, 0x8F)
                                       : continues(i + 1);
    return second && continues(i + 2) && continues(i + 3) ? 4 : 0;
  }
  return 0;
}

void check_characters(std::string_view text, const std::string& file) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    if (length == 0)
      fail(Error::Code::syntax, "the file is not UTF-8 text", text, i, file, "save it in the encoding UTF-8");
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 && c != '\t' && c != '\n' && c != '\r')
      fail(Error::Code::syntax, "the file holds a control character", text, i, file,
           "XML is plain text; save it in the encoding UTF-8");
    i += length;
  }
}

}  // namespace

void check_xml_limits(std::string_view text, const std::string& file) {
  check_sizes(text, file);
  check_characters(text, file);
}

}  // namespace alembert
