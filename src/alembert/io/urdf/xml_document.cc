/// The only file that includes pugixml.
#include "alembert/io/urdf/xml_document.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <pugixml.hpp>
#include <system_error>
#include <utility>

#include "alembert/core/output_file.h"
#include "alembert/io/urdf/xml_guard.h"
#include "alembert/io/urdf/xml_places.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr int most_depth = 64;

/// The character that digits of a reference stand for, or 0 when XML has no such character.
std::uint32_t referenced_character(std::string_view digits, int base) {
  std::uint32_t c = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), c, base);
  if (end.ec != std::errc() || end.ptr != digits.data() + digits.size()) return 0;
  const bool plain = c >= 0x20 && c <= 0xD7FF;
  const bool blank = c == '\t' || c == '\n' || c == '\r';
  return plain || blank || (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF) ? c : 0;
}

/// How long the reference at the start of `text` is, if it is one that XML itself knows; else 0.
std::size_t known_reference(std::string_view text) {
  for (const std::string_view known : {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"})
    if (text.starts_with(known)) return known.size();
  const std::size_t end = text.find(';');
  if (!text.starts_with("&#") || end == std::string_view::npos) return 0;
  const bool hex = text.substr(2).starts_with('x');
  const std::size_t first = hex ? 3 : 2;
  return referenced_character(text.substr(first, end - first), hex ? 16 : 10) == 0 ? 0 : end + 1;
}

/// Copies the library's tree into ours. Offsets of the library are bytes of the text it was given.
class XmlCopier {
 public:
  XmlCopier(std::string_view text, std::shared_ptr<const std::string> file)
      : text_(text), places_(text), file_(std::move(file)) {}

  XmlElement copy(const pugi::xml_node& node, int depth) {
    const auto offset = static_cast<std::size_t>(node.offset_debug());
    XmlElement element;
    element.file = file_;
    element.name = node.name();
    element.place = places_.at(offset - 1);
    if (depth > most_depth)
      throw Error(Error::Code::too_large, "elements nest more than " + std::to_string(most_depth) + " deep",
                  element.at(), "is an end tag missing further up?");
    element.text = node.child_value();
    copy_attributes(node, offset, element);
    for (const pugi::xml_node& child : node)
      if (child.type() == pugi::node_element) element.children.push_back(copy(child, depth + 1));
    return element;
  }

  /// Refuses declarations of entities: they are how a short file asks for a long one, or for files of the machine.
  void check_doctype(const pugi::xml_node& node) {
    const std::string_view value = node.value();
    if (value.find('[') == std::string_view::npos) return;
    const Place place = places_.at(static_cast<std::size_t>(node.offset_debug()));
    throw Error(Error::Code::unsupported, "the DOCTYPE declares entities or elements",
                {*file_, place.line, place.column}, "remove the declarations: entities are never expanded");
  }

 private:
  void copy_attributes(const pugi::xml_node& node, std::size_t offset, XmlElement& element) {
    const std::vector<AttributeSpan> spans = attributes_at(text_, offset);
    std::size_t i = 0;
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      if (i == spans.size()) break;
      const AttributeSpan& span = spans[i++];
      const Place name_place = places_.at(span.name);
      check_references(span);
      element.attributes.push_back({attribute.name(), attribute.value(), name_place, places_.at(span.value)});
    }
    check_unique(element);
  }

  void check_references(const AttributeSpan& span) {
    for (std::size_t i = span.text.find('&'); i != std::string_view::npos; i = span.text.find('&', i)) {
      const std::size_t length = known_reference(span.text.substr(i));
      if (length == 0) {
        const Place place = places_.at(span.value + i);
        throw Error(Error::Code::syntax, "unknown entity " + shown(span.text.substr(i, span.text.find(';', i) + 1 - i)),
                    {*file_, place.line, place.column},
                    "entities of one's own are never expanded; a plain & is written &amp;");
      }
      i += length;
    }
  }

  void check_unique(const XmlElement& element) const {
    if (element.attributes.size() < 2) return;
    std::vector<const XmlAttribute*> sorted;
    for (const XmlAttribute& a : element.attributes) sorted.push_back(&a);
    std::ranges::stable_sort(sorted, {}, [](const XmlAttribute* a) -> const std::string& { return a->name; });
    const auto twice = std::ranges::adjacent_find(
        sorted, [](const XmlAttribute* a, const XmlAttribute* b) { return a->name == b->name; });
    if (twice == sorted.end()) return;
    const XmlAttribute& second = **(twice + 1);
    throw Error(Error::Code::duplicate_name,
                "<" + element.name + "> has the attribute " + shown(second.name) + " twice",
                {*file_, second.place.line, second.place.column}, "keep one of them");
  }

  std::string_view text_;
  XmlPlaces places_;
  std::shared_ptr<const std::string> file_;
};

struct SyntaxRule {
  pugi::xml_parse_status status;
  std::string_view opening;  ///< how what is never closed begins: the error points there
  const char* words;
  const char* hint;
};
constexpr std::array<SyntaxRule, 9> syntax_rules{{
    {pugi::status_bad_comment, "<!--", "a comment is never closed", "comments are <!-- ... -->"},
    {pugi::status_bad_cdata, "<![CDATA[", "a CDATA section is never closed", "it ends with ]]>"},
    {pugi::status_bad_doctype, "<!DOCTYPE", "a DOCTYPE is not closed", "remove it: it is not needed"},
    {pugi::status_bad_pi, "<?", "a <? ... ?> instruction is not closed", "it ends with ?>"},
    {pugi::status_bad_start_element, "", "a start tag is not complete",
     "tags are <name attribute=\"value\"> or <name/>"},
    {pugi::status_bad_attribute, "", "an attribute is not complete", "attributes are name=\"value\""},
    {pugi::status_bad_end_element, "", "an end tag is not complete", "end tags are </name>"},
    {pugi::status_end_element_mismatch, "", "an end tag does not fit the element that is open, or is missing",
     "every <name> needs its </name>, in the order of opening"},
    {pugi::status_no_document_element, "", "the file has no element", "is it the right file?"},
}};

[[noreturn]] void fail_syntax(const pugi::xml_parse_result& result, std::string_view text, const std::string& file) {
  const auto* const rule = std::ranges::find(syntax_rules, result.status, &SyntaxRule::status);
  std::size_t offset = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), text.size());
  if (rule != syntax_rules.end() && !rule->opening.empty())
    offset = std::min(offset, text.rfind(rule->opening, offset));
  if (result.status == pugi::status_no_document_element) offset = 0;
  const Place place = XmlPlaces(text).at(offset);
  const Source at{file, place.line, place.column};
  if (rule == syntax_rules.end())
    throw Error(Error::Code::syntax, std::string("not valid XML: ") + result.description(), at);
  throw Error(Error::Code::syntax, std::string("not valid XML: ") + rule->words, at, rule->hint);
}

}  // namespace

const XmlAttribute* XmlElement::find(std::string_view attribute) const {
  const auto it = std::ranges::find(attributes, attribute, &XmlAttribute::name);
  return it == attributes.end() ? nullptr : &*it;
}

XmlElement parse_xml(std::string_view text, std::string file) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  check_xml_limits(text, file);
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(
      text.data(), text.size(), pugi::parse_minimal | pugi::parse_escapes | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result) fail_syntax(result, text, file);
  XmlCopier copier(text, std::make_shared<const std::string>(std::move(file)));
  std::vector<XmlElement> roots;
  for (const pugi::xml_node& node : document) {
    if (node.type() == pugi::node_doctype) copier.check_doctype(node);
    if (node.type() == pugi::node_element) roots.push_back(copier.copy(node, 1));
    if (roots.size() > 1)
      throw Error(Error::Code::syntax, "not valid XML: a second element <" + roots[1].name + "> follows the first",
                  roots[1].at(), "a file has one outermost element; is an end tag too early?");
  }
  return std::move(roots.front());
}

XmlElement read_xml(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(path, ignored);
  if (!ignored && size > largest_xml_file)
    throw Error(
        Error::Code::too_large,
        "the file has " + std::to_string(size >> 20U) + " MB, more than " + std::to_string(largest_xml_file >> 20U),
        {path.string(), 0, 0}, "is it the right file? Shapes belong in mesh files of their own");
  return parse_xml(read_file(path, largest_xml_file), path.string());
}

}  // namespace alembert
