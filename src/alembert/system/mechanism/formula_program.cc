#include "alembert/system/mechanism/formula_program.h"

#include <algorithm>
#include <unordered_map>

#include "alembert/scalar/dual.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

using From = FormulaInput::From;

template <class List>
std::unordered_map<std::uint32_t, int> indices(const List& list) {
  std::unordered_map<std::uint32_t, int> result;
  int i = 0;
  for (const auto& item : list) result.emplace(item.symbol.id(), i++);
  return result;
}

From from_kind(MotionIndex::Kind kind) {
  switch (kind) {
    case MotionIndex::Kind::coordinate: return From::q;
    case MotionIndex::Kind::coordinate_rate: return From::qdot;
    case MotionIndex::Kind::speed: return From::v;
    default: return From::a;
  }
}

}  // namespace

FormulaProgram::FormulaProgram(const Mechanism& model, const MotionIndex& motion, std::span<const Expr> formulas) {
  const GraphScope scope(*model.graph);
  const auto parameters = indices(model.parameters), inputs = indices(model.inputs), states = indices(model.states),
             measures = indices(model.measures);
  std::vector<Expr> symbols;
  const auto take = [&](Expr symbol, From from, int index) {
    symbols.push_back(symbol);
    inputs_.push_back({from, index});
  };
  const auto take_listed = [&](Expr e, From from, const std::unordered_map<std::uint32_t, int>& list) {
    if (const auto it = list.find(e.id()); it != list.end()) take(e, from, it->second);
  };
  const Walk walk(formulas);
  for (const Expr e : walk) {
    if (!e.is_symbol()) continue;
    switch (e.kind()) {
      case SymbolKind::parameter: take_listed(e, From::parameter, parameters); break;
      case SymbolKind::input: take_listed(e, From::input, inputs); break;
      case SymbolKind::state: take_listed(e, From::z, states); break;
      case SymbolKind::time: take(e, From::time, 0); break;
      case SymbolKind::coordinate:
        if (const auto it = measures.find(e.id()); it != measures.end()) {
          take(e, From::measure, it->second);
          measures_.push_back(it->second);
        } else if (const auto found = motion.find(e.name(), e.order()); found.kind != MotionIndex::Kind::unknown) {
          take(e, from_kind(found.kind), found.index);
        }
        break;
      case SymbolKind::constant: break;
    }
  }
  std::ranges::sort(measures_);
  tape_ = Tape(symbols, formulas);
}

bool FormulaProgram::needs(From from) const {
  return std::ranges::any_of(inputs_, [&](const FormulaInput& i) { return i.from == from; });
}

template <class S>
FormulaMachine<S>::FormulaMachine(const FormulaProgram& program, std::span<const double> parameters)
    : inputs_(program.inputs()),
      in_(program.inputs().size(), S(0.0)),
      out_(program.tape().outputs().size(), S(0.0)),
      machine_(program.tape()) {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i].from == From::parameter) in_[i] = S(parameters[static_cast<std::size_t>(inputs_[i].index)]);
}

template <class S>
std::span<const S> FormulaMachine<S>::run(const FormulaState<S>& x) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto k = static_cast<std::size_t>(inputs_[i].index);
    switch (inputs_[i].from) {
      case From::parameter: break;
      case From::time: in_[i] = x.t; break;
      case From::input: in_[i] = x.u[k]; break;
      case From::q: in_[i] = x.q[k]; break;
      case From::qdot: in_[i] = x.qdot[k]; break;
      case From::v: in_[i] = x.v[k]; break;
      case From::a: in_[i] = x.a[k]; break;
      case From::z: in_[i] = x.z[k]; break;
      case From::measure: in_[i] = x.measures[k]; break;
    }
  }
  machine_.run(in_, out_);
  return out_;
}

template class FormulaMachine<double>;
template class FormulaMachine<Dual<8>>;

}  // namespace alembert
