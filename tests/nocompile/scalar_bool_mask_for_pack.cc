// Must not compile: a comparison of doubles used as an integer mask must not choose among lanes.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
Pack<4> f(Mask<4> mask, Pack<4> a, Pack<4> b) { return select(mask, a, b); }
#else
Pack<4> f(int mask, Pack<4> a, Pack<4> b) { return select(mask, a, b); }
#endif
