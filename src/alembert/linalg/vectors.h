/// Products and sizes of plain lists of numbers.
#pragma once
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace alembert {

/// Sum of products; b has at least as many entries as a.
inline double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Euclidean length.
inline double norm(std::span<const double> x) { return std::sqrt(dot(x, x)); }

/// Largest absolute value; 0 of an empty list. NaN is passed over.
inline double largest(std::span<const double> x) {
  double result = 0.0;
  for (const double value : x) result = std::max(result, std::abs(value));
  return result;
}

}  // namespace alembert
