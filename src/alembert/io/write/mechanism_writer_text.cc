#include "alembert/io/write/mechanism_writer_text.h"

#include <algorithm>
#include <cstdint>

#include "alembert/core/text.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

bool is_bare(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }

/// Digits and power of ten of a number whose decimals end; no digits when they do not end soon.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal decimal_of(const Rational& size) {
  // Doubles end before 10^-400; most numbers of files long before.
  for (const int places : {20, 400}) {
    const Rational scaled = size * *Rational(10).power(places);
    if (!scaled.is_integer()) continue;
    Decimal decimal{scaled.text(), -places};
    while (decimal.digits.size() > 1 && decimal.digits.back() == '0') {
      decimal.digits.pop_back();
      ++decimal.exponent;
    }
    return decimal;
  }
  return {};
}

/// With all its zeros where these are few, otherwise with an exponent.
std::string spelled(const Decimal& decimal) {
  constexpr int most_zeros = 4, most_whole = 16;
  std::string digits = decimal.digits;
  const int point = static_cast<int>(digits.size()) + decimal.exponent;  // digits before the decimal point
  if (decimal.exponent >= 0 && point <= most_whole)
    return digits.append(static_cast<std::size_t>(decimal.exponent), '0');
  if (point > 0 && decimal.exponent < 0) return digits.insert(static_cast<std::size_t>(point), ".");
  if (point <= 0 && point > -most_zeros) return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (digits.size() > 1) digits.insert(1, ".");
  return digits + "e" + std::to_string(point - 1);
}

/// rod.tip.x as a rate: rod.tip.vx.
std::string rate_word(const std::string& word, int order) {
  std::string rate = word;
  return rate.insert(rate.rfind('.') + 1, order == 1 ? "v" : "a");
}

}  // namespace

std::string toml_string(std::string_view text) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (is_control(c)) {
      result += "\\u00";
      result += hex[static_cast<unsigned char>(c) / 16];
      result += hex[static_cast<unsigned char>(c) % 16];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string toml_key(std::string_view key) {
  if (!key.empty() && std::ranges::all_of(key, is_bare)) return std::string(key);
  return toml_string(key);
}

std::string toml_decimal(const Rational& number) {
  constexpr std::size_t longest = 100;  // TOML readers limit the digits of a number
  if (number.is_zero()) return "0";
  const Decimal decimal = decimal_of(number.abs());
  if (decimal.digits.empty() || decimal.digits.size() > longest) return {};
  return (number.sign() < 0 ? "-" : "") + spelled(decimal);
}

std::string toml_list(const std::vector<std::string>& items) { return "[" + join(items, ", ") + "]"; }

std::string toml_table(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::vector<std::string> items;
  for (const auto& [key, value] : entries) items.push_back(toml_key(key) + " = " + value);
  return "{ " + join(items, ", ") + " }";
}

MechanismWords::MechanismWords(const Mechanism& model) : model_(model) {
  for (const Measure& measure : model.measures)
    if (measure.kind == Measure::Kind::point && measure.order > 0)
      rates_[measure.symbol.id()] = rate_word(measure.word, measure.order);
}

std::string MechanismWords::value(Expr formula) const {
  if (formula.is_number())
    if (std::string decimal = toml_decimal(formula.number()); !decimal.empty()) return decimal;
  return toml_string(to_text(formula, [this](Expr e) {
    const auto it = rates_.find(e.id());
    return it == rates_.end() ? std::string() : it->second;
  }));
}

std::string MechanismWords::vector(const Vec3<Expr>& v) const {
  if (model_.planar) return toml_list({value(v.x), value(v.y)});
  return toml_list({value(v.x), value(v.y), value(v.z)});
}

std::string MechanismWords::rotation(const Orientation& R) const {
  const auto list = [&](std::size_t first, std::size_t count) {
    std::vector<std::string> items;
    for (std::size_t i = first; i < first + count; ++i) items.push_back(value(R.n[i]));
    return toml_list(items);
  };
  switch (R.kind) {
    case Orientation::Kind::identity: break;
    case Orientation::Kind::rpy: return toml_table({{"rpy", list(0, 3)}});
    case Orientation::Kind::axis_angle: return toml_table({{"axis", list(0, 3)}, {"angle", value(R.n[3])}});
    case Orientation::Kind::quaternion: return toml_table({{"quaternion", list(0, 4)}});
    case Orientation::Kind::matrix: return toml_table({{"matrix", toml_list({list(0, 3), list(3, 3), list(6, 3)})}});
    case Orientation::Kind::angle: return toml_table({{"angle", value(R.n[0])}});
  }
  return {};
}

std::string MechanismWords::body(int index) const {
  return toml_string(model_.bodies[static_cast<std::size_t>(index)].name);
}

std::string MechanismWords::point(const PointOn& p) const { return toml_list({body(p.body), vector(p.p)}); }

void TomlLines::comment(std::string_view text) {
  text_ += "# ";
  for (const char c : text) text_ += is_control(c) ? '?' : c;
  text_ += '\n';
}

void TomlLines::heading(std::string_view section) { text_.append("\n[").append(section).append("]\n"); }

void TomlLines::heading(std::string_view section, std::string_view name) {
  text_.append("\n[").append(section).append(".").append(toml_key(name)).append("]\n");
}

void TomlLines::entry(std::string_view key, const std::string& value) {
  if (!value.empty()) text_.append(toml_key(key)).append(" = ").append(value).append("\n");
}

void TomlLines::entry(std::string_view key, std::string_view name, const std::string& value) {
  text_.append(key).append(".").append(toml_key(name)).append(" = ").append(value).append("\n");
}

}  // namespace alembert
