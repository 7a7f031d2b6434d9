#include "alembert/symbolic/signs.h"

namespace alembert {

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

void Signs::set(Expr e, int sign) {
  const SignedShape s = signed_shape_of(e);
  said_.push_back({s.shape, s.sign * sign});
  signs_[s.shape.id()] = s.sign * sign;
}

std::optional<int> Signs::of(Expr e) const {
  if (e.is_number()) return e.number().sign();
  const SignedShape s = signed_shape_of(e);
  if (const auto it = signs_.find(s.shape.id()); it != signs_.end()) return s.sign * it->second;
  for (std::size_t i = 0; i < said_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Expr first = scaled(said_[i].of, said_[i].sign), second = scaled(said_[j].of, said_[j].sign);
      if (first.is_zero() || second.is_zero()) continue;
      const SignedShape total = signed_shape_of(first + second);  // positive
      if (identical(total.shape, s.shape) && total.sign != 0) return s.sign * total.sign;
    }
  }
  return {};
}

}  // namespace alembert
