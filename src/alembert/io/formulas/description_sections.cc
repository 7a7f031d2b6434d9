/// [parameters] [inputs] [let] [states]: what gives a meaning to a name in every kind of model.
#include "alembert/io/formulas/description_sections.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/formulas/let_uses.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/model/dependency_order.h"
#include "alembert/model/parameter_numbers.h"

namespace alembert {
namespace {

/// The graph ranks each new symbol among all others, so their number is limited.
constexpr std::size_t most_symbols = 10'000;

constexpr std::array<NamedSection, 5> shared_sections{{{"parameters", NameKind::parameter, 1},
                                                       {"inputs", NameKind::input, 1},
                                                       {"let", NameKind::let, 0},
                                                       {"states", NameKind::state, 1},
                                                       {"outputs", NameKind::output, 0}}};

struct Declaration {
  const Entry* entry;
  NameKind kind;
  std::size_t index;
};

/// Where the names of a section start in the model's list; included files come first.
std::size_t first_index(NameKind kind, const Description& model, const ModelNames& names) {
  switch (kind) {
    case NameKind::parameter: return model.parameters.size();
    case NameKind::input: return model.inputs.size();
    case NameKind::state: return model.states.size();
    case NameKind::let: return names.lets.size();
    case NameKind::output: return names.outputs.size();
    case NameKind::coordinate:
    case NameKind::joint: break;
  }
  return 0;
}

void check_count(std::size_t symbols, const Value& document) {
  if (symbols > most_symbols)
    throw Error(Error::Code::too_large, "the model has more than " + std::to_string(most_symbols) + " symbols",
                document.at(), "a coordinate counts three times; give constants as numbers instead of parameters");
}

/// [let] which others of the same file each uses; also the first check of their syntax and names, in file order.
std::vector<std::vector<std::size_t>> uses_of_lets(std::span<const Entry> entries, ModelNames& names) {
  Graph scratch;
  const GraphScope scope(scratch);
  LetUses collector(names);
  std::vector<std::vector<std::size_t>> uses;
  uses.reserve(entries.size());
  for (const Entry& entry : entries) {
    static_cast<void>(read_formula(entry.value, "[let] " + entry.key, collector));
    uses.push_back(collector.take());
  }
  const std::size_t first = entries.empty() ? 0 : names.find(names.prefix + entries.front().key)->index;
  for (std::vector<std::size_t>& used : uses) {
    std::erase_if(used, [&](std::size_t i) { return i < first; });
    for (std::size_t& i : used) i -= first;
  }
  return uses;
}

}  // namespace

std::span<const Entry> entries_in(const Value& document, const std::string& section) {
  const Entry* found = document.find(section);
  if (found == nullptr) return {};
  return entries_of(found->value, "[" + section + "]");
}

void declare_names(const Value& document, std::span<const NamedSection> more, Description& model, ModelNames& names) {
  std::vector<NamedSection> sections(shared_sections.begin(), shared_sections.end());
  sections.insert(sections.end(), more.begin(), more.end());
  std::vector<Declaration> declarations;
  std::size_t symbols = model.parameters.size() + model.inputs.size() + model.states.size();
  for (const NamedSection& section : sections) {
    std::size_t index = first_index(section.kind, model, names);
    const std::span<const Entry> entries = entries_in(document, section.key);
    symbols += entries.size() * section.symbols;
    for (const Entry& entry : entries) declarations.push_back({&entry, section.kind, index++});
  }
  check_count(symbols, document);
  std::ranges::stable_sort(declarations, {}, [](const Declaration& d) { return d.entry->place; });
  for (const Declaration& d : declarations) names.add(d.entry->key, d.kind, d.index, d.entry->at());

  const auto symbol = [&](const Entry& e, SymbolKind kind) { return Expr::symbol(names.prefix + e.key, kind); };
  for (const Entry& e : entries_in(document, "parameters"))
    model.parameters.push_back({names.prefix + e.key, symbol(e, SymbolKind::parameter), {}, {}, e.at()});
  for (const Entry& e : entries_in(document, "inputs"))
    model.inputs.push_back({names.prefix + e.key, symbol(e, SymbolKind::input), {}, {}, e.at()});
  for (const Entry& e : entries_in(document, "states"))
    model.states.push_back({names.prefix + e.key, symbol(e, SymbolKind::state), {}, {}, e.at()});
  names.lets.resize(names.lets.size() + entries_in(document, "let").size());
  names.outputs.resize(names.outputs.size() + entries_in(document, "outputs").size());
}

void read_parameters(const Value& document, Description& model, ModelNames& names) {
  for (const Entry& entry : entries_in(document, "parameters")) {
    const std::string path = "[parameters] " + entry.key;
    const ScopedNames scope(names, {.where = path, .hint = "a parameter is made of numbers and other parameters"});
    Formula formula = read_formula(entry.value, path, scope);
    Parameter& p = model.parameters[names.find(names.prefix + entry.key)->index];
    p.value = formula.written.formula;
    p.unit = std::move(formula.unit);
  }
}

void read_inputs(const Value& document, Description& model, ModelNames& names) {
  for (const Entry& entry : entries_in(document, "inputs")) {
    const std::string path = "[inputs] " + entry.key;
    const ScopedNames scope(names, {.where = path, .time = true, .hint = "an input is made of t and parameters"});
    Formula formula = read_formula(entry.value, path, scope);
    Input& input = model.inputs[names.find(names.prefix + entry.key)->index];
    input.value = formula.written.formula;
    input.domain = std::move(formula.written.domain);
    input.unit = std::move(formula.unit);
  }
}

void read_lets(const Value& document, Description& model, ModelNames& names) {
  const std::span<const Entry> entries = entries_in(document, "let");
  const DependencyOrder found = dependency_order(uses_of_lets(entries, names));
  if (!found.cycle.empty()) {
    std::vector<std::string> cycle;
    for (const std::size_t i : found.cycle) cycle.push_back(entries[i].key);
    throw Error(Error::Code::cyclic, "[let] names need each other: " + describe_cycle(cycle),
                entries[found.cycle.front()].at(), "write one of them without the others");
  }
  const auto formula_of = [&](const Entry& e) -> NamedFormula& {
    return names.lets[names.find(names.prefix + e.key)->index];
  };
  for (const std::size_t i : found.order) {
    const std::string path = "[let] " + entries[i].key;
    Allowed allowed = in_motion(path);
    allowed.order = 2;
    const ScopedNames scope(names, std::move(allowed));
    const Written meaning = read_formula(entries[i].value, path, scope).written;
    formula_of(entries[i]) = {{meaning.formula}, scope.order(), meaning.domain};
    if (meaning.domain) model.let_domains[names.prefix + entries[i].key] = meaning.domain;
  }
  for (const Entry& e : entries) model.lets.emplace_back(names.prefix + e.key, formula_of(e).derivatives.front());
}

void read_states(const Value& document, Description& model, ModelNames& names) {
  for (const Entry& entry : entries_in(document, "states")) {
    const TableReader reader(entry.value, "[states] " + entry.key, {"start", "rate"});
    ExtraState& state = model.states[names.find(names.prefix + entry.key)->index];
    const Value& rate = reader.need("rate", "write its time derivative, such as rate = \"r - x\"");
    if (const Value* start = reader.find("start")) {
      const ScopedNames scope(names,
                              {.where = reader.path("start"), .hint = "a start is made of numbers and parameters"});
      state.start = read_formula(*start, reader.path("start"), scope).written.formula;
    }
    const ScopedNames scope(names, in_motion_with_energies(reader.path("rate")));
    Written written = read_formula(rate, reader.path("rate"), scope).written;
    state.rate = written.formula;
    state.domain = std::move(written.domain);
  }
}

void check_finite(double value, const std::string& path, const Source& at) {
  if (std::isfinite(value)) return;
  throw Error(Error::Code::bad_value, path + " is " + shortest(value), at,
              "check the domain of its functions and the size of its numbers");
}

void check_description(const Description& model) {
  const std::vector<double> parameters = parameter_numbers(model);
  std::vector<Expr> starts;
  for (const ExtraState& s : model.states) starts.push_back(s.start);
  const std::vector<double> values = numbers_in_parameters(model, parameters, starts);
  for (std::size_t i = 0; i < values.size(); ++i)
    check_finite(values[i], "[states] " + model.states[i].name + ".start", model.states[i].at);
  static_cast<void>(simulate_numbers(model));
}

}  // namespace alembert
