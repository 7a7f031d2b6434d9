#include "alembert/symbolic/polynomial.h"

#include <algorithm>

namespace alembert {

std::int32_t Monomial::exponent(std::uint32_t generator) const {
  for (const Entry& e : entries_)
    if (e.generator == generator) return e.exponent;
  return 0;
}

Monomial Monomial::with(std::uint32_t generator, std::int32_t exponent) const {
  Monomial result;
  result.entries_.reserve(entries_.size() + 1);
  bool placed = exponent == 0;
  for (const Entry& e : entries_) {
    if (!placed && e.generator >= generator) {
      result.entries_.push_back({generator, exponent});
      placed = true;
    }
    if (e.generator != generator) result.entries_.push_back(e);
  }
  if (!placed) result.entries_.push_back({generator, exponent});
  return result;
}

Monomial operator*(const Monomial& a, const Monomial& b) {
  Monomial result;
  result.entries_.reserve(a.entries_.size() + b.entries_.size());
  auto i = a.entries_.begin(), j = b.entries_.begin();
  while (i != a.entries_.end() && j != b.entries_.end()) {
    if (i->generator < j->generator) {
      result.entries_.push_back(*i++);
    } else if (j->generator < i->generator) {
      result.entries_.push_back(*j++);
    } else {
      const std::int32_t exponent = i->exponent + j->exponent;  // each below 2^30: no overflow
      if (exponent > Monomial::most_exponent || exponent < -Monomial::most_exponent) throw FormTooLarge();
      if (exponent != 0) result.entries_.push_back({i->generator, exponent});
      ++i;
      ++j;
    }
  }
  result.entries_.insert(result.entries_.end(), i, a.entries_.end());
  result.entries_.insert(result.entries_.end(), j, b.entries_.end());
  return result;
}

bool operator<(const Monomial& a, const Monomial& b) {
  return std::ranges::lexicographical_compare(
      a.entries_, b.entries_, [](const Monomial::Entry& x, const Monomial::Entry& y) {
        return x.generator != y.generator ? x.generator < y.generator : x.exponent > y.exponent;
      });
}

std::size_t Monomial::hash() const {
  std::uint64_t h = 0x9e3779b97f4a7c15U;
  for (const Entry& e : entries_) {
    h ^= (static_cast<std::uint64_t>(e.generator) << 32U) | static_cast<std::uint32_t>(e.exponent);
    h *= 0xff51afd7ed558ccdU;
    h ^= h >> 29U;
  }
  return h;
}

std::vector<std::pair<Monomial, Rational>> Polynomial::sorted() const {
  std::vector<std::pair<Monomial, Rational>> list(terms_.begin(), terms_.end());
  std::ranges::sort(list, [](const auto& a, const auto& b) { return a.first < b.first; });
  return list;
}

std::size_t Polynomial::digits() const {
  std::size_t most = 0;
  for (const auto& [m, c] : terms_) most = std::max(most, c.digits());
  return most;
}

Rational Polynomial::content() const {
  Rational result = 0;
  for (const auto& [m, c] : terms_) result = Rational::gcd(result, c);
  return result;
}

void Polynomial::add(const Monomial& m, const Rational& coefficient) {
  if (coefficient.is_zero()) return;
  const auto [place, fresh] = terms_.try_emplace(m, coefficient);
  if (fresh) return;
  place->second += coefficient;
  if (place->second.is_zero()) terms_.erase(place);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
  for (const auto& [m, c] : other.terms_) add(m, c);
  return *this;
}

Polynomial Polynomial::scaled(const Rational& factor) const {
  Polynomial result;
  if (factor.is_zero()) return result;
  for (const auto& [m, c] : terms_) result.terms_.emplace(m, c * factor);
  return result;
}

}  // namespace alembert
