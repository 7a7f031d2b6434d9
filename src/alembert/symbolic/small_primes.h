/// Numbers as products of primes.
#pragma once
#include <utility>
#include <vector>

#include "alembert/symbolic/rational.h"

namespace alembert {

/// A positive number as powers of primes, ascending. What trial division up to 1000 leaves stands as one factor at the
/// end, above and below the line apart.
std::vector<std::pair<Rational, std::int64_t>> prime_factors(const Rational& value);

}  // namespace alembert
