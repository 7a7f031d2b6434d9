// Must not compile: a mask of 8 lanes cannot choose among 4.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
Pack<4> f(Pack<4> a, Pack<4> b, Pack<4> c) { return select(less(a, b), c, -c); }
#else
Pack<4> f(Pack<8> a, Pack<8> b, Pack<4> c) { return select(less(a, b), c, -c); }
#endif
