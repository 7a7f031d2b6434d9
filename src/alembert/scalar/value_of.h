/// The number that decisions are made with.
#pragma once
#include "alembert/scalar/dual.h"

namespace alembert {

constexpr double value_of(double x) { return x; }
template <int N, class S>
double value_of(const Dual<N, S>& x) {
  return value_of(x.x);
}

}  // namespace alembert
