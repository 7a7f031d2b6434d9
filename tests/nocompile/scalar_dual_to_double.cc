// Must not compile: dropping derivatives is written .x, never implied.
#include "alembert/scalar/dual.h"

using namespace alembert;

#ifdef CORRECT
double f(Dual<4> a) { return a.x; }
#else
double f(Dual<4> a) { return a; }
#endif
