#include "alembert/forms/identification/trig_constants_terms.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/trig_forms.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

using std::size_t;

bool moves(Expr e) {
  const std::array<Expr, 1> root{e};
  return std::ranges::any_of(Walk(root), [](Expr n) {
    return n.is_symbol() && n.kind() != SymbolKind::parameter && n.kind() != SymbolKind::constant;
  });
}

/// Symbols for sums of parallel angles, and what they stand for.
struct Sums {
  std::vector<Expr> angles;     ///< q
  std::vector<Expr> in_sums;    ///< the same in symbols for sums
  std::vector<Expr> symbols;    ///< those symbols
  std::vector<Expr> in_angles;  ///< and their meaning

  /// For the angles that e holds: s = q + (s of the next inner one), or less where the axes are opposite.
  void add(const ParallelAngles& list, Expr e) {
    std::vector<Expr> symbol(list.size()), meaning(list.size());
    for (size_t k = 0; k < list.size(); ++k) {
      if (!contains(e, list[k].q)) continue;
      int inner = list[k].inner;
      while (inner >= 0 && !contains(e, list[static_cast<size_t>(inner)].q))
        inner = list[static_cast<size_t>(inner)].inner;
      symbol[k] = meaning[k] = list[k].q;
      if (inner < 0) continue;
      const auto i = static_cast<size_t>(inner);
      const Rational direction = std::int64_t{list[k].direction} * list[i].direction;
      symbol[k] = Expr::symbol("sum to " + list[k].q.name(), SymbolKind::coordinate);
      meaning[k] = list[k].q + scaled(meaning[i], direction);
      angles.push_back(list[k].q);
      in_sums.push_back(symbol[k] - scaled(symbol[i], direction));
      symbols.push_back(symbol[k]);
      in_angles.push_back(meaning[k]);
    }
  }
};

/// How each generator of a form enters a term.
enum class Role { still, moving, combined };

std::vector<Role> roles(const NormalForm& form, std::span<const Expr> combined) {
  std::vector<Role> result;
  for (const NormalForm::Generator& g : form.generators()) {
    const bool trig = g.kind == NormalForm::Kind::sine || g.kind == NormalForm::Kind::cosine;
    const bool combines = trig && std::ranges::any_of(combined, [&](Expr q) { return contains(g.angle, q); });
    result.push_back(combines ? Role::combined : moves(g.meaning) ? Role::moving : Role::still);
  }
  return result;
}

struct Parts {
  Monomial still, moving, combined;
};

Parts split(const Monomial& m, const std::vector<Role>& role) {
  Parts parts;
  for (const Monomial::Entry& e : m.entries()) {
    const Role r = role[e.generator];
    Monomial& part = r == Role::still ? parts.still : r == Role::moving ? parts.moving : parts.combined;
    part = part * Monomial(e.generator, e.exponent);
  }
  return parts;
}

/// Coefficients by factor.
using Collected = std::map<std::uint32_t, Polynomial>;

bool collect_polynomial(const NormalForm& form, std::span<const Expr> combined, Collected& result) {
  const std::vector<Role> role = roles(form, combined);
  std::map<std::pair<Monomial, Monomial>, Polynomial> groups;  // (moving, still) -> combined
  for (const auto& [m, c] : form.polynomial(0).terms()) {
    const Parts parts = split(m, role);
    groups[{parts.moving, parts.still}].add(parts.combined, c);
  }
  for (const auto& [outer, trig] : groups) {
    const Expr moving = form.expression(outer.first);
    if (combined.empty()) {
      result[moving.id()].add(outer.second, trig.terms().begin()->second);
      continue;
    }
    const std::optional<std::vector<HarmonicTerm>> harmonics = harmonic_sum(form, trig);
    if (!harmonics) return false;
    for (const HarmonicTerm& h : *harmonics) {
      const Expr factor = moving * (h.sine ? sin(h.angle) : cos(h.angle));
      const Term term = split_coefficient(factor);
      result[term.rest.id()].add(outer.second, h.coefficient * term.coefficient);
    }
  }
  return true;
}

size_t degree(Expr factor) {
  if (factor.is_number()) return 0;
  size_t sum = 0;
  for (const Expr f : factor.op() == Op::product ? factor.args() : std::span<const Expr>(&factor, 1))
    sum += static_cast<size_t>(split_power(f).exponent.abs().to_int().value_or(1));
  return sum;
}

void sort(std::vector<MotionTerm>& terms) {
  std::ranges::sort(terms, [](const MotionTerm& a, const MotionTerm& b) {
    const size_t x = degree(a.factor), y = degree(b.factor);
    return x != y ? x < y : compare(a.factor, b.factor) < 0;
  });
}

}  // namespace

bool TermCollector::collect_as(Expr e, std::span<const Style> styles, std::vector<MotionTerm>& terms) const {
  Sums sums;
  std::vector<Expr> combined;
  for (size_t k = 0; k < parallel_.size(); ++k) {
    if (styles[k] == Style::sums) sums.add(parallel_[k], e);
    if (styles[k] == Style::combined)
      for (const ParallelAngle& a : parallel_[k]) combined.push_back(a.q);
  }
  // The cosines of the sums are there to make these the base angles.
  std::vector<Expr> formulas{substitute(e, sums.angles, sums.in_sums)};
  for (const Expr s : sums.symbols) formulas.push_back(cos(s));
  const NormalForm form(formulas, budget_);
  Collected collected;
  if (!collect_polynomial(form, combined, collected)) return false;
  terms.clear();
  for (const auto& [id, coefficient] : collected) {
    if (coefficient.is_zero()) continue;
    // sin(s) may turn its sign when s becomes q3 - q2
    const Term factor = split_coefficient(substitute(Expr::from_id(id), sums.symbols, sums.in_angles));
    terms.push_back({form.expression(coefficient.scaled(factor.coefficient)), factor.rest});
  }
  sort(terms);
  return true;
}

std::vector<MotionTerm> TermCollector::collect(Expr e) const {
  std::vector<Style> styles(parallel_.size(), Style::single);
  std::vector<MotionTerm> best, other;
  collect_as(e, styles, best);
  for (size_t k = 0; k < parallel_.size(); ++k) {
    const auto held = std::ranges::count_if(parallel_[k], [&](const ParallelAngle& a) { return contains(e, a.q); });
    if (held < 2) continue;
    Style chosen = Style::single;
    for (const Style style : {Style::sums, Style::combined}) {
      styles[k] = style;
      if (!collect_as(e, styles, other) || other.size() >= best.size()) continue;
      std::swap(best, other);
      chosen = style;
    }
    styles[k] = chosen;
  }
  return best;
}

}  // namespace alembert
