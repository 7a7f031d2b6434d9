#include "alembert/symbolic/trig_forms.h"

#include <algorithm>
#include <map>

namespace alembert {
namespace {

/// Integer combination of base angles, by the index of their sine generator; sorted, no zeros.
using Angle = std::map<std::uint32_t, int>;

/// cos(angle) or sin(angle), the first multiple positive.
struct Harmonic {
  bool sine = false;
  Angle angle;
  friend auto operator<=>(const Harmonic&, const Harmonic&) = default;
};
using Harmonics = std::map<Harmonic, Rational>;

constexpr std::size_t most_harmonics = 512;

bool is_trig(const NormalForm& form, const Monomial::Entry& e) {
  const NormalForm::Kind kind = form.generators()[e.generator].kind;
  return kind == NormalForm::Kind::sine || kind == NormalForm::Kind::cosine;
}

/// Upper bound for turning the sines and cosines of one monomial into harmonics: their number times the degree.
std::size_t harmonic_steps(const NormalForm& form, const Monomial& m) {
  std::size_t harmonics = 1, degree = 0;
  for (const Monomial::Entry& e : m.entries()) {
    if (!is_trig(form, e) || e.exponent < 0) continue;
    harmonics *= static_cast<std::size_t>(e.exponent) + 1;
    degree += static_cast<std::size_t>(e.exponent);
    if (harmonics > 2 * most_harmonics) return most_harmonic_steps + 1;
  }
  return harmonics * degree;
}

Angle shifted(Angle angle, std::uint32_t by, int times) {
  int& multiple = angle[by];
  multiple += times;
  if (multiple == 0) angle.erase(by);
  return angle;
}

void add(Harmonics& into, bool sine, Angle angle, Rational coefficient) {
  if (angle.empty() && sine) return;
  if (!angle.empty() && angle.begin()->second < 0) {
    for (auto& [generator, multiple] : angle) multiple = -multiple;
    if (sine) coefficient = -coefficient;
  }
  const auto [it, fresh] = into.try_emplace({sine, std::move(angle)}, coefficient);
  if (fresh) return;
  it->second += coefficient;
  if (it->second.is_zero()) into.erase(it);
}

/// Product-to-sum: every harmonic times the sine or cosine of one base angle.
Harmonics times(const Harmonics& h, std::uint32_t angle, bool by_sine) {
  Harmonics result;
  for (const auto& [x, c] : h) {
    const Rational half = c * Rational(1, 2);
    const Angle up = shifted(x.angle, angle, 1), down = shifted(x.angle, angle, -1);
    const bool sine = x.sine != by_sine;
    // cos cos: (+,+) cos; sin cos: (+,+) sin; cos sin: (+,-) sin; sin sin: (-,+) cos
    add(result, sine, up, x.sine && by_sine ? -half : half);
    add(result, sine, down, !x.sine && by_sine ? -half : half);
  }
  return result;
}

/// `trig` as a sum over combined angles, unless that takes too many steps or terms.
std::optional<Harmonics> harmonics(const NormalForm& form, const Polynomial& trig) {
  Harmonics total;
  if (harmonic_steps(form, trig) > most_harmonic_steps) return {};
  for (const auto& [m, c] : trig.terms()) {
    Harmonics term{{Harmonic{}, c}};
    for (const Monomial::Entry& e : m.entries()) {
      const NormalForm::Generator& g = form.generators()[e.generator];
      const bool sine = g.kind == NormalForm::Kind::sine;
      if (e.exponent < 0) return {};  // 1/cos has no finite sum
      for (int k = 0; k < e.exponent; ++k) term = times(term, sine ? e.generator : g.partner, sine);
    }
    for (const auto& [h, value] : term) add(total, h.sine, h.angle, value);
    if (total.size() > most_harmonics) return {};
  }
  return total;
}

Expr angle_expression(const NormalForm& form, const Angle& angle, int divisor) {
  std::vector<Expr> terms;
  for (const auto& [generator, multiple] : angle)
    terms.push_back(scaled(form.generators()[generator].angle, Rational(multiple, divisor)));
  return sum(terms);
}

bool is_even(const Angle& angle) {
  return !angle.empty() && std::ranges::all_of(angle, [](const auto& entry) { return entry.second % 2 == 0; });
}

/// Terms of a harmonic sum; with `squares`, cos 2A becomes 1 - 2 sin^2 A or 2 cos^2 A - 1 where that shrinks the
/// constant, and sin 2A becomes 2 sin A cos A.
std::vector<Term> written(const NormalForm& form, const Harmonics& h, bool squares) {
  std::vector<Term> terms;
  Rational constant = 0;
  if (const auto it = h.find(Harmonic{}); it != h.end()) constant = it->second;
  const Expr two(Rational(2));
  for (const auto& [x, c] : h) {
    if (x.angle.empty()) continue;
    if (squares && is_even(x.angle)) {
      const Expr half = angle_expression(form, x.angle, 2);
      if (x.sine) {
        terms.push_back({c * 2, sin(half) * cos(half)});
        continue;
      }
      const Rational with_sine = constant + c, with_cosine = constant - c;
      if (with_sine.abs() < constant.abs() || with_cosine.abs() < constant.abs()) {
        const bool use_sine = with_sine.abs() < with_cosine.abs();
        terms.push_back({use_sine ? c * -2 : c * 2, pow(use_sine ? sin(half) : cos(half), two)});
        constant = use_sine ? with_sine : with_cosine;
        continue;
      }
    }
    const Expr angle = angle_expression(form, x.angle, 1);
    terms.push_back({c, x.sine ? sin(angle) : cos(angle)});
  }
  if (!constant.is_zero()) terms.push_back({constant, Expr::one()});
  return terms;
}

}  // namespace

std::size_t harmonic_steps(const NormalForm& form, const Polynomial& p) {
  std::size_t steps = 0;
  for (const auto& [m, c] : p.terms()) {
    steps += harmonic_steps(form, m);
    if (steps > most_harmonic_steps) break;
  }
  return steps;
}

std::vector<Term> trig_terms(const NormalForm& form, const Polynomial& trig, TrigStyle style) {
  if (style != TrigStyle::powers)
    if (const std::optional<Harmonics> h = harmonics(form, trig)) return written(form, *h, style == TrigStyle::squares);
  std::vector<Term> terms;
  for (const auto& [m, c] : trig.sorted()) terms.push_back({c, form.expression(m)});
  return terms;
}

std::optional<std::vector<HarmonicTerm>> harmonic_sum(const NormalForm& form, const Polynomial& trig) {
  const std::optional<Harmonics> h = harmonics(form, trig);
  if (!h) return {};
  std::vector<HarmonicTerm> terms;
  for (const auto& [x, c] : *h) terms.push_back({c, angle_expression(form, x.angle, 1), x.sine});
  return terms;
}

}  // namespace alembert
