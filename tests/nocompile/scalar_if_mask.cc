// Must not compile: a Mask has one answer per lane, so it is no condition of an if.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
Pack<4> f(Pack<4> a, Pack<4> b) { return select(less(a, b), Pack<4>(1.0), Pack<4>(0.0)); }
#else
double f(Pack<4> a, Pack<4> b) {
  if (less(a, b)) return 1.0;
  return 0.0;
}
#endif
