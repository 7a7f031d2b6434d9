#include "alembert/io/adm/adm_json.h"

#include <charconv>
#include <unordered_set>

#include "alembert/core/text.h"
#include "alembert/io/adm/adm_cursor.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr int deepest = 64;
constexpr std::size_t most_json_values = 1'000'000;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_operator(char c) { return c != '\0' && std::string_view("+-*/^(,<>=").find(c) != std::string_view::npos; }
bool starts_key(char c) { return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

/// True for 2, -0.5, 1., .5, +1e-3.
bool is_decimal(std::string_view text) {
  std::size_t i = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  std::size_t digits = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
  if (i < text.size() && text[i] == '.') ++i;
  for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
  if (digits == 0) return false;
  if (i == text.size()) return true;
  if (text[i] != 'e' && text[i] != 'E') return false;
  ++i;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  return i < text.size() && text.find_first_not_of("0123456789", i) == std::string_view::npos;
}

class LooseJson {
 public:
  LooseJson(std::string_view text, std::string file) : cursor_(text, std::move(file)) {}

  Value document() {
    cursor_.skip_blanks();
    if (cursor_.peek() != '{')
      cursor_.fail("the file does not start with '{'", cursor_.place(), "it is one object: { \"name\": \"...\", ... }");
    Value root = object(0);
    cursor_.skip_blanks();
    if (!cursor_.at_end())
      cursor_.fail("unexpected " + cursor_.shown_here() + " behind the object", cursor_.place(),
                   "is a bracket closed too early?");
    return root;
  }

 private:
  Value made(Value::Kind kind) {
    Value value;
    value.kind = kind;
    value.place = cursor_.place();
    value.file = cursor_.file();
    if (++values_ > most_json_values)
      throw Error(Error::Code::too_large, "more than " + std::to_string(most_json_values) + " values", value.at(),
                  "a model file needs far fewer");
    return value;
  }

  /// Opens an object or a list.
  Value opened(Value::Kind kind, int depth) {
    Value value = made(kind);
    if (depth >= deepest)
      throw Error(Error::Code::too_large, "lists and objects nest too deeply", value.at(),
                  "a model file has a few levels");
    cursor_.advance();
    cursor_.skip_blanks();
    return value;
  }

  void expect_more(const Value& opening, const char* bracket) const {
    if (!cursor_.at_end()) return;
    cursor_.fail(std::string("'") + bracket + "' is never closed", opening.place,
                 "is a closing bracket or quote missing?");
  }

  Value object(int depth) {
    Value table = opened(Value::Kind::table, depth);
    std::unordered_set<std::string> keys;
    while (cursor_.peek() != '}') {
      expect_more(table, "{");
      Entry entry;
      entry.place = cursor_.place();
      entry.key = key();
      if (!keys.insert(entry.key).second)
        throw Error(Error::Code::duplicate_name, "the key " + shown(entry.key) + " stands twice in one object",
                    {*cursor_.file(), entry.place.line, entry.place.column}, "keep one of them");
      entry.value = value(depth);
      if (!entry.value.is(Value::Kind::other)) table.entries.push_back(std::move(entry));
      separator(false);
    }
    cursor_.advance();
    return table;
  }

  Value list(int depth) {
    Value array = opened(Value::Kind::array, depth);
    while (cursor_.peek() != ']') {
      expect_more(array, "[");
      Value item = value(depth);
      if (item.is(Value::Kind::other))
        cursor_.fail("null has no meaning in a list", item.place, "write a number, or leave it out");
      array.items.push_back(std::move(item));
      separator(true);
    }
    cursor_.advance();
    return array;
  }

  /// What may stand between two members.
  void separator(bool in_list) {
    cursor_.skip_blanks();
    if (cursor_.peek() != ',' && !(in_list && cursor_.peek() == ';')) return;
    cursor_.advance();
    cursor_.skip_blanks();
    if (cursor_.peek() == ',') cursor_.fail("two commas in a row", cursor_.place(), "remove one, or write the value");
  }

  /// A key and its colon.
  std::string key() {
    std::string name;
    if (cursor_.peek() == '"' || cursor_.peek() == '\'') {
      name = quoted().text;
    } else if (starts_key(cursor_.peek())) {
      for (; starts_key(cursor_.peek()) || is_digit(cursor_.peek()); cursor_.advance()) name += cursor_.peek();
    } else {
      cursor_.fail("expected a key, found " + cursor_.shown_here(), cursor_.place(), "write \"key\": value");
    }
    cursor_.skip_blanks();
    if (cursor_.peek() != ':')
      cursor_.fail("expected ':' behind the key " + shown(name) + ", found " + cursor_.shown_here(), cursor_.place(),
                   "write \"key\": value; is a comma or a quote missing before it?");
    cursor_.advance();
    cursor_.skip_blanks();
    return name;
  }

  Value value(int depth) {
    switch (cursor_.peek()) {
      case '{': return object(depth + 1);
      case '[': return list(depth + 1);
      case '"':
      case '\'': return quoted();
      default: return bare();
    }
  }

  Value quoted() {
    Value text = made(Value::Kind::text);
    const char quote = cursor_.peek();
    cursor_.advance();
    text.text_place = cursor_.place();
    while (cursor_.peek() != quote || cursor_.at_end()) {
      const char c = cursor_.peek();
      if (cursor_.at_end() || c == '\n')
        cursor_.fail("a quote is never closed", text.place, "close the text on the same line");
      if (static_cast<unsigned char>(c) < 0x20 && c != '\t')
        cursor_.fail("a text holds a control character", cursor_.place(), "write \\n or \\t, or remove it");
      if (c == '\\') {
        escape(text.text);
      } else {
        text.text += c;
        cursor_.advance();
      }
    }
    cursor_.advance();
    return text;
  }

  /// \n, \", \u00e9: adds what it stands for.
  void escape(std::string& text) {
    static constexpr std::string_view letters = "\"'\\/bfnrt", meanings = "\"'\\/\b\f\n\r\t";
    const Place at = cursor_.place();
    const std::size_t which = cursor_.peek(1) == '\0' ? std::string_view::npos : letters.find(cursor_.peek(1));
    if (which != std::string_view::npos) {
      text += meanings[which];
      return cursor_.advance(2);
    }
    if (cursor_.peek(1) != 'u')
      cursor_.fail("unknown escape " + shown(cursor_.rest().substr(0, 2)), at, "a backslash itself is written \\\\");
    unsigned code = code_unit(at);
    if (code >= 0xD800U && code < 0xDC00U && cursor_.rest().starts_with("\\u")) {
      const unsigned low = code_unit(at);
      if (low >= 0xDC00U && low < 0xE000U) code = 0x10000U + ((code - 0xD800U) << 10U) + (low - 0xDC00U);
    }
    if (code >= 0xD800U && code < 0xE000U) cursor_.fail("half of a character", at, "\\ud83d\\ude00 goes in pairs");
    append_character(code, text);
  }

  /// The four hexadecimal digits behind \u.
  unsigned code_unit(Place at) {
    const std::string_view digits = cursor_.rest().substr(2, 4);
    unsigned code = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() < 4 || end.ec != std::errc() || end.ptr != digits.data() + digits.size())
      cursor_.fail("\\u needs four hexadecimal digits", at, "write \\u00e9");
    cursor_.advance(6);
    return code;
  }

  static void append_character(unsigned code, std::string& text) {
    const auto byte = [&](unsigned lead, unsigned bits) { text += static_cast<char>(lead | bits); };
    if (code < 0x80U) return byte(0, code);
    if (code < 0x800U) {
      byte(0xC0U, code >> 6U);
    } else {
      if (code < 0x10000U) {
        byte(0xE0U, code >> 12U);
      } else {
        byte(0xF0U, code >> 18U);
        byte(0x80U, (code >> 12U) & 0x3FU);
      }
      byte(0x80U, (code >> 6U) & 0x3FU);
    }
    byte(0x80U, code & 0x3FU);
  }

  /// A value without quotes.
  Value bare() {
    Value value = made(Value::Kind::text);
    value.text_place = value.place;
    int parentheses = 0;
    while (!cursor_.at_end() && !ends_bare(value.text, parentheses)) {
      const char c = cursor_.peek();
      if (c == '(') ++parentheses;
      if (c == ')') --parentheses;
      value.text += c;
      cursor_.advance();
      for (; is_blank(c) && is_blank(cursor_.peek()); cursor_.advance()) value.text += ' ';  // decided for all of them
    }
    value.text = trimmed(value.text);
    if (value.text.empty())
      cursor_.fail("expected a value, found " + cursor_.shown_here(), cursor_.place(),
                   "write a number, \"text\", [list] or {object}");
    recognise(value);
    return value;
  }

  bool ends_bare(const std::string& before, int parentheses) const {
    const char c = cursor_.peek();
    if (c == '\n' || c == ']' || c == '}' || c == '[' || c == '{' || c == ':' || c == ';' || c == '"' || c == '\'')
      return true;
    if (cursor_.at_comment()) return true;
    if (static_cast<unsigned char>(c) < 0x20 && !is_blank(c)) return true;
    if (parentheses > 0) return false;
    return c == ',' || (is_blank(c) && ends_at_blank(before));
  }

  /// Whether the value is complete at the blank here: MATLAB's rule, by which "1 -2" are two values, "1 - 2" is one.
  bool ends_at_blank(const std::string& before) const {
    const std::string_view so_far = trimmed(before);
    if (so_far.empty() || is_operator(so_far.back())) return false;
    std::size_t i = 0;
    while (is_blank(cursor_.peek(i))) ++i;
    const char next = cursor_.peek(i), after = cursor_.peek(i + 1);
    if (next == '+' || next == '-') return !is_blank(after);
    if (next == '.') return is_digit(after);  // .5 begins a value, .* goes on
    return !is_operator(next) && next != ')';
  }

  /// Numbers and the words of JSON among values without quotes.
  static void recognise(Value& value) {
    const std::string& text = value.text;
    if (text == "null") value.kind = Value::Kind::other;
    if (text == "true" || text == "false") {
      value.kind = Value::Kind::boolean;
      value.boolean = text == "true";
    }
    if (!is_decimal(text)) return;
    const bool whole = text.find_first_of(".eE") == std::string::npos;
    value.kind = whole ? Value::Kind::integer : Value::Kind::real;
    const char* first = text.data() + (text[0] == '+' ? 1 : 0);
    if (std::from_chars(first, text.data() + text.size(), value.number).ec != std::errc())
      throw Error(Error::Code::bad_value, "the number " + shown(text) + " is out of range", value.at(),
                  "exponents reach from -300 to 300");
  }

  AdmCursor cursor_;
  std::size_t values_ = 0;
};

}  // namespace

Value parse_loose_json(std::string_view text, std::string file) { return LooseJson(text, std::move(file)).document(); }

}  // namespace alembert
