// Must not compile: masks combine with &; && would need a bool.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
Pack<4> f(Pack<4> a, Pack<4> b) { return select(less(a, b) & less(b, 1.0), a, b); }
#else
Pack<4> f(Pack<4> a, Pack<4> b) { return select(less(a, b) && less(b, 1.0), a, b); }
#endif
