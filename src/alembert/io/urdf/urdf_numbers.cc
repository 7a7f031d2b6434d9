#include "alembert/io/urdf/urdf_numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/core/text.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t longest_number = 1000;  ///< characters; exact numbers of any length would cost time without end

struct Word {
  std::string_view text;
  std::size_t offset;
};

/// The words of a text, of which only the first few are of interest.
struct Words {
  std::vector<Word> first;
  std::size_t count = 0;
};

Words words_of(std::string_view text, std::size_t interest) {
  Words words;
  std::size_t begin = text.find_first_not_of(blanks);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    if (words.count++ < interest) words.first.push_back({text.substr(begin, end - begin), begin});
    begin = text.find_first_not_of(blanks, end);
  }
  return words;
}

std::string path_of(const XmlElement& element, const XmlAttribute& attribute, const std::string& owner) {
  return owner + ": <" + element.name + "> " + attribute.name;
}

Expr number_of(const Word& word, const XmlElement& element, const XmlAttribute& attribute, const std::string& owner) {
  std::optional<Rational> exact;
  if (word.text.size() <= longest_number) exact = Rational::from_decimal(word.text);
  if (exact && std::isfinite(exact->to_double())) return Expr(*exact);
  const Source at = place_in(attribute.value, word.offset, element.at(attribute));
  refuse_xacro(word.text, at);
  throw Error(
      Error::Code::bad_value, path_of(element, attribute, owner) + ": " + shown(word.text) + " is not a number", at,
      word.text.find(',') != std::string_view::npos ? "numbers are separated by blanks, with a point for decimals"
                                                    : "write a finite decimal number, such as 0.5 or 1e-3");
}

std::vector<Expr> numbers_of(const XmlElement& element, const XmlAttribute& attribute, std::size_t count,
                             const std::string& owner) {
  const Words words = words_of(attribute.value, count);
  std::vector<Expr> numbers;
  for (const Word& word : words.first) numbers.push_back(number_of(word, element, attribute, owner));
  if (words.count == count) return numbers;
  throw Error(Error::Code::bad_value,
              path_of(element, attribute, owner) + " has " + std::to_string(words.count) + " numbers in place of " +
                  std::to_string(count),
              element.at(attribute),
              count == 1 ? "write one number" : "write " + std::to_string(count) + " numbers separated by blanks");
}

}  // namespace

void refuse_xacro(std::string_view text, const Source& at) {
  if (text.find("${") == std::string_view::npos && text.find("$(") == std::string_view::npos) return;
  throw Error(Error::Code::unsupported, shown(text) + " is a xacro expression", at,
              "expand the file first: xacro robot.urdf.xacro > robot.urdf");
}

std::optional<Expr> read_number(const XmlElement& element, std::string_view attribute, const std::string& owner) {
  const XmlAttribute* found = element.find(attribute);
  if (found == nullptr) return {};
  return numbers_of(element, *found, 1, owner)[0];
}

Expr need_number(const XmlElement& element, std::string_view attribute, const std::string& owner) {
  if (const std::optional<Expr> number = read_number(element, attribute, owner)) return *number;
  throw Error(Error::Code::bad_value, owner + ": <" + element.name + "> has no " + std::string(attribute), element.at(),
              "write <" + element.name + " " + std::string(attribute) + "=\"...\">");
}

std::optional<Vec3<Expr>> read_vector(const XmlElement& element, std::string_view attribute, const std::string& owner) {
  const XmlAttribute* found = element.find(attribute);
  if (found == nullptr) return {};
  const std::vector<Expr> n = numbers_of(element, *found, 3, owner);
  return Vec3<Expr>{n[0], n[1], n[2]};
}

std::optional<std::array<Expr, 4>> read_quadruple(const XmlElement& element, std::string_view attribute,
                                                  const std::string& owner) {
  const XmlAttribute* found = element.find(attribute);
  if (found == nullptr) return {};
  const std::vector<Expr> n = numbers_of(element, *found, 4, owner);
  return std::array<Expr, 4>{n[0], n[1], n[2], n[3]};
}

}  // namespace alembert
