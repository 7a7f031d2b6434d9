#include "alembert/symbolic/signs.h"

namespace alembert {
namespace {

/// What was said, of the formula or of its negative: the one that is not negative. Zero where neither is known to be.
Signs::Said not_negative(const Signs::Said& said) {
  if (!said.signs.may_be_negative()) return said;
  if (!said.signs.may_be_positive()) return {-said.of, -said.signs};
  return {Expr(), SignSet::zero()};
}

}  // namespace

std::optional<int> SignSet::only() const {
  if (*this == negative()) return -1;
  if (*this == zero()) return 0;
  if (*this == positive()) return 1;
  return {};
}

SignSet operator*(SignSet a, SignSet b) {
  const bool same = (a.may_be_positive() && b.may_be_positive()) || (a.may_be_negative() && b.may_be_negative());
  const bool opposite = (a.may_be_positive() && b.may_be_negative()) || (a.may_be_negative() && b.may_be_positive());
  return SignSet((opposite ? 1U : 0U) | (a.may_be_zero() || b.may_be_zero() ? 2U : 0U) | (same ? 4U : 0U));
}

SignSet operator+(SignSet a, SignSet b) {
  const bool up = a.may_be_positive() || b.may_be_positive(), down = a.may_be_negative() || b.may_be_negative();
  const bool cancels = (a.may_be_positive() && b.may_be_negative()) || (a.may_be_negative() && b.may_be_positive());
  return SignSet((down ? 1U : 0U) | (cancels || (a.may_be_zero() && b.may_be_zero()) ? 2U : 0U) | (up ? 4U : 0U));
}

SignedShape signed_shape_of(Expr e) {
  const Term term = split_coefficient(e);
  int sign = term.coefficient.sign();
  Expr shape = term.rest;
  if (shape.op() == Op::sum) {  // the content of all its terms
    Rational content = 0;
    for (const Expr a : shape.args()) content = Rational::gcd(content, split_coefficient(a).coefficient);
    if (!content.is_one()) {
      std::vector<Expr> terms;
      for (const Expr a : shape.args()) terms.push_back(scaled(a, content.inverse()));
      shape = sum(terms);
    }
  }
  if (leads_negative(shape)) {
    shape = -shape;
    sign = -sign;
  }
  return {shape, sign};
}

bool Signs::set(Expr e, SignSet signs) {
  if (e.is_number()) return signs.holds(e.number().sign());
  const SignedShape s = signed_shape_of(e);
  const SignSet here = s.sign < 0 ? -signs : signs;
  const auto [known, fresh] = signs_.try_emplace(s.shape.id(), here);
  if (!fresh) known->second = known->second & here;
  said_.push_back({s.shape, known->second});
  return !known->second.is_empty();
}

SignSet Signs::of(Expr e) const {
  if (e.is_number()) return SignSet::of(e.number().sign());
  const SignedShape s = signed_shape_of(e);
  const auto it = signs_.find(s.shape.id());
  SignSet result = it != signs_.end() ? it->second : SignSet::any();
  for (std::size_t i = 0; i < said_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto [first, of_first] = not_negative(said_[i]);
      const auto [second, of_second] = not_negative(said_[j]);
      if (first.is_zero() || second.is_zero()) continue;
      const SignedShape total = signed_shape_of(first + second);
      if (!identical(total.shape, s.shape) || total.sign == 0) continue;
      const SignSet of_total = of_first + of_second;
      result = result & (total.sign < 0 ? -of_total : of_total);
    }
  }
  return s.sign < 0 ? -result : result;
}

Zero mirrored(Zero zero) { return zero == Zero::above ? Zero::below : zero == Zero::below ? Zero::above : zero; }

std::vector<SignSet> cases_of(SignSet known, Zero zero) {
  if (zero == Zero::anywhere) {
    if (!known.may_be_negative() || !known.may_be_positive()) return {known};
    zero = Zero::above;
  }
  std::vector<SignSet> result;
  const SignSet up = zero == Zero::above ? SignSet::not_negative() : SignSet::positive();
  const SignSet down = zero == Zero::below ? SignSet::not_positive() : SignSet::negative();
  for (const SignSet part : {up & known, down & known})
    if (!part.is_empty()) result.push_back(part);
  if (zero == Zero::apart && known.may_be_zero()) result.push_back(SignSet::zero());
  return result;
}

}  // namespace alembert
