// Must not compile: a Pack is N numbers, so it does not convert to one.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
double f(Pack<4> a) { return a[0]; }
#else
double f(Pack<4> a) { return a; }
#endif
