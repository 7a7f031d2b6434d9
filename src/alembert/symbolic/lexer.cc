#include "alembert/symbolic/lexer.h"

#include <algorithm>
#include <array>

#include "alembert/core/text.h"

namespace alembert {
namespace {

using Kind = Token::Kind;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool starts_name(char c) { return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool continues_name(char c) { return starts_name(c) || is_digit(c); }

bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 22> words{"and",  "or",   "not",  "if",   "pi",   "sin",  "cos",  "tan",
                                                   "asin", "acos", "atan", "abs",  "exp",  "log",  "sqrt", "sign",
                                                   "min",  "max",  "sinh", "cosh", "tanh", "atan2"};
  return std::ranges::find(words, name) != words.end();
}

/// Digits from `i` on; returns where they end.
std::size_t skip_digits(std::string_view text, std::size_t i) {
  while (i < text.size() && is_digit(text[i])) ++i;
  return i;
}

/// Where an index such as "[0]" that opens at `i` ends, or `i` when it is not closed on its line.
std::size_t skip_index(std::string_view text, std::size_t i) {
  const std::size_t end = text.find_first_of("[]\n", i + 1);
  return end != text.npos && text[end] == ']' ? end + 1 : i;
}

/// True when a dot at `i` joins two parts of a name, as in rod.tip, G.1 (an angle of a gimbal) or left.`upper-arm`.
bool joins_parts(std::string_view text, std::size_t i) {
  return i + 1 < text.size() && text[i] == '.' && (continues_name(text[i + 1]) || text[i + 1] == '`');
}

bool is_identifier(std::string_view name) {
  if (name.empty() || !starts_name(name[0])) return false;
  std::size_t i = 0;
  while (i < name.size()) {
    std::size_t end = i;
    if (continues_name(name[i]) || (joins_parts(name, i) && name[i + 1] != '`'))
      end = i + 1;
    else if (name[i] == '[')
      end = skip_index(name, i);
    if (end == i) return false;
    // After an index only a further part or index may follow, not letters.
    if (name[i] == '[' && end < name.size() && continues_name(name[end])) return false;
    i = end;
  }
  return true;
}

}  // namespace

Source place_in(std::string_view text, std::size_t offset, const Source& at) {
  Source place = at;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    if (text[i] == '\n') {
      if (place.line > 0) ++place.line;
      place.column = 1;
    } else if (!continues_character(text[i])) {
      ++place.column;
    }
  }
  return place;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  std::size_t size = text.size() > longest ? longest : text.size();
  while (size < text.size() && size > 0 && continues_character(text[size])) --size;
  for (const char c : text.substr(0, size)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      result += c;
    } else {
      constexpr std::string_view hex = "0123456789abcdef";
      result += "\\x";
      result += hex[byte / 16];
      result += hex[byte % 16];
    }
  }
  result += size < text.size() ? "...'" : "'";
  return result;
}

std::string written_name(std::string_view name) {
  if (is_identifier(name) && !is_reserved(name)) return std::string(name);
  std::string result = "`";
  for (const char c : name) {
    if (c == '`') result += c;  // doubled inside backquotes
    result += c;
  }
  result += '`';
  return result;
}

Source Lexer::place(std::size_t offset) const { return place_in(text_, offset, at_); }

void Lexer::fail(std::size_t offset, const std::string& message, const std::string& hint) const {
  throw Error(Error::Code::syntax, message, place(offset), hint);
}

void Lexer::skip_space() {
  while (next_ < text_.size() && is_space(text_[next_])) ++next_;
}

bool Lexer::at_parenthesis() const {
  std::size_t i = next_;
  while (i < text_.size() && is_space(text_[i])) ++i;
  return i < text_.size() && text_[i] == '(';
}

Token Lexer::take(Kind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.offset = next_;
  token.text = text_.substr(next_, length);
  next_ += length;
  return token;
}

Token Lexer::next() {
  skip_space();
  if (next_ == text_.size()) return take(Kind::end, 0);
  const char c = text_[next_];
  const bool point = c == '.' && next_ + 1 < text_.size() && is_digit(text_[next_ + 1]);
  if (is_digit(c) || point) return number();
  if (starts_name(c) || c == '`') return name();
  return symbol();
}

Token Lexer::number() {
  std::size_t end = skip_digits(text_, next_);
  if (end < text_.size() && text_[end] == '.') end = skip_digits(text_, end + 1);
  if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
    std::size_t digits = end + 1;
    if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
    if (digits < text_.size() && is_digit(text_[digits])) end = skip_digits(text_, digits);
  }
  return take(Kind::number, end - next_);
}

/// Reads `...` at next_ and adds it to unquoted_; two backquotes stand for one.
void Lexer::quoted_part() {
  const std::size_t open = next_++;
  const std::size_t before = unquoted_.size();
  for (;; ++next_) {
    if (next_ == text_.size()) fail(open, "a backquote is never closed", "write names as `left-knee`");
    if (text_[next_] == '`') {
      if (next_ + 1 == text_.size() || text_[next_ + 1] != '`') break;
      ++next_;
    }
    unquoted_ += text_[next_];
  }
  ++next_;
  if (unquoted_.size() == before) fail(open, "a name is missing between the backquotes", "write names as `left-knee`");
}

void Lexer::index_part() {
  const std::size_t end = skip_index(text_, next_);
  if (end == next_) fail(next_, "'[' is never closed", "write the index as in link[0].tip.x");
  unquoted_ += text_.substr(next_, end - next_);
  next_ = end;
}

Token Lexer::name() {
  const std::size_t start = next_;
  bool quoted = false;
  unquoted_.clear();
  for (bool more = true; more;) {
    if (text_[next_] == '`') {
      quoted = true;
      quoted_part();
    } else {
      const std::size_t part = next_;
      while (next_ < text_.size() && continues_name(text_[next_])) ++next_;
      unquoted_ += text_.substr(part, next_ - part);
    }
    while (next_ < text_.size() && text_[next_] == '[') index_part();
    more = joins_parts(text_, next_);
    if (more) unquoted_ += text_[next_++];
  }
  const std::size_t name_end = next_;
  while (next_ < text_.size() && text_[next_] == '\'') ++next_;
  Token token;
  token.kind = Kind::name;
  token.offset = start;
  token.text = text_.substr(start, next_ - start);
  token.name = unquoted_;
  token.primes = static_cast<int>(std::min<std::size_t>(next_ - name_end, 1'000'000));
  token.quoted = quoted;
  if (token.text == "and") token.kind = Kind::word_and;
  if (token.text == "or") token.kind = Kind::word_or;
  if (token.text == "not") token.kind = Kind::word_not;
  return token;
}

Token Lexer::symbol() {
  struct Sign {
    std::string_view text;
    Kind kind;
  };
  struct Slip {
    std::string_view text;
    const char* hint;
  };
  constexpr std::array<Sign, 15> signs{{{"<=", Kind::less_equal},
                                        {">=", Kind::greater_equal},
                                        {"==", Kind::equal},
                                        {"!=", Kind::not_equal},
                                        {"(", Kind::open},
                                        {")", Kind::close},
                                        {",", Kind::comma},
                                        {"+", Kind::plus},
                                        {"-", Kind::minus},
                                        {"*", Kind::star},
                                        {"/", Kind::slash},
                                        {"^", Kind::caret},
                                        {"<", Kind::less},
                                        {">", Kind::greater},
                                        {"'", Kind::prime}}};
  constexpr std::array<Slip, 10> slips{{{"**", "write ^ for a power: x^2"},
                                        {"#", "# is the running number in tables with count = ..."},
                                        {"=<", "write <="},
                                        {"=>", "write >="},
                                        {"&&", "write and"},
                                        {"||", "write or"},
                                        {"=", "write == to compare"},
                                        {"&", "write and"},
                                        {"|", "write or; for a magnitude write abs(x)"},
                                        {"!", "write not"}}};
  const std::string_view rest = text_.substr(next_);
  const auto fits = [&](const auto& entry) { return rest.starts_with(entry.text); };
  const auto slip = std::ranges::find_if(slips, fits);
  const auto sign = std::ranges::find_if(signs, fits);
  if (slip != slips.end() && (sign == signs.end() || sign->text.size() < slip->text.size()))
    fail(next_, shown(slip->text) + " is not an operator", slip->hint);
  if (sign == signs.end())
    fail(next_, "unexpected character " + shown(rest.substr(0, 1)),
         rest[0] == '"' ? "write '' (two primes) for an acceleration" : "names with such characters go in backquotes");
  return take(sign->kind, sign->text.size());
}

}  // namespace alembert
