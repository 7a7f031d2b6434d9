/// A system that is nothing but constraint rows, written as formulas: for tests of what rows allow.
#pragma once
#include <string>
#include <vector>

#include "alembert/analysis/mobility/integrability.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/system/system.h"

namespace alembert::testing {

inline Expr coordinate(const std::string& name) { return Expr::symbol(name, SymbolKind::coordinate); }
inline Expr rate(Expr q) { return Expr::symbol(q.name(), SymbolKind::coordinate, 1); }
inline Expr number(std::int64_t n, std::int64_t d = 1) { return Expr(Rational(n, d)); }

/// phi(q, t) = 0 and, linear in rates, pfaffian(q, q', t) = 0. Its graph must be current while it is made.
class FormulaRowsSystem : public System {
 public:
  FormulaRowsSystem(const std::vector<Expr>& q, const std::vector<Expr>& phi, const std::vector<Expr>& pfaffian = {}) {
    std::vector<Expr> rates;
    for (const Expr x : q) {
      names_.push_back(x.name());
      rates.push_back(rate(x));
    }
    forms.q = q;
    forms.phi = phi;
    std::vector<Expr> A, b;
    for (const Expr row : phi) {
      for (const Expr a : gradient(row, q)) A.push_back(a);
      b.push_back(-derivative(row, Expr::time()));
    }
    for (const Expr row : pfaffian) {
      const Linear linear = linear_coefficients(row, rates, "row");
      for (const Expr a : linear.coefficients) {
        A.push_back(a);
        forms.A.push_back(a);
      }
      b.push_back(-linear.rest);
      forms.b.push_back(-linear.rest);
    }
    sizes_.nq = sizes_.nv = static_cast<int>(q.size());
    sizes_.nc = static_cast<int>(phi.size());
    sizes_.na = static_cast<int>(b.size());
    std::vector<Expr> in = q;
    in.push_back(Expr::time());
    phi_ = TapeMachine<double>(Tape(in, phi));
    A_ = TapeMachine<double>(Tape(in, A));
    b_ = TapeMachine<double>(Tape(in, b));
  }

  Sizes sizes() const override { return sizes_; }
  std::string coordinate_name(int i) const override { return names_[static_cast<std::size_t>(i)]; }
  std::string speed_name(int i) const override { return coordinate_name(i) + "'"; }
  std::string row_name(int i) const override {
    return i < sizes_.nc ? "phi" + std::to_string(i + 1) : "pfaff" + std::to_string(i - sizes_.nc + 1);
  }
  void inputs(double /*t*/, Out /*u*/) const override {}
  Status accelerate(const State& x, In, Out, Out, Out) const override { return {Trouble::singular, -1, x.t}; }
  Status accelerate_jacobian(const State& x, In, Out, Out, Out, Out) const override {
    return {Trouble::singular, -1, x.t};
  }
  Energies energies(const State& /*x*/, In /*u*/) const override { return {}; }

  void constraint(double t, In q, Out phi) const override { evaluate(phi_, t, q, phi); }
  void constraint_speed(double t, In q, Out b) const override { evaluate(b_, t, q, b); }
  void constraint_jacobian(double t, In q, SparseRows& A) const override {
    A.first.assign(1, 0);
    A.column.clear();
    A.value.resize(static_cast<std::size_t>(sizes_.na * sizes_.nv));
    evaluate(A_, t, q, A.value);
    for (int i = 0; i < sizes_.na; ++i) {
      for (int j = 0; j < sizes_.nv; ++j) A.column.push_back(j);
      A.first.push_back((i + 1) * sizes_.nv);
    }
  }

  ConstraintForms forms;

 private:
  void evaluate(TapeMachine<double>& machine, double t, In q, Out out) const {
    std::vector<double> in(q.begin(), q.end());
    in.push_back(t);
    machine.run(in, out);
  }

  Sizes sizes_;
  std::vector<std::string> names_;
  mutable TapeMachine<double> phi_, A_, b_;
};

}  // namespace alembert::testing
