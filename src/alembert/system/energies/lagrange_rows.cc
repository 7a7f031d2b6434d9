#include "alembert/system/energies/lagrange_rows.h"

#include <algorithm>

namespace alembert {

LagrangeRows::LagrangeRows(const Lagrangian& model, std::span<const double> parameters,
                           const ConstraintFormulas& formulas)
    : names_(formulas.names), holonomic_(static_cast<int>(formulas.holonomic())) {
  driven_ = any_nonzero(formulas.b);
  std::vector<Expr> entries;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    for (std::size_t j = 0; j < formulas.n; ++j) {
      if (formulas.jacobian(i, j).is_zero()) continue;
      entries.push_back(formulas.jacobian(i, j));
      column_.push_back(static_cast<int>(j));
    }
    first_.push_back(static_cast<int>(column_.size()));
  }
  phi_ = StateTape(model, parameters, formulas.phi);
  entries_ = StateTape(model, parameters, entries);
  b_ = StateTape(model, parameters, formulas.b);
  c_ = StateTape(model, parameters, formulas.c);
}

void LagrangeRows::phi(double t, System::In q, System::Out phi) {
  std::ranges::copy(phi_.run({t, q, {}, {}}, {}), phi.begin());
}

void LagrangeRows::jacobian(double t, System::In q, SparseRows& A) {
  const System::In values = entries_.run({t, q, {}, {}}, {});
  A.first = first_;
  A.column = column_;
  A.value.assign(values.begin(), values.end());
}

void LagrangeRows::speed(double t, System::In q, System::Out b) {
  std::ranges::copy(b_.run({t, q, {}, {}}, {}), b.begin());
}

void LagrangeRows::acceleration(const State& x, System::Out c) { std::ranges::copy(c_.run(x, {}), c.begin()); }

std::vector<TapeMachine<double>*> LagrangeRows::machines() {
  return {&phi_.machine(), &entries_.machine(), &b_.machine(), &c_.machine()};
}

void LagrangeRows::run_all(const State& x) {
  for (StateTape* tape : {&phi_, &entries_, &b_, &c_}) tape->run(x, {});
}

}  // namespace alembert
