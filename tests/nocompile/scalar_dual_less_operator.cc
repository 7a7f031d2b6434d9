// Must not compile: Dual has no comparison operators; use select(less(a, b), ...).
#include "alembert/scalar/dual.h"

using namespace alembert;

#ifdef CORRECT
double f(Dual<4> a, Dual<4> b) { return select(less(a.x, b.x), 1.0, 0.0); }
#else
double f(Dual<4> a, Dual<4> b) {
  if (a < b) return 1.0;
  return 0.0;
}
#endif
