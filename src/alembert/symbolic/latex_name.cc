#include "alembert/symbolic/latex_name.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "alembert/core/text.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

bool is_greek(std::string_view word) {
  constexpr std::array<std::string_view, 40> letters{
      "alpha",  "beta",  "gamma",  "delta", "epsilon",    "zeta",     "eta",     "theta",  "iota",     "kappa",
      "lambda", "mu",    "nu",     "xi",    "omicron",    "pi",       "rho",     "sigma",  "tau",      "upsilon",
      "phi",    "chi",   "psi",    "omega", "varepsilon", "vartheta", "varphi",  "varrho", "varsigma", "Gamma",
      "Delta",  "Theta", "Lambda", "Xi",    "Pi",         "Sigma",    "Upsilon", "Phi",    "Psi",      "Omega"};
  return std::ranges::find(letters, word) != letters.end();
}

/// The character at the front of UTF-8 text: its length in bytes, and 0 as code when it is not valid.
struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
};

Character front_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  std::uint32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[bytes] || code > 0x10FFFF || surrogate) return {};
  return {code, bytes};
}

/// Letters beyond ASCII that stand in \text{} as they are; lone accents, symbols, separators and private ones do not.
bool is_safe_beyond_ascii(std::uint32_t code) {
  if (code < 0xA1 || code == 0xAD || (code >= 0x300 && code <= 0x36F)) return false;
  return code < 0x2000 || (code >= 0x2E80 && code < 0xD7A4);
}

/// A word of letters and digits that starts with a letter, or a number.
std::string word(std::string_view text) {
  if (is_greek(text)) return "\\" + std::string(text);
  if (text.size() == 1 || std::ranges::all_of(text, is_digit)) return std::string(text);
  return "\\mathrm{" + std::string(text) + "}";
}

bool is_plain(std::string_view name) {
  const auto plain = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  return !name.empty() && is_letter(name[0]) && name.back() != '_' && std::ranges::all_of(name, plain) &&
         name.find("__") == name.npos;
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string result = "\\text{";
  while (!text.empty()) {
    const Character c = front_character(text);
    const char ascii = c.code < 0x80 ? static_cast<char>(c.code) : '\0';
    constexpr std::string_view escaped = "#$%&_{}", plain = " !\"'()*+,-./:;<=>?@[]`|";
    if (is_letter(ascii) || is_digit(ascii) || (ascii != '\0' && plain.find(ascii) != plain.npos)) {
      result += ascii;
    } else if (ascii != '\0' && escaped.find(ascii) != escaped.npos) {
      result += '\\';
      result += ascii;
    } else if (ascii == '\\') {
      result += "\\textbackslash{}";
    } else if (ascii == '^') {
      result += "\\textasciicircum{}";
    } else if (ascii == '~') {
      result += "\\textasciitilde{}";
    } else if (ascii == '\0' && is_safe_beyond_ascii(c.code)) {
      result += text.substr(0, c.bytes);
    } else {
      result += '?';
    }
    text.remove_prefix(c.bytes);
  }
  result += '}';
  return result;
}

LatexName split_latex_name(std::string_view name) {
  constexpr std::string_view multiplier = "lambda[";
  if (name.starts_with(multiplier) && name.ends_with(']'))
    return {"\\lambda", latex_name(name.substr(multiplier.size(), name.size() - multiplier.size() - 1))};
  if (!is_plain(name)) return {latex_text(name), {}};
  std::string_view stem = name.substr(0, name.find('_'));
  std::string_view rest = name.substr(stem.size());
  std::size_t letters = stem.size();
  while (is_digit(stem[letters - 1])) --letters;
  LatexName result{word(stem.substr(0, letters)), std::string(stem.substr(letters))};
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find('_'));
    if (!result.subscript.empty()) result.subscript += ',';
    result.subscript += word(part);
    rest.remove_prefix(part.size());
  }
  return result;
}

std::string latex_symbol(std::string_view name, int order) {
  const LatexName parts = split_latex_name(name);
  std::string text = parts.stem;
  if (order == 1) text = "\\dot{" + text + "}";
  if (order == 2) text = "\\ddot{" + text + "}";
  if (!parts.subscript.empty()) text += "_{" + parts.subscript + "}";
  if (order > 2) text += "^{(" + std::to_string(order) + ")}";
  return text;
}

std::string latex_name(std::string_view name) { return latex_symbol(name, 0); }

}  // namespace alembert
