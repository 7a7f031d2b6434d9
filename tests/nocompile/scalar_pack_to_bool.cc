// Must not compile: a Pack is no condition.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
double f(Pack<4> a) { return all(less(0.0, a)) ? 1.0 : 0.0; }
#else
double f(Pack<4> a) { return a ? 1.0 : 0.0; }
#endif
