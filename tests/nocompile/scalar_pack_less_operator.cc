// Must not compile: Pack has no comparison operators; use select(less(a, b), ...).
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
Pack<4> f(Pack<4> a, Pack<4> b) { return select(less(a, b), Pack<4>(1.0), Pack<4>(0.0)); }
#else
double f(Pack<4> a, Pack<4> b) {
  if (a < b) return 1.0;
  return 0.0;
}
#endif
