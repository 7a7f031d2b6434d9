#include "alembert/io/adm/adm_function.h"

#include <array>
#include <vector>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/parse.h"

namespace alembert {
namespace {

/// t, or nothing at all.
class TimeAlone final : public Names {
 public:
  explicit TimeAlone(bool time) : time_(time) {}

  std::optional<Expr> find(std::string_view name, int primes) const override {
    if (name != "t") return {};
    if (!time_)
      throw Error(Error::Code::bad_value, "t cannot be used here", {}, "write a number, or a formula of numbers");
    if (primes > 0) throw Error(Error::Code::bad_value, "t has no prime", {}, "remove the prime behind t");
    return Expr::time();
  }
  std::vector<std::string> known() const override {
    return time_ ? std::vector<std::string>{"t", "pi"} : std::vector<std::string>{"pi"};
  }

 private:
  bool time_;
};

/// The text with .* ./ .^ as * / ^, every character at its place.
std::string without_dots(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '.' && (text[i + 1] == '*' || text[i + 1] == '/' || text[i + 1] == '^')) text[i] = ' ';
  return text;
}

/// Throws at the second ^ of a chain.
void refuse_power_chain(std::string_view text, const Source& at) {
  Lexer lexer(text, at);
  std::vector<bool> in_power{false};  // one for each open parenthesis
  Token::Kind before = Token::Kind::end;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    const bool sign = token.kind == Token::Kind::minus || token.kind == Token::Kind::plus;
    if (sign && before == Token::Kind::caret) continue;
    switch (token.kind) {
      case Token::Kind::open: in_power.push_back(false); break;
      case Token::Kind::close:
        if (in_power.size() > 1) in_power.pop_back();
        break;
      case Token::Kind::caret:
        if (in_power.back())
          throw Error(Error::Code::syntax, "a^b^c means (a^b)^c in MATLAB and a^(b^c) elsewhere",
                      lexer.place(token.offset), "write the parentheses");
        in_power.back() = true;
        break;
      case Token::Kind::number:
      case Token::Kind::name: break;
      default: in_power.back() = false;
    }
    before = token.kind;
  }
}

bool is_none(const Value& value) {
  if (!value.is(Value::Kind::text)) return false;
  const std::string_view text = trimmed(value.text);
  return text.empty() || text == "NONE" || text == "none" || text == "None";
}

bool is_number(const Value& value) { return value.is(Value::Kind::integer) || value.is(Value::Kind::real); }

}  // namespace

Value number_value(Value value) {
  if (!is_number(value)) value.text = without_dots(std::move(value.text));
  return value;
}

std::string number_text(const Value& value) {
  if (is_number(value) && value.number >= 0.0) return value.text;
  return "(" + number_value(value).text + ")";
}

Expr AdmFormulas::parsed(const Value& value, const std::string& text, const std::string& path, bool with_time) {
  try {
    refuse_power_chain(text, value.text_at());
    return parse_expression(text, TimeAlone(with_time), value.text_at());
  } catch (const Error& error) {
    throw Error(error.code(), path + ": " + error.message(), error.at().line > 0 ? error.at() : value.text_at(),
                error.hint());
  }
}

std::optional<AdmFunction> AdmFormulas::function(const Value* value, const std::string& path) {
  if (value == nullptr || is_none(*value)) return {};
  if (is_number(*value)) return AdmFunction{number_text(*value), false, value->at()};
  if (!value->is(Value::Kind::text))
    fail_wrong_type(*value, path, "a function of t", "write it as a text: \"sin(2*t)\"");
  const std::string text = without_dots(value->text);
  const GraphScope scope(scratch_);
  const std::array<Expr, 1> formula{parsed(*value, text, path, true)};
  const std::optional<std::vector<double>> constant = constant_numbers(formula);
  if (constant) check_finite(constant->front(), path, value->text_at());
  return AdmFunction{"(" + text + ")", !constant, value->text_at()};
}

double AdmFormulas::number(const Value& value, const std::string& path) {
  if (is_number(value)) return value.number;
  if (!value.is(Value::Kind::text)) fail_wrong_type(value, path, "a number");
  const GraphScope scope(scratch_);
  const std::array<Expr, 1> formula{parsed(value, without_dots(value.text), path, false)};
  const double number = constant_numbers(formula).value().front();
  check_finite(number, path, value.text_at());
  return number;
}

}  // namespace alembert
