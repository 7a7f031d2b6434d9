// Must not compile: the mask of a Dual over Pack is a Mask.
#include "alembert/scalar/dual.h"

using namespace alembert;

double f(Dual<2, Pack<8>> a, Dual<2, Pack<8>> b) {
  if (less(a, b)) return 1.0;
  return 0.0;
}
