#include "alembert/system/energies/state_tape.h"

#include <algorithm>

namespace alembert {

StateLayout state_layout(const Lagrangian& model) {
  const GraphScope scope(*model.graph);
  StateLayout layout;
  std::vector<Expr>& list = layout.symbols;
  for (const Parameter& p : model.parameters) list.push_back(p.symbol);
  layout.time = list.size();
  list.push_back(Expr::time());
  layout.inputs = list.size();
  for (const Input& u : model.inputs) list.push_back(u.symbol);
  layout.q = list.size();
  for (const Coordinate& c : model.coordinates) list.push_back(c.position);
  layout.v = list.size();
  for (const Coordinate& c : model.coordinates) list.push_back(c.rate);
  layout.z = list.size();
  for (const ExtraState& s : model.states) list.push_back(s.symbol);
  layout.a = list.size();
  for (const Coordinate& c : model.coordinates) list.push_back(c.acceleration);
  return layout;
}

StateTape::StateTape(const Lagrangian& model, std::span<const double> parameters, std::span<const Expr> formulas,
                     std::span<const Expr> more)
    : layout_(state_layout(model)) {
  const GraphScope scope(*model.graph);
  layout_.symbols.insert(layout_.symbols.end(), more.begin(), more.end());
  machine_ = TapeMachine<double>(Tape(layout_.symbols, formulas));
  in_.assign(layout_.symbols.size(), 0.0);
  std::ranges::copy(parameters, in_.begin());
  out_.assign(formulas.size(), 0.0);
}

std::span<const double> StateTape::run(const State& x, System::In u, System::In a, System::In more) {
  const auto place = [&](System::In values, std::size_t at) {
    std::copy(values.begin(), values.end(), in_.begin() + static_cast<std::ptrdiff_t>(at));
  };
  in_[layout_.time] = x.t;
  place(u, layout_.inputs);
  place(x.q, layout_.q);
  place(x.v, layout_.v);
  place(x.z, layout_.z);
  place(a, layout_.a);
  place(more, in_.size() - more.size());
  machine_.run(in_, out_);
  return out_;
}

}  // namespace alembert
