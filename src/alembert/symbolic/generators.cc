/// The generators of a NormalForm: found again when they exist, made when they do not.
#include <numeric>

#include "alembert/symbolic/normal_form.h"

namespace alembert {
namespace {

std::uint64_t key(NormalForm::Kind kind, Expr meaning) {
  return (static_cast<std::uint64_t>(kind) << 32U) | meaning.id();
}

}  // namespace

std::uint32_t NormalForm::symbol(Expr e, Kind kind) {
  const auto [it, fresh] = index_.try_emplace(key(kind, e), static_cast<std::uint32_t>(generators_.size()));
  if (fresh) generators_.push_back({kind, e, {}, 0, 0, {}, {}});
  return it->second;
}

std::uint32_t NormalForm::sine_of(Expr base_angle) {
  const Expr sine = sin(base_angle), cosine = cos(base_angle);
  const std::uint32_t s = symbol(sine, Kind::sine), c = symbol(cosine, Kind::cosine);
  generators_[s].partner = c;
  generators_[c].partner = s;
  generators_[s].angle = generators_[c].angle = base_angle;
  return s;
}

std::uint32_t NormalForm::exponential_of(Expr base_exponent) {
  const std::uint32_t g = symbol(exp(base_exponent), Kind::exponential);
  generators_[g].angle = base_exponent;
  return g;
}

Polynomial NormalForm::root_of(const Polynomial& p, std::int32_t degree) {
  complete_ = false;
  const Expr base = expression(p);
  std::int32_t& common = degrees_.try_emplace(base.id(), degree).first->second;
  if (common % degree != 0) {
    if (std::lcm(common, degree) > most_root) throw FormTooLarge();
    common = std::lcm(common, degree);
    throw FinerBase();
  }
  const std::uint32_t g = symbol(pow(base, Expr(Rational(1, common))), Kind::root);
  if (generators_[g].degree == 0) {  // else the same root was found another way: one rule for it is enough
    generators_[g].value = p;
    generators_[g].degree = common;
  }
  return {Monomial(g, common / degree), 1};
}

std::uint32_t NormalForm::inverse_of(const Polynomial& p) {
  const std::uint32_t g = symbol(pow(expression(p), Expr(Rational(-1))), Kind::inverse);
  generators_[g].value = p;
  return g;
}

}  // namespace alembert
