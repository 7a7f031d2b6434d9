#include "alembert/symbolic/print_order.h"

#include <algorithm>

#include "alembert/core/error.h"

namespace alembert {
namespace {

/// Place of a symbol among the factors of a product.
int symbol_place(Expr symbol) {
  switch (symbol.kind()) {
    case SymbolKind::constant: return 0;
    case SymbolKind::parameter: {
      const char first = symbol.name().empty() ? ' ' : symbol.name()[0];
      return first == 'm' || first == 'M' ? 1 : first == 'I' || first == 'J' ? 2 : 3;
    }
    case SymbolKind::input: return 4;
    case SymbolKind::time: return 5;
    case SymbolKind::state:
    case SymbolKind::coordinate: break;
  }
  return 8 + std::min(symbol.order(), 2);
}

bool has_negative_number(Expr e) {
  if (e.op() == Op::product) e = e.args()[0];
  return e.is_number() && e.number().sign() < 0;
}

/// Place of a sum among the factors: one of parameters stands like its first, m1 + m2 with the masses.
int sum_place(Expr sum) {
  constexpr int function = 7;
  int place = function;
  for (const Expr term : sum.args()) {
    Expr e = term;
    if (e.op() == Op::product && e.args().size() == 2 && e.args()[0].is_number()) e = e.args()[1];
    if (!e.is_symbol() || e.kind() != SymbolKind::parameter) return function;
    place = std::min(place, symbol_place(e));
  }
  return place;
}

/// Place of a factor in its product; see printed_product.
int factor_place(const Factor& factor) {
  constexpr int number = -1, function = 7;
  Expr base = factor.base;
  if (base.op() == Op::power) base = base.args()[0];
  if (base.is_number()) return number;
  if (base.op() == Op::sum && factor.exponent.is_integer()) return sum_place(base);
  return base.is_symbol() && factor.exponent.is_integer() ? symbol_place(base) : function;
}

/// Place of a term in its sum: higher comes first.
int term_place(Expr term, const NodeName& names) {
  if (term.is_number()) return -2;
  const bool whole = term.op() != Op::product || !node_name(term, names).empty();
  int place = 0;
  for (const Expr f : whole ? std::span<const Expr>(&term, 1) : term.args()) {
    if (f.is_number()) continue;
    const int p = node_name(f, names).empty() ? factor_place(split_power(f)) : 7;
    place = std::max(place, p >= 7 ? p - 6 : 0);
  }
  return std::max(place == 2 ? 1 : place, 0);  // coordinates and functions in one class
}

bool is_simple_fraction(const Rational& value) {
  return !(Rational(12) < value.denominator()) && value.numerator().abs() < Rational(20);
}

/// Fractions that nobody reads, such as products of measured numbers.
bool is_long(const Rational& value) {
  constexpr std::size_t readable = 14;
  return value.numerator().text().size() + value.denominator().text().size() > readable;
}

/// How often `factor` divides the whole number, which loses it.
int take_out(Rational& whole, std::int64_t factor) {
  int count = 0;
  for (Rational rest = whole * Rational(1, factor); rest.is_integer(); rest = whole * Rational(1, factor)) {
    whole = rest;
    ++count;
  }
  return count;
}

/// Digits after the point with which the number ends, or -1 when it does not within what decimals are read with.
int decimal_places(const Rational& value) {
  constexpr int most = 300;
  Rational rest = value.denominator();
  const int twos = take_out(rest, 2), fives = take_out(rest, 5);
  const int places = std::max(twos, fives);
  return rest.is_one() && places <= most ? places : -1;
}

void set_number(PrintedProduct& parts, const Rational& value) {
  parts.negative = value.sign() < 0;
  const Rational size = value.abs();
  if (size.is_integer() || prints_decimal(size)) {
    if (!size.is_one()) parts.number = decimal_text(size);
    return;
  }
  const Rational above = size.numerator();
  if (!above.is_one()) parts.number = above.text();
  parts.denominator = size.denominator().text();
}

/// A whole number of more digits than one reads: part of a measured one that was brought to a common denominator.
bool is_long_whole(const Rational& value) { return value.is_integer() && !(value.abs() < Rational(100'000'000)); }

/// 1e-35*(26000000000000000*x + ...)*y as (2.6e-19*x + ...)*y: the product's number goes into a sum of long whole ones.
/// Without a further factor it would read back as a sum.
void spread_number(PrintedProduct& parts, const Rational& number, const NodeName& names) {
  if (parts.above.size() + parts.below.size() < 2) return;
  const auto it = std::ranges::find_if(parts.above, [&](const Factor& f) {
    return f.base.op() == Op::sum && f.exponent.is_one() && node_name(f.base, names).empty() &&
           std::ranges::any_of(f.base.args(), [](Expr t) { return is_long_whole(split_coefficient(t).coefficient); });
  });
  if (it == parts.above.end()) return;
  std::vector<Expr> terms;
  for (const Expr t : it->base.args()) terms.push_back(scaled(t, number.abs()));
  it->base = sum(terms);
  parts.number.clear();
  parts.denominator.clear();
}

/// True for a sum with a negative term, which can take the minus sign of its product.
bool may_turn(const Factor& factor, const NodeName& names) {
  const Expr base = factor.base;
  if (base.op() != Op::sum || !factor.exponent.is_one() || !node_name(base, names).empty()) return false;
  return std::ranges::any_of(base.args(), has_negative_number);
}

}  // namespace

std::string node_name(Expr e, const NodeName& names) { return names ? names(e) : std::string(); }

PrintedProduct printed_product(Expr e, const NodeName& names) {
  PrintedProduct parts;
  Rational number(1);
  const std::span<const Expr> factors = e.op() == Op::product ? e.args() : std::span<const Expr>(&e, 1);
  for (const Expr f : factors) {
    if (f.is_number()) {
      number = f.number();
      set_number(parts, number);
      continue;
    }
    Factor factor{f, 1};
    if (node_name(f, names).empty()) factor = split_power(f);
    const bool below = factor.exponent.sign() < 0 && !factor.base.is_zero();  // 1/(2*0) is not 1/2*0^(-1)
    if (below) factor.exponent = -factor.exponent;
    (below ? parts.below : parts.above).push_back(factor);
  }
  const auto before = [](const Factor& a, const Factor& b) { return factor_place(a) < factor_place(b); };
  std::ranges::stable_sort(parts.above, before);
  std::ranges::stable_sort(parts.below, before);
  if (!number.is_integer()) spread_number(parts, number, names);
  if (parts.negative && node_name(e, names).empty()) {
    const auto it = std::ranges::find_if(parts.above, [&](const Factor& f) { return may_turn(f, names); });
    if (it != parts.above.end()) {
      parts.turned = it->base;
      parts.negative = false;
    }
  }
  return parts;
}

bool prints_negative(Expr e, const NodeName& names) {
  if (!has_negative_number(e) || !node_name(e, names).empty()) return false;
  if (e.op() != Op::product) return true;
  const auto turns = [&](Expr f) { return f.op() == Op::sum && may_turn({f, 1}, names); };
  return std::ranges::none_of(e.args(), turns);
}

std::vector<PrintedTerm> printed_terms(Expr sum, bool turned, const NodeName& names) {
  struct Placed {
    PrintedTerm term;
    int place;
  };
  std::vector<Placed> list;
  for (const Expr term : sum.args()) {
    const bool negative = prints_negative(term, names);
    list.push_back({{term, negative != turned, negative}, term_place(term, names)});
  }
  std::ranges::stable_sort(list, [](const Placed& a, const Placed& b) { return a.place > b.place; });
  std::vector<PrintedTerm> terms;
  for (const Placed& p : list) terms.push_back(p.term);
  const auto positive = std::ranges::find_if(terms, [](const PrintedTerm& t) { return !t.minus; });
  if (positive != terms.end()) std::rotate(terms.begin(), positive, positive + 1);
  return terms;
}

std::vector<Expr> terms_of(Expr e) {
  if (e.op() != Op::sum) return {e};
  std::vector<Expr> result;
  for (const PrintedTerm& t : printed_terms(e, false, {})) result.push_back(t.term);
  return result;
}

bool prints_decimal(const Rational& value) {
  if (value.is_integer() || is_simple_fraction(value)) return false;
  const int places = decimal_places(value);
  constexpr int short_places = 17;
  return places > 0 && (places <= short_places || is_long(value));
}

std::string decimal_text(const Rational& value) {
  if (value.is_integer()) return value.abs().text();
  const auto places = static_cast<std::size_t>(decimal_places(value));
  Rational whole = value.abs();
  for (std::size_t k = 0; k < places; ++k) whole = whole * Rational(10);
  std::string digits = whole.text();
  constexpr std::size_t most_zeros = 4;  // after the point; smaller numbers get an exponent
  if (places >= digits.size() + most_zeros) {
    const std::size_t exponent = places - digits.size() + 1;
    if (digits.size() > 1) digits.insert(1, ".");
    return digits + "e-" + std::to_string(exponent);
  }
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, ".");
  return digits;
}

void PrintStack::check() const {
  // Everything that waits prints at least one character.
  if (out_.size() + stack_.size() + fresh_.size() > print_limit)
    throw Error(Error::Code::too_large, "a formula is longer than " + std::to_string(print_limit) + " characters", {},
                "verbs that compute with numbers, such as evaluate, take formulas of any length");
}

void PrintStack::text(std::string piece) {
  if (piece.empty()) return;
  fresh_.push_back({std::move(piece), {}, Binding::loose, false});
}

void PrintStack::node(Expr e, Binding demanded, bool turned) { fresh_.push_back({{}, e, demanded, turned}); }

bool PrintStack::next(Item& item) {
  check();
  std::move(fresh_.rbegin(), fresh_.rend(), std::back_inserter(stack_));
  fresh_.clear();
  while (!stack_.empty()) {
    item = std::move(stack_.back());
    stack_.pop_back();
    if (item.text.empty()) return true;
    out_ += item.text;
    check();
  }
  return false;
}

}  // namespace alembert
