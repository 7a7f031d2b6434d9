// Must not compile: a Mask has one answer per lane, so it is no condition of an if.
#include "alembert/scalar/pack.h"

using namespace alembert;

double f(Pack<4> a, Pack<4> b) {
  if (less(a, b)) return 1.0;
  return 0.0;
}
