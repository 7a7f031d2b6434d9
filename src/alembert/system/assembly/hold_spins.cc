#include <algorithm>
#include <array>

#include "alembert/core/index.h"
#include "alembert/spatial/rotations.h"
#include "alembert/system/assembly/idle_spins.h"

namespace alembert {
namespace {

Expr number(double value) { return Expr(Rational::from_double(value)); }

/// The symbol of a measure, which the model gets where it has none yet.
Expr measured(Mechanism& model, Measure::Kind kind, const std::string& word, int of, int component) {
  const Expr symbol = Expr::symbol(word, SymbolKind::coordinate, 0);
  const auto same = [&](const Measure& m) { return m.word == word && m.order == 0; };
  if (std::ranges::any_of(model.measures, same)) return symbol;
  Measure measure;
  measure.kind = kind;
  measure.word = word;
  measure.index = of;
  measure.component = component;
  measure.symbol = symbol;
  model.measures.push_back(std::move(measure));
  return symbol;
}

/// w . axis, in the body's frame.
Expr spin_rate(Mechanism& model, const IdleSpin& spin) {
  const std::string& name = model.bodies[index(spin.body)].name;
  const std::array<double, 3> axis{spin.axis.x, spin.axis.y, spin.axis.z};
  Expr sum(0.0);
  for (int k = 0; k < 3; ++k)
    sum +=
        number(axis[index(k)]) * measured(model, Measure::Kind::angular_velocity, name + ".w" + "xyz"[k], spin.body, k);
  return sum;
}

/// The part of conj(q0) q along the axis, q being the orientation of the body and q0 that at the start: sin(turn / 2)
/// for a turn about the axis, zero for every one that leads the axis elsewhere on the shortest way.
Expr turn_about_axis(Mechanism& model, const IdleSpin& spin) {
  const Quaternion<double> q0 = quaternion(spin.orientation);
  const Vec3<double> v0{q0.x, q0.y, q0.z}, along = q0.w * spin.axis - cross(spin.axis, v0);
  const std::string& name = model.bodies[index(spin.body)].name;
  const std::array<double, 4> factor{-dot(spin.axis, v0), along.x, along.y, along.z};
  Expr sum(0.0);
  for (int k = 0; k < 4; ++k)
    sum += number(factor[index(k)]) * measured(model, Measure::Kind::quaternion, name + ".q" + "wxyz"[k], spin.body, k);
  return sum;
}

}  // namespace

void hold_spins(Mechanism& model, std::span<const IdleSpin> spins, SpinHold how) {
  const GraphScope scope(*model.graph);
  for (const IdleSpin& spin : spins) {
    const std::string& name = model.bodies[index(spin.body)].name;
    Constraint row;
    row.name = name + ".spin";
    row.pfaffian = how == SpinHold::speed;
    row.row.at = model.bodies[index(spin.body)].at;
    row.row.formula = how == SpinHold::speed ? spin_rate(model, spin) : turn_about_axis(model, spin);
    model.constraints.emplace_back(row);
    if (how != SpinHold::speed) continue;
    // A multiplier pushes against its row.
    const Expr push = measured(model, Measure::Kind::multiplier, row.name + ".multiplier",
                               static_cast<int>(model.constraints.size()) - 1, 0);
    model.outputs.push_back({name + ".spin_moment", {-push, row.row.at}});
  }
}

}  // namespace alembert
