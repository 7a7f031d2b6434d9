#include "alembert/io/formulas/names_in_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "alembert/core/text.h"
#include "alembert/io/toml/repetition.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::array<std::string_view, 22> function_words{
    "sin", "cos",  "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
    "log", "sqrt", "abs", "sign", "min",  "max",  "if",    "and",  "or",   "not",  "sum"};

struct Reserved {
  std::string_view name;
  std::string_view meaning;
};
constexpr std::array<Reserved, 5> reserved_words{{{"t", "the time"},
                                                  {"pi", "the number 3.14159..."},
                                                  {"T", "the kinetic energy"},
                                                  {"V", "the potential energy"},
                                                  {"ground", "the fixed body"}}};

std::string_view describe(NameKind kind) {
  switch (kind) {
    case NameKind::parameter: return "parameter";
    case NameKind::input: return "input";
    case NameKind::coordinate: return "coordinate";
    case NameKind::joint: return "joint";
    case NameKind::let: return "[let] name";
    case NameKind::state: return "state";
    case NameKind::output: break;
  }
  return "output";
}

[[noreturn]] void refuse_name(const std::string& message, const Source& at, const std::string& hint) {
  throw Error(Error::Code::bad_value, message, at, hint);
}

}  // namespace

bool is_reserved_word(std::string_view name) {
  return std::ranges::find(reserved_words, name, &Reserved::name) != reserved_words.end();
}

bool is_language_word(std::string_view name) {
  return is_reserved_word(name) || std::ranges::find(function_words, name) != function_words.end();
}

void check_name(const std::string& name, const Source& at) {
  if (name.empty()) refuse_name("a name is empty", at, "write at least one character");
  if (std::ranges::any_of(name, is_control))
    refuse_name("a name holds a control character", at, "use letters, digits and _");
  if (name.find_first_of("'`\"") != std::string::npos)
    refuse_name("the name " + shown(name) + " holds a quote", at,
                "quotes mark rates (theta') and odd names (`left-knee`); leave them out of the name");
}

void check_free_name(const std::string& name, const Source& at) {
  check_name(name, at);
  for (const Reserved& word : reserved_words)
    if (name == word.name)
      refuse_name("the name " + shown(name) + " is reserved", at,
                  name + " is " + std::string(word.meaning) + "; choose another, such as " + name + "_1");
  if (is_language_word(name))
    refuse_name("the name " + shown(name) + " is a word of the expression language", at,
                "choose another, such as " + name + "_1");
}

void ModelNames::add(const std::string& name, NameKind kind, std::size_t index, const Source& at) {
  check_free_name(name, at);
  add_full(prefix + name, kind, index, at);
}

void ModelNames::add_full(const std::string& name, NameKind kind, std::size_t index, const Source& at) {
  const auto [it, is_new] = names_.try_emplace(name, Named{kind, index, at});
  if (is_new) return;
  const Named& first = it->second;
  const bool mechanism = kind == NameKind::joint || first.kind == NameKind::joint;
  throw Error(Error::Code::duplicate_name, "the name " + shown(name) + " is taken", at,
              "it is the " + std::string(describe(first.kind)) + " of line " + std::to_string(first.at.line) +
                  "; parameters, inputs, " + (mechanism ? "joints" : "coordinates") +
                  ", let, states and outputs share one space of names");
}

const ModelNames::Named* ModelNames::find(const std::string& name) const {
  const auto it = names_.find(name);
  return it == names_.end() ? nullptr : &it->second;
}

std::vector<std::string> ModelNames::all(NameKind kind) const {
  std::vector<std::string> result;
  for (const auto& [name, named] : names_)
    if (named.kind == kind) result.push_back(name);
  return result;
}

std::int64_t ModelNames::index(std::string_view text) {
  if (const std::optional<std::int64_t> number = plain_integer(text)) return *number;
  if (!numbers_)
    throw Error(Error::Code::bad_value, "the index [" + std::string(text) + "] cannot be used here", {},
                "write a whole number");
  const GraphScope scope(*model_.graph);  // a first look at [let] works in another
  const std::string what = "the index [" + std::string(text) + "]";
  Expr formula;
  try {
    formula = parse_expression(text, constants_at(*this, "an index"), {});
  } catch (const Error& error) {  // its place is within the index, which the caller knows the place of
    throw Error(error.code(), what + ": " + error.message(), {}, error.hint());
  }
  return whole_number((*numbers_)(formula), what, {});
}

std::string ModelNames::numbered(std::string_view name) {
  return with_indices(name, [&](std::string_view text) { return index(text); });
}

std::optional<std::vector<std::string>> ModelNames::range(std::string_view name) {
  return names_of_range(name, [&](std::string_view text) { return index(text); });
}

}  // namespace alembert
