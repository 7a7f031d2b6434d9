// Must not compile: dropping derivatives is written .x, never implied.
#include "alembert/scalar/dual.h"

using namespace alembert;

double f(Dual<4> a) { return a; }
