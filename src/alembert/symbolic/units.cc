#include "alembert/symbolic/units.h"

#include <algorithm>
#include <vector>

#include "alembert/core/text.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/unit_table.h"

namespace alembert {
namespace {

constexpr int highest_power = 20;
constexpr std::size_t longest_unit = 200;

/// Removes `word` from the front of `text` if it is there.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

void skip_spaces(std::string_view& text) {
  while (take(text, " ") || take(text, "\t")) {
  }
}

/// The letters of a unit's name at the front of `text`, the micro sign spelled u.
std::string take_name(std::string_view& text) {
  std::string name;
  if (take(text, "1")) return "1";
  if (take(text, "°")) return "°";
  if (take(text, "µ") || take(text, "μ")) name = "u";
  while (!text.empty() && (is_letter(text[0]) || (!name.empty() && is_digit(text[0])))) {
    name += text[0];
    text.remove_prefix(1);
  }
  return name;
}

/// Digits with an optional sign, up to a limit that no unit needs.
std::optional<int> take_power(std::string_view& text) {
  if (take(text, "⁻¹")) return -1;
  if (take(text, "⁻²")) return -2;
  if (take(text, "²")) return 2;
  if (take(text, "³")) return 3;
  if (!take(text, "^")) return 1;
  const bool negative = take(text, "-");
  int value = 0;
  if (text.empty() || !is_digit(text[0])) return {};
  while (!text.empty() && is_digit(text[0])) {
    value = value * 10 + (text[0] - '0');
    if (value > highest_power) return {};
    text.remove_prefix(1);
  }
  return negative ? -value : value;
}

void add(Dimension& total, const Dimension& d, int times) {
  total.length += d.length * times;
  total.mass += d.mass * times;
  total.time += d.time * times;
  total.current += d.current * times;
  total.temperature += d.temperature * times;
  total.angle += d.angle * times;
}

/// Reads the unit of one quantity: factors joined by * . or a space, or divided by /.
class UnitReader {
 public:
  UnitReader(std::string_view whole, std::string_view unit, const Source& at)
      : whole_(whole), unit_(unit), rest_(unit), at_(at) {}

  Quantity read(const Rational& number) {
    if (unit_.size() > longest_unit) fail("the unit is too long", "units are such as N*m or kg/m^3");
    bool want = true;  // a factor must come next
    for (skip_spaces(rest_); !rest_.empty(); skip_spaces(rest_)) {
      if (want && group_ == 0 && take(rest_, "(")) {
        group_ = sign_;
        sign_ = 1;
      } else if (!want && group_ != 0 && take(rest_, ")")) {
        group_ = 0;
      } else if (!want && joint()) {
        want = true;
      } else {
        factor();
        want = false;
      }
    }
    if (want) fail("a unit is missing here", "units are such as N*m or kg/m^3");
    if (group_ != 0) fail("'(' is never closed", "write ')' where it ends");
    const Expr value = scaled(pow(Expr::pi(), Expr(Rational(pi_))), number * scale_);
    return {value, dimension_, std::string(unit_)};
  }

 private:
  std::size_t offset() const { return whole_.size() - rest_.size(); }

  [[noreturn]] void fail(const std::string& message, const std::string& hint) const {
    throw Error(Error::Code::syntax, message, place_in(whole_, offset(), at_), hint);
  }

  /// A sign between two factors; without one they are multiplied.
  bool joint() {
    sign_ = take(rest_, "/") ? -1 : 1;
    return sign_ < 0 || take(rest_, "*") || take(rest_, "·") || take(rest_, ".");
  }

  void factor() {
    const std::string_view before = rest_;
    const std::string name = take_name(rest_);
    if (name.empty()) fail("a unit is missing here", "units are such as N*m or kg/m^3");
    const auto unit = std::ranges::find(all_units(), name, &Unit::name);
    if (unit == all_units().end()) {
      rest_ = before;
      unknown(name);
    }
    const std::optional<int> exponent = take_power(rest_);
    if (!exponent) fail("the power of a unit must be a whole number up to 20", "write it as in m^2 or s^-1");
    apply(*unit, *exponent * sign_ * (group_ == 0 ? 1 : group_));
  }

  void apply(const Unit& unit, int times) {
    const Rational one = *Rational::from_decimal(unit.factor) / unit.divisor;
    scale_ *= *one.power(times);
    pi_ += unit.pi * times;
    add(dimension_, unit.dimension, times);
  }

  [[noreturn]] void unknown(const std::string& name) const {
    std::vector<std::string> known;
    for (const Unit& u : all_units())
      if (u.name != "1") known.emplace_back(u.name);
    std::string hint;
    if (const std::string near = nearest_word(name, known); !near.empty()) hint = "did you mean '" + near + "'? ";
    hint += shown(whole_) + " is neither a number with a unit nor, without *, an expression";
    throw Error(Error::Code::unknown_name, "unknown unit " + shown(name), place_in(whole_, offset(), at_), hint);
  }

  std::string_view whole_, unit_, rest_;
  const Source& at_;
  int sign_ = 1;   ///< -1 for the factor after a /
  int group_ = 0;  ///< inside parentheses: the sign of all that is in them
  int pi_ = 0;
  Rational scale_ = 1;
  Dimension dimension_;
};

/// Length of the decimal number at the front of `text`, with its sign; 0 when there is none.
std::size_t number_length(std::string_view text) {
  std::size_t i = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - start;
  };
  std::size_t count = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    count += digits();
  }
  if (count == 0) return 0;
  const std::size_t end = i;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (digits() == 0) return end;
  }
  return i;
}

/// True when `text` could be a unit: it starts like one and holds only what units are written with.
bool looks_like_unit(std::string_view text) {
  const bool starts = (!text.empty() && is_letter(text[0])) || text.starts_with("°") || text.starts_with("µ") ||
                      text.starts_with("μ") || text.starts_with("1/");
  if (!starts) return false;
  const std::string_view word = text.substr(0, text.find_first_of(" \t("));
  if (word == "and" || word == "or") return false;
  const auto fits = [&](const char& c) {
    constexpr std::string_view signs = " \t*./^()";
    if (c == '-') return &c != text.data() && *(&c - 1) == '^';
    return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 || signs.find(c) != signs.npos;
  };
  return std::ranges::all_of(text, fits);
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text, const Source& at) {
  std::string_view rest = text;
  skip_spaces(rest);
  const std::string_view digits = rest.substr(0, number_length(rest));
  if (digits.empty()) return {};
  rest.remove_prefix(digits.size());
  const std::size_t size = rest.size();
  skip_spaces(rest);
  if (rest.size() == size || !looks_like_unit(rest)) return {};
  const std::optional<Rational> number = Rational::from_decimal(digits);
  if (!number)
    throw Error(Error::Code::bad_value, "the number " + shown(digits) + " is out of range",
                place_in(text, static_cast<std::size_t>(digits.data() - text.data()), at),
                "exponents reach from -400 to 400");
  while (rest.back() == ' ' || rest.back() == '\t') {
    rest.remove_suffix(1);
    text.remove_suffix(1);
  }
  return UnitReader(text, rest, at).read(*number);
}

}  // namespace alembert
