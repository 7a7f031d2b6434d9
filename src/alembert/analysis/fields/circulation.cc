#include "alembert/analysis/fields/circulation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "alembert/core/random.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/positive.h"
#include "alembert/symbolic/tape.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// Where a power has no value. A root of zero is zero.
std::optional<Hole> hole_of_power(Expr base, Expr exponent) {
  if (!exponent.is_number()) return Hole{base, "<="};
  const Rational& power = exponent.number();
  if (power.is_integer()) return power.sign() > 0 ? std::nullopt : std::optional(Hole{base, "="});
  const bool below = !never_negative(base);
  if (power.sign() > 0) return below ? std::optional(Hole{base, "<"}) : std::nullopt;
  return Hole{base, below ? "<=" : "="};
}

/// Where a node has no value, or jumps, by itself.
std::optional<Hole> hole_of(Expr e) {
  switch (e.op()) {
    case Op::power: return hole_of_power(e.args()[0], e.args()[1]);
    case Op::log: return Hole{e.args()[0], never_negative(e.args()[0]) ? "=" : "<="};
    case Op::tan: return Hole{cos(e.args()[0]), "="};
    case Op::atan2: return Hole{e.args()[0] * e.args()[0] + e.args()[1] * e.args()[1], "="};
    default: return {};
  }
}

/// The field and what may vanish, with its slopes, as numbers.
class FieldNumbers {
 public:
  FieldNumbers(std::span<const Expr> force, std::span<const Expr> q, std::span<const Hole> holes)
      : n_(q.size()), holes_(holes.size()) {
    std::vector<Expr> formulas(force.begin(), force.end()), symbols(q.begin(), q.end());
    for (const Hole& hole : holes) {
      formulas.push_back(hole.of);
      for (const Expr x : q) formulas.push_back(derivative(hole.of, x));
    }
    in_.assign(n_, 0.0);
    const Graph& graph = Graph::current();
    for (const Expr e : Walk(formulas)) {
      if (!e.is_symbol() || e.kind() == SymbolKind::constant ||
          std::ranges::any_of(symbols, [&](Expr known) { return identical(known, e); }))
        continue;
      const std::optional<Rational>& value = graph.symbol(graph.node(e.id())).value;
      symbols.push_back(e);
      in_.push_back(value ? value->to_double() : 1.0);
    }
    machine_ = TapeMachine<double>(Tape(symbols, formulas));
    out_.resize(formulas.size());
  }

  void at(std::span<const double> x) {
    std::ranges::copy(x, in_.begin());
    machine_.run(in_, out_);
  }
  std::span<const double> force() const { return std::span(out_).first(n_); }
  double hole(std::size_t k) const { return out_[n_ + k * (n_ + 1)]; }
  std::span<const double> slope(std::size_t k) const { return std::span(out_).subspan(n_ + k * (n_ + 1) + 1, n_); }
  std::size_t holes() const { return holes_; }
  std::size_t size() const { return n_; }

 private:
  std::size_t n_, holes_;
  std::vector<double> in_, out_;
  TapeMachine<double> machine_;
};

/// Newton's steps along the slope onto a zero, double ones included; nothing where they lead to none.
std::optional<std::vector<double>> zero_from(FieldNumbers& field, std::size_t hole, std::vector<double> x) {
  constexpr int most_steps = 100;
  constexpr double small = 1e-9;
  for (int step = 0; step < most_steps; ++step) {
    field.at(x);
    const double value = field.hole(hole);
    double slope = 0.0, length = 0.0;
    for (const double s : field.slope(hole)) slope += s * s;
    if (value == 0.0) return x;
    if (!std::isfinite(value) || !(slope > 0.0)) return {};
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double move = -value * field.slope(hole)[i] / slope;
      x[i] += move;
      length = std::max(length, std::abs(move) / (1.0 + std::abs(x[i])));
    }
    if (length < small) return x;
  }
  return {};
}

/// The work once round a circle in the plane of i and j, from `count` points; nothing where the field is not finite or
/// something that makes it undefined changes its sign.
std::optional<double> work_round(FieldNumbers& field, const Circulation& circle, double radius, int count) {
  constexpr double apart = 0.01;  // a circle that comes nearer to what vanishes goes through it, as x^2 may
  std::vector<double> x = circle.center, first, least, most;
  double work = 0.0, size = 0.0;
  for (int k = 0; k < count; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k + 0.3) / count, c = std::cos(angle), s = std::sin(angle);
    x[circle.first] = circle.center[circle.first] + radius * c;
    x[circle.second] = circle.center[circle.second] + radius * s;
    field.at(x);
    for (std::size_t h = 0; h < field.holes(); ++h) {
      const double value = field.hole(h), size_here = std::abs(value);
      if (k == 0) {
        first.push_back(value);
        least.push_back(size_here);
        most.push_back(size_here);
      }
      least[h] = std::min(least[h], size_here);
      most[h] = std::max(most[h], size_here);
      if (!(value * first[h] > 0.0)) return {};
    }
    const double along = radius * (field.force()[circle.second] * c - field.force()[circle.first] * s);
    if (!std::isfinite(along)) return {};
    work += 2.0 * std::numbers::pi / count * along;
    size += 2.0 * std::numbers::pi / count * std::abs(along);
  }
  for (std::size_t h = 0; h < field.holes(); ++h)
    if (least[h] < apart * most[h]) return {};
  constexpr double rounding = 1e-12;
  return std::abs(work) > rounding * size ? work : 0.0;
}

/// The smallest of some circles on which the work is known and not zero.
std::optional<Circulation> circulation_at(FieldNumbers& field, const std::vector<double>& center) {
  for (std::size_t i = 0; i < center.size(); ++i)
    for (std::size_t j = i + 1; j < center.size(); ++j)
      for (const double radius : {1e-3, 1e-2, 0.1, 1.0}) {
        Circulation circle{center, i, j, 0.0};
        const auto coarse = work_round(field, circle, radius, 96), fine = work_round(field, circle, radius, 200);
        if (!coarse || !fine || *fine == 0.0 || std::abs(*coarse - *fine) > 1e-7 * std::abs(*fine)) continue;
        circle.work = *fine;
        return circle;
      }
  return {};
}

}  // namespace

std::vector<Hole> holes_of(std::span<const Expr> force, std::span<const Expr> q) {
  std::vector<Hole> result;
  for (const Expr e : Walk(force)) {
    const std::optional<Hole> hole = hole_of(e);
    if (!hole || always_positive(hole->of)) continue;
    const bool moves = std::ranges::any_of(q, [&](Expr x) { return contains(hole->of, x); });
    if (!moves) continue;
    const auto known = std::ranges::find_if(result, [&](const Hole& other) { return identical(other.of, hole->of); });
    if (known == result.end())
      result.push_back(*hole);
    else if (std::string_view(known->relation) != hole->relation)
      known->relation = "<=";  // of "=", "<" and "<=" any two together
  }
  return result;
}

std::optional<Circulation> find_circulation(std::span<const Expr> force, std::span<const Expr> q,
                                            std::span<const Hole> holes) {
  if (q.size() < 2 || holes.empty()) return {};
  FieldNumbers field(force, q, holes);
  Random random(20240617);
  constexpr int starts = 20;
  for (std::size_t hole = 0; hole < holes.size(); ++hole)
    for (int start = 0; start < starts; ++start) {
      const double reach = start % 2 == 0 ? 1.0 : 10.0;
      std::vector<double> x(q.size());
      for (double& value : x) value = random.uniform(-reach, reach);
      const auto center = zero_from(field, hole, std::move(x));
      if (!center) continue;
      if (auto found = circulation_at(field, *center)) return found;
    }
  return {};
}

}  // namespace alembert
