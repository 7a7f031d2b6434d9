// Must not compile: Pack has no comparison operators; use select(less(a, b), ...).
#include "alembert/scalar/pack.h"

using namespace alembert;

double f(Pack<4> a, Pack<4> b) {
  if (a < b) return 1.0;
  return 0.0;
}
