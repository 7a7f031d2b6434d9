#include "alembert/io/names_in_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "alembert/symbolic/derivative.h"
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
    case NameKind::let: return "[let] name";
    case NameKind::state: return "state";
    case NameKind::output: break;
  }
  return "output";
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

[[noreturn]] void refuse_name(const std::string& message, const Source& at, const std::string& hint) {
  throw Error(Error::Code::bad_value, message, at, hint);
}

void check_usable(const std::string& name, const Source& at) {
  if (name.empty()) refuse_name("a name is empty", at, "write at least one character");
  if (std::ranges::any_of(name, is_control))
    refuse_name("a name holds a control character", at, "use letters, digits and _");
  if (name.find_first_of("'`\"") != std::string::npos)
    refuse_name("the name " + shown(name) + " holds a quote", at,
                "quotes mark rates (theta') and odd names (`left-knee`); leave them out of the name");
  for (const Reserved& word : reserved_words)
    if (name == word.name)
      refuse_name("the name " + shown(name) + " is reserved", at,
                  name + " is " + std::string(word.meaning) + "; choose another, such as " + name + "_1");
  if (std::ranges::find(function_words, name) != function_words.end())
    refuse_name("the name " + shown(name) + " is a word of the expression language", at,
                "choose another, such as " + name + "_1");
}

std::string with_primes(std::string_view name, int primes) {
  return std::string(name) + std::string(static_cast<std::size_t>(std::min(primes, 4)), '\'');
}

constexpr int most_primes = 2;

}  // namespace

void ModelNames::add(const std::string& name, NameKind kind, std::size_t index, const Source& at) {
  check_usable(name, at);
  const auto [it, is_new] = names_.try_emplace(name, Named{kind, index, at});
  if (is_new) return;
  const Named& first = it->second;
  throw Error(Error::Code::duplicate_name, "the name " + shown(name) + " is taken", at,
              "it is the " + std::string(describe(first.kind)) + " of line " + std::to_string(first.at.line) +
                  "; parameters, inputs, coordinates, let, states and outputs share one space of names");
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

void ScopedNames::require(bool allowed, const std::string& what) const {
  if (!allowed) throw Error(Error::Code::bad_value, what + " cannot be used in " + allowed_.where, {}, allowed_.hint);
}

void ScopedNames::require_constant(const std::string& what, int primes) {
  if (primes > 0)
    throw Error(Error::Code::bad_value, "the rate of " + what + " is not known", {},
                "coordinates and [let] names have rates");
}

void ScopedNames::use_order(int order, const std::string& name, int primes) const {
  if (order > allowed_.order) {
    const std::string what = shown(with_primes(name, primes));
    if (order > most_primes)
      throw Error(Error::Code::bad_value, what + " needs a third derivative of a coordinate", {},
                  "rates x' and accelerations x'' are known");
    if (order == most_primes)
      throw Error(Error::Code::bad_value, what + " is or holds an acceleration; these can be used in [outputs] only",
                  {}, "use positions and rates in " + allowed_.where);
    require(false, what + (order == 1 ? " (a rate)" : ""));
  }
  order_ = std::max(order_, order);
}

std::optional<Expr> ScopedNames::find(std::string_view name, int primes) const {
  const std::string key(name);
  const ModelNames::Named* named = names_->find(key);
  if (named == nullptr) return find_reserved(name, primes);
  return meaning(*named, key, primes);
}

std::optional<Expr> ScopedNames::find_reserved(std::string_view name, int primes) const {
  const std::string key(name);
  if (name == "t") {
    require(allowed_.time, "the time t");
    require_constant("the time t", primes);
    return Expr::time();
  }
  if (name != "T" && name != "V") return std::nullopt;
  require(allowed_.energies, name == "T" ? "the kinetic energy T" : "the potential energy V");
  NamedFormula& energy = name == "T" ? names_->kinetic : names_->potential;
  if (energy.derivatives.empty())
    throw Error(Error::Code::unsupported, shown(name) + " is not known when the lagrangian alone is given", {},
                "write kinetic and potential in [energy] instead");
  return of_formula(energy, key, primes);
}

Expr ScopedNames::meaning(const ModelNames::Named& named, const std::string& name, int primes) const {
  switch (named.kind) {
    case NameKind::parameter:
      require_constant("the parameter " + shown(name), primes);
      return names_->model().parameters[named.index].symbol;
    case NameKind::input:
      require(allowed_.inputs, "the input " + shown(name));
      require_constant("the input " + shown(name), primes);
      return names_->model().inputs[named.index].symbol;
    case NameKind::coordinate: return of_coordinate(named.index, name, primes);
    case NameKind::let:
      require(allowed_.order >= 0, "the [let] name " + shown(name));
      return of_formula(names_->lets[named.index], name, primes);
    case NameKind::state:
      require(allowed_.states, "the state " + shown(name));
      return of_state(named.index, name, primes);
    case NameKind::output: break;
  }
  if (named.index >= allowed_.outputs)
    throw Error(Error::Code::bad_value, "the output " + shown(name) + " cannot be used in " + allowed_.where, {},
                "an output may use the outputs above it; a name in [let] may be used in all formulas");
  return of_formula(names_->outputs[named.index], name, primes);
}

Expr ScopedNames::of_coordinate(std::size_t index, const std::string& name, int primes) const {
  use_order(primes, name, primes);
  const Coordinate& c = names_->model().coordinates[index];
  if (primes == 0) return c.position;
  return primes == 1 ? c.rate : c.acceleration;
}

Expr ScopedNames::of_state(std::size_t index, const std::string& name, int primes) const {
  if (primes > 0)
    throw Error(Error::Code::unsupported, "the rate of the state " + shown(name) + " cannot be used", {},
                "write its formula, as in [states]");
  return names_->model().states[index].symbol;
}

Expr ScopedNames::of_formula(NamedFormula& formula, const std::string& name, int primes) const {
  if (primes > most_primes)
    throw Error(Error::Code::bad_value, shown(with_primes(name, primes)) + " is a third derivative", {},
                "rates x' and accelerations x'' are known");
  use_order(formula.order == no_motion ? no_motion : formula.order + primes, name, primes);
  while (formula.derivatives.size() <= static_cast<std::size_t>(primes))
    formula.derivatives.push_back(time_derivative(formula.derivatives.back()));
  return formula.derivatives[static_cast<std::size_t>(primes)];
}

std::vector<std::string> ScopedNames::known() const {
  std::vector<std::string> result = names_->all(NameKind::parameter);
  const auto add = [&](NameKind kind) {
    const std::vector<std::string> more = names_->all(kind);
    result.insert(result.end(), more.begin(), more.end());
  };
  if (allowed_.inputs) add(NameKind::input);
  if (allowed_.order >= 0) add(NameKind::coordinate);
  if (allowed_.order >= 0) add(NameKind::let);
  if (allowed_.states) add(NameKind::state);
  if (allowed_.outputs > 0) add(NameKind::output);
  if (allowed_.time) result.emplace_back("t");
  std::ranges::sort(result);
  return result;
}

std::optional<Expr> LetUses::find(std::string_view name, int primes) const {
  const ModelNames::Named* named = names_->find(std::string(name));
  const bool is_reserved = std::ranges::find(reserved_words, name, &Reserved::name) != reserved_words.end();
  if (named == nullptr && !is_reserved) return std::nullopt;
  if (named == nullptr) return Expr::time();
  if (named->kind == NameKind::let) used_.push_back(named->index);
  const auto number = (named->index * 8 + static_cast<std::size_t>(named->kind)) * 4 +
                      std::min<std::size_t>(3, static_cast<std::size_t>(primes));
  return atan2(Expr::time(), Expr(Rational(static_cast<std::int64_t>(number) + 1)));
}

std::vector<std::string> LetUses::known() const {
  std::vector<std::string> result{"t"};
  for (const NameKind kind :
       {NameKind::parameter, NameKind::input, NameKind::coordinate, NameKind::let, NameKind::state}) {
    const std::vector<std::string> more = names_->all(kind);
    result.insert(result.end(), more.begin(), more.end());
  }
  std::ranges::sort(result);
  return result;
}

std::vector<std::size_t> LetUses::take() { return std::exchange(used_, {}); }

}  // namespace alembert
