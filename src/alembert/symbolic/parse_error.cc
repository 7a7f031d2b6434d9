#include "alembert/symbolic/parse_error.h"

#include "alembert/core/text.h"

namespace alembert {
namespace {

using Kind = Token::Kind;

bool is_operator(Kind kind) { return kind >= Kind::plus; }

}  // namespace

void ParseError::fail(std::size_t offset, const std::string& message, const std::string& hint) const {
  throw Error(Error::Code::syntax, message, lexer_.place(offset), hint);
}

void ParseError::missing_operand(const Token& token, const Token& before) const {
  if (token.kind == Kind::prime) fail(token.offset, "a prime follows no name", "a prime marks a rate, as in theta'");
  const bool ends = token.kind == Kind::end || token.kind == Kind::close || token.kind == Kind::comma;
  if (!ends) fail(token.offset, "a value is missing before " + shown(token.text), "write a number, a name or (...)");
  if (before.kind == Kind::comma && token.kind != Kind::comma)
    fail(before.offset, "nothing follows the comma", "remove it, or write the next argument");
  if (is_operator(before.kind))
    fail(before.offset, "nothing follows " + shown(before.text), "write a number, a name or (...) after it");
  if (token.kind == Kind::comma) fail(token.offset, "a value is missing before the comma", "write the argument");
  if (token.kind == Kind::close && before.kind == Kind::open)
    fail(before.offset, "nothing stands between the parentheses", "write a number, a name or a formula");
  if (token.kind == Kind::close) fail(token.offset, "')' closes nothing", "remove it, or open a '(' before it");
  if (before.kind == Kind::open) fail(before.offset, "'(' is never closed", "write the formula and ')'");
  fail(token.offset, "the expression is empty", "write a number, a name or a formula");
}

void ParseError::missing_operator(const Token& token, const Token& before) const {
  if (token.kind == Kind::prime)
    fail(token.offset, "a prime can only follow a name",
         "a prime marks the rate of a name, as in theta'; give the formula a name to differentiate it");
  if (token.kind == Kind::word_not)
    fail(token.offset, "an operator is missing before 'not'", "write and or or between the two conditions");
  std::string hint = "write * to multiply";
  const bool after_number = before.kind == Kind::number && token.kind == Kind::name;
  if (after_number && before.text.size() + token.text.size() < 40)
    hint += ": " + std::string(before.text) + "*" + std::string(token.text);
  if (after_number) hint += "; a unit may only follow a number that stands alone, as in \"30 deg\"";
  fail(token.offset, "an operator is missing between " + shown(before.text) + " and " + shown(token.text), hint);
}

void ParseError::not_a_function(const Token& name) const {
  if (names_.find(name.name, name.primes))
    fail(name.offset, shown(name.text) + " is not a function",
         "write * to multiply: " + written_name(name.name) + std::string(static_cast<std::size_t>(name.primes), '\'') +
             "*(...)");
  std::vector<std::string> known = names_.functions();
  for (const Function& f : language_functions()) known.emplace_back(f.name);
  throw Error(Error::Code::unknown_name, "unknown function " + shown(name.text), lexer_.place(name.offset),
              did_you_mean(name.name, known));
}

void ParseError::unknown_name(const Token& name) const {
  if (!name.quoted && find_function(name.name) != nullptr)
    fail(name.offset, "the function " + shown(name.text) + " has no arguments",
         "write them in parentheses: " + std::string(name.name) + "(...)");
  if (name.primes > 0 && names_.find(name.name, 0))
    throw Error(Error::Code::unknown_name, shown(name.name) + " has no derivative of that order here",
                lexer_.place(name.offset), "derivatives are known of coordinates and of what is made from them");
  std::vector<std::string> known = names_.known();
  known.emplace_back("pi");
  throw Error(Error::Code::unknown_name, "unknown name " + shown(name.name), lexer_.place(name.offset),
              did_you_mean(name.name, known));
}

void ParseError::wrong_count(std::string_view function, std::size_t takes, std::size_t given,
                             std::size_t offset) const {
  const std::string name(function);
  if (takes == Function::odd)
    fail(offset, name + " takes conditions, each with its value, and a last value, " + std::to_string(given) + " given",
         "write " + name + "(condition, value, condition, value, value otherwise)");
  std::string hint = "write " + name + "(x)";
  if (takes == 2) hint = "write " + name + "(a, b)";
  if (name == "atan2") hint = "write atan2(y, x)";
  if ((name == "min" || name == "max") && given > 2) hint = "nest them: " + name + "(a, " + name + "(b, c))";
  if (name == "if") hint = "write if(condition, value, other value)";
  if (name == "clamp") hint = "write clamp(x, lowest, highest)";
  fail(offset,
       name + " takes " + std::to_string(takes) + (takes == 1 ? " argument, " : " arguments, ") +
           std::to_string(given) + " given",
       hint);
}

}  // namespace alembert
