#include "alembert/io/formulas/formula_reader.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/toml/table_reader.h"

namespace alembert {
namespace {

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

Expr read_number(const Value& value, const std::string& path) {
  if (!std::isfinite(value.number))
    throw Error(Error::Code::bad_value, path + " is " + shortest(value.number), value.at(), "write a finite number");
  if (const std::optional<Rational> exact = Rational::from_decimal(value.text)) return Expr(*exact);
  return Expr(value.number);
}

}  // namespace

Expr read_expression(const Value& text, const std::string& path, const Names& names, Domain* domain) {
  if (is_blank(text.text))
    throw Error(Error::Code::syntax, path + " is empty", text.at(), "write a number or an expression");
  try {
    return parse_expression(text.text, names, text.text_at(), domain);
  } catch (const Error& error) {
    const bool named = error.message().find(path) != std::string::npos;
    throw Error(error.code(), named ? error.message() : path + ": " + error.message(),
                error.at().line > 0 ? error.at() : text.text_at(), error.hint());
  }
}

Formula read_formula(const Value& value, const std::string& path, const Names& names) {
  if (value.is(Value::Kind::integer) || value.is(Value::Kind::real))
    return {{read_number(value, path), value.at()}, {}, {}};
  if (value.is(Value::Kind::table))
    fail_wrong_type(value, path, "a number or an expression", "a name with a dot stands in quotes: \"a.b\" = 1");
  if (!value.is(Value::Kind::text)) fail_wrong_type(value, path, "a number or an expression");
  if (std::optional<Quantity> quantity = parse_quantity(value.text, value.text_at()))
    return {{quantity->value, value.text_at()}, quantity->dimension, std::move(quantity->unit)};
  Domain domain;
  Written written{read_expression(value, path, names, &domain), value.text_at()};
  if (!domain.parts.empty()) written.domain = std::make_shared<const Domain>(std::move(domain));
  return {std::move(written), {}, {}};
}

Formula read_formula(const Value& value, const std::string& path, const Names& names,
                     std::span<const Dimension> expected, std::string_view words) {
  Formula formula = read_formula(value, path, names);
  if (formula.dimension && std::ranges::find(expected, *formula.dimension) == expected.end())
    throw Error(Error::Code::bad_value,
                path + ": '" + formula.unit + "' is the unit of " + describe(*formula.dimension), value.text_at(),
                "write " + std::string(words) + ", or a number in SI units");
  return formula;
}

}  // namespace alembert
