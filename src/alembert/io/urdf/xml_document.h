/// An XML file as a tree of elements that know their place: what the readers of XML formats see.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/io/toml/document.h"

namespace alembert {

struct XmlAttribute {
  std::string name;
  std::string value;  ///< with &amp; and the like replaced; blanks and line breaks as written
  Place place;        ///< of the name
  Place value_place;  ///< first character inside the quotes
};

/// An element with its attributes and its children, both in file order.
struct XmlElement {
  std::string name;
  std::vector<XmlAttribute> attributes;
  std::vector<XmlElement> children;
  std::string text;  ///< the first piece between its tags that is not blank, with &amp; and the like as written
  Place place;       ///< of its '<'
  std::shared_ptr<const std::string> file;

  Source at() const { return {*file, place.line, place.column}; }
  Source at(const XmlAttribute& attribute) const {
    return {*file, attribute.value_place.line, attribute.value_place.column};
  }
  /// The attribute with this name, or null. No name occurs twice.
  const XmlAttribute* find(std::string_view attribute) const;
};

/// Largest file that read_xml takes, in bytes.
constexpr std::size_t largest_xml_file = std::size_t{64} << 20U;

/// The root element of an XML file. Nothing outside the file is ever read. The five entities of XML itself and
/// character references are replaced; any other entity, and a DOCTYPE that declares something, is an error.
///
/// Throws Error with the place: syntax where it is not XML in UTF-8, too_large where its size, depth or number of
/// elements and attributes is beyond the limits, unreadable when the file cannot be read.
XmlElement read_xml(const std::filesystem::path& path);

/// The same for text in memory; `file` is what errors call it.
XmlElement parse_xml(std::string_view text, std::string file);

}  // namespace alembert
