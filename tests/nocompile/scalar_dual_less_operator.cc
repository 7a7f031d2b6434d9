// Must not compile: Dual has no comparison operators; use select(less(a, b), ...).
#include "alembert/scalar/dual.h"

using namespace alembert;

double f(Dual<4> a, Dual<4> b) {
  if (a < b) return 1.0;
  return 0.0;
}
