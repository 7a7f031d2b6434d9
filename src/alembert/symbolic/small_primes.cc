#include "alembert/symbolic/small_primes.h"

#include <map>

namespace alembert {
namespace {

constexpr std::int64_t last_divisor = 1000;

/// Powers in n, which becomes what trial division leaves of it.
std::map<std::int64_t, std::int64_t> divide_out(Rational& n) {
  std::map<std::int64_t, std::int64_t> powers;
  for (std::int64_t p = 2; p <= last_divisor && !n.is_one(); p += p == 2 ? 1 : 2)
    for (Rational shorter = n / p; shorter.is_integer(); shorter = n / p) {
      n = shorter;
      ++powers[p];
    }
  return powers;
}

}  // namespace

std::vector<std::pair<Rational, std::int64_t>> prime_factors(const Rational& value) {
  Rational above = value.numerator(), below = value.denominator();
  std::map<std::int64_t, std::int64_t> powers = divide_out(above);
  for (const auto& [p, exponent] : divide_out(below)) powers[p] -= exponent;
  std::vector<std::pair<Rational, std::int64_t>> result(powers.begin(), powers.end());
  if (!above.is_one()) result.emplace_back(above, 1);
  if (!below.is_one()) result.emplace_back(below, -1);
  return result;
}

}  // namespace alembert
