#include <algorithm>
#include <utility>

#include "alembert/io/formulas/names_in_model.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr int most_primes = 2;

std::string with_primes(std::string_view name, int primes) {
  return std::string(name) + std::string(static_cast<std::size_t>(std::min(primes, 4)), '\'');
}

}  // namespace

Allowed in_motion(std::string where) {
  return {.where = std::move(where), .time = true, .inputs = true, .states = true, .order = 1, .hint = {}};
}

Allowed in_motion_with_energies(std::string where) {
  Allowed allowed = in_motion(std::move(where));
  allowed.energies = true;
  return allowed;
}

ScopedNames constants_at(ModelNames& names, std::string where) {
  return {names, {.where = std::move(where), .hint = "use numbers and parameters"}};
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
  if (const std::optional<Expr> value = find_written(std::string(name), primes)) return value;
  if (name.find('[') == std::string_view::npos) return {};
  return find_written(names_->numbered(name), primes);
}

std::optional<Expr> ScopedNames::find_written(const std::string& name, int primes) const {
  if (is_reserved_word(name)) return find_reserved(name, primes);
  if (const ModelNames::Named* named = names_->find(names_->prefix + name)) return meaning(*named, name, primes);
  if (const std::optional<MotionWord> word = names_->motion().find(name, primes)) return of_motion(*word, name, primes);
  return {};
}

std::optional<Expr> ScopedNames::find_reserved(const std::string& name, int primes) const {
  if (name == "t") {
    require(allowed_.time, "the time t");
    require_constant("the time t", primes);
    return Expr::time();
  }
  if (name != "T" && name != "V") return std::nullopt;
  require(allowed_.energies, name == "T" ? "the kinetic energy T" : "the potential energy V");
  NamedFormula& energy = name == "T" ? names_->motion().kinetic : names_->motion().potential;
  if (energy.derivatives.empty())
    throw Error(Error::Code::unsupported, shown(name) + " is not known when the lagrangian alone is given", {},
                "write kinetic and potential in [energy] instead");
  return of_formula(energy, name, primes);
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
    case NameKind::coordinate:
    case NameKind::joint: return of_motion(names_->motion().coordinate(named.index, primes), name, primes);
    case NameKind::let:
      require(allowed_.order >= 0 || allowed_.lets, "the [let] name " + shown(name));
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

Expr ScopedNames::of_motion(const MotionWord& word, const std::string& name, int primes) const {
  if (word.is_result && !allowed_.results)
    throw Error(Error::Code::bad_value, shown(with_primes(name, primes)) + " can be used in [outputs] only", {},
                "it follows from the motion; write its formula in " + allowed_.where);
  use_order(word.order, name, primes);
  return word.formula;
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
  if (formula.derivatives.empty())
    throw Error(Error::Code::bad_value, shown(name) + " is not known yet in " + allowed_.where, {},
                "it stands in another file, which is read later");
  use_order(formula.order == no_motion ? no_motion : formula.order + primes, name, primes);
  while (formula.derivatives.size() <= static_cast<std::size_t>(primes))
    formula.derivatives.push_back(names_->motion().rate(formula.derivatives.back()));
  return formula.derivatives[static_cast<std::size_t>(primes)];
}

const Domain* ScopedNames::domain(std::string_view name) const {
  const NamedFormula* formula = nullptr;
  if (name == "T") formula = &names_->motion().kinetic;
  if (name == "V") formula = &names_->motion().potential;
  const std::string full =
      names_->prefix + (name.find('[') == std::string_view::npos ? std::string(name) : names_->numbered(name));
  if (const ModelNames::Named* named = names_->find(full)) {
    if (named->kind == NameKind::let) formula = &names_->lets[named->index];
    if (named->kind == NameKind::output) formula = &names_->outputs[named->index];
  }
  return formula == nullptr ? nullptr : formula->domain.get();
}

std::vector<std::string> ScopedNames::known() const {
  std::vector<std::string> result;
  const auto add = [&](NameKind kind) {
    for (const std::string& name : names_->all(kind))
      if (name.starts_with(names_->prefix)) result.push_back(name.substr(names_->prefix.size()));
  };
  add(NameKind::parameter);
  if (allowed_.inputs) add(NameKind::input);
  if (allowed_.order >= 0) {
    for (const NameKind kind : {NameKind::coordinate, NameKind::joint, NameKind::let}) add(kind);
    const std::vector<std::string> words = names_->motion().known();
    result.insert(result.end(), words.begin(), words.end());
  }
  if (allowed_.states) add(NameKind::state);
  if (allowed_.outputs > 0) add(NameKind::output);
  if (allowed_.time) result.emplace_back("t");
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

const OwnFunction* ScopedNames::function(std::string_view name) const {
  const auto it = names_->tables.find(names_->prefix + std::string(name));
  return it == names_->tables.end() ? nullptr : &it->second;
}

std::vector<std::string> ScopedNames::functions() const {
  std::vector<std::string> result;
  for (const auto& [name, table] : names_->tables)
    if (name.starts_with(names_->prefix)) result.push_back(name.substr(names_->prefix.size()));
  return result;
}

}  // namespace alembert
