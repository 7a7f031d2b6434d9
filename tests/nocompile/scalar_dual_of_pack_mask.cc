// Must not compile: the mask of a Dual over Pack is a Mask.
#include "alembert/scalar/dual.h"

using namespace alembert;

#ifdef CORRECT
Pack<8> f(Dual<2, Pack<8>> a, Dual<2, Pack<8>> b) { return select(less(a, b), Pack<8>(1.0), Pack<8>(0.0)); }
#else
double f(Dual<2, Pack<8>> a, Dual<2, Pack<8>> b) {
  if (less(a, b)) return 1.0;
  return 0.0;
}
#endif
