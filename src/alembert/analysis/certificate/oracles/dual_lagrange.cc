#include "alembert/analysis/certificate/oracles/dual_lagrange.h"

#include <algorithm>
#include <cmath>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/scalar/dual.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/system/energies/state_tape.h"

namespace alembert {
namespace {

constexpr int width = 8;  ///< directions of the outer dual in one pass
using Inner = Dual<1>;    ///< along the motion
using Outer = Dual<width, Inner>;

/// Order of the program's results: L, V, R, then coordinates of points, components of forces, further
/// generalized forces, holonomic and Pfaffian constraints.
std::vector<Expr> formulas(const Lagrangian& model) {
  const GraphScope scope(*model.graph);
  const Expr L = lagrangian_of(model);
  std::vector<Expr> list{L,
                         model.lagrangian  ? -L
                         : model.potential ? model.potential->formula
                                           : Expr(),
                         model.dissipation ? model.dissipation->formula : Expr()};
  for (const PointForce& f : model.forces)
    for (const Written& w : f.at) list.push_back(w.formula);
  for (const PointForce& f : model.forces)
    for (const Written& w : f.value) list.push_back(w.formula);
  for (std::size_t i = 0; i < model.work.size(); ++i) {
    const Expr work = model.work[i] ? model.work[i]->formula : Expr();
    list.push_back(model.applied.empty() ? work : work + model.applied[i]);
  }
  for (const bool pfaffian : {false, true})
    for (const Constraint& c : model.constraints)
      if (c.pfaffian == pfaffian) list.push_back(c.row.formula);
  return list;
}

}  // namespace

struct DualLagrange::Programs {
  StateLayout layout;
  TapeMachine<Outer> machine;
  std::vector<double> parameters;
  std::vector<Outer> in, out;
  std::size_t components = 0;  ///< of all forces together
  std::size_t rows = 0;        ///< constraints
  std::size_t holonomic = 0;   ///< of these

  /// Sets the state; the inner dual moves along (q', a, 1).
  void set(const Point& x, std::span<const double> u, std::span<const double> v, std::span<const double> a) {
    const auto moving = [](double value, double rate) {
      Inner inner(value);
      inner.d.set(0, rate);
      return Outer(inner);
    };
    for (std::size_t i = 0; i < parameters.size(); ++i) in[i] = Outer(parameters[i]);
    in[layout.time] = moving(x.t, 1.0);
    for (std::size_t i = 0; i < u.size(); ++i) in[layout.inputs + i] = Outer(u[i]);
    for (std::size_t i = 0; i < v.size(); ++i) in[layout.q + i] = moving(x.q[i], v[i]);
    for (std::size_t i = 0; i < v.size(); ++i) in[layout.v + i] = moving(v[i], a[i]);
    for (std::size_t i = 0; i < x.z.size(); ++i) in[layout.z + i] = Outer(x.z[i]);
  }

  /// Runs with outer directions along `count` symbols from place `first` on.
  void run_along(std::size_t first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) in[first + k].d.set(static_cast<int>(k), Inner(1.0));
    machine.run(in, out);
    for (std::size_t k = 0; k < count; ++k) in[first + k].d.set(static_cast<int>(k), Inner(0.0));
  }

  Inner slope(std::size_t result, std::size_t direction) const { return out[result].d[static_cast<int>(direction)]; }
};

DualLagrange::DualLagrange(const Lagrangian& model, std::span<const double> parameters)
    : programs_(std::make_unique<Programs>()) {
  const GraphScope scope(*model.graph);
  Programs& p = *programs_;
  p.layout = state_layout(model);
  const std::vector<Expr> list = formulas(model);
  p.machine = TapeMachine<Outer>(Tape(p.layout.symbols, list));
  p.parameters.assign(parameters.begin(), parameters.end());
  p.in.assign(p.layout.symbols.size(), Outer(0.0));
  p.out.assign(list.size(), Outer(0.0));
  for (const PointForce& f : model.forces) p.components += f.at.size();
  p.rows = model.constraints.size();
  for (const Constraint& c : model.constraints) p.holonomic += c.pfaffian ? 0 : 1;
}

DualLagrange::~DualLagrange() = default;

std::vector<Sized> DualLagrange::euler_lagrange(const Point& x, std::span<const double> u, std::span<const double> a) {
  Programs& p = *programs_;
  const std::size_t n = x.q.size();
  std::vector<Sized> result(n);
  const auto add = [&](std::size_t i, double term) {
    result[i].value += term;
    result[i].size += std::abs(term);
  };
  p.set(x, u, x.v, a);
  for (std::size_t first = 0; first < n; first += width) {
    const std::size_t count = std::min<std::size_t>(width, n - first);
    p.run_along(p.layout.v + first, count);
    for (std::size_t k = 0; k < count; ++k) {
      add(first + k, p.slope(0, k).d[0]);
      add(first + k, p.slope(2, k).x);
    }
    p.run_along(p.layout.q + first, count);
    for (std::size_t k = 0; k < count; ++k) {
      add(first + k, -p.slope(0, k).x);
      for (std::size_t c = 0; c < p.components; ++c)
        add(first + k, -p.slope(3 + c, k).x * p.out[3 + p.components + c].x.x);
      add(first + k, -p.out[3 + 2 * p.components + first + k].x.x);
    }
  }
  return result;
}

std::vector<DualRow> DualLagrange::rows(const Point& x, std::span<const double> u, std::span<const double> a) {
  Programs& p = *programs_;
  const std::size_t n = x.q.size(), first_row = p.out.size() - p.rows;
  std::vector<DualRow> result(p.rows);
  p.set(x, u, x.v, a);
  for (std::size_t first = 0; first < n; first += width) {
    const std::size_t count = std::min<std::size_t>(width, n - first);
    for (const bool by_rates : {false, true}) {
      p.run_along((by_rates ? p.layout.v : p.layout.q) + first, count);
      for (std::size_t r = by_rates ? p.holonomic : 0; r < (by_rates ? p.rows : p.holonomic); ++r)
        for (std::size_t k = 0; k < count; ++k) result[r].gradient.push_back(p.slope(first_row + r, k).x);
    }
  }
  // The outer dual moves along the motion as well: it holds the rate, whose own rate the inner one gives.
  for (std::size_t i = 0; i < n; ++i) p.in[p.layout.q + i].d.set(0, p.in[p.layout.v + i].x);
  p.in[p.layout.time].d.set(0, Inner(1.0));
  p.machine.run(p.in, p.out);
  for (std::size_t r = 0; r < p.rows; ++r) {
    const Inner rate = r < p.holonomic ? p.slope(first_row + r, 0) : p.out[first_row + r].x;
    result[r].rate = rate.x;
    result[r].acceleration = rate.d[0];
  }
  return result;
}

std::vector<double> DualLagrange::potential_slope(const Point& x, std::span<const double> u) {
  Programs& p = *programs_;
  const std::size_t n = x.q.size();
  const std::vector<double> rest(n, 0.0);
  std::vector<double> result(n);
  p.set(x, u, rest, rest);
  for (std::size_t first = 0; first < n; first += width) {
    const std::size_t count = std::min<std::size_t>(width, n - first);
    p.run_along(p.layout.q + first, count);
    for (std::size_t k = 0; k < count; ++k) result[first + k] = p.slope(1, k).x;
  }
  return result;
}

}  // namespace alembert
