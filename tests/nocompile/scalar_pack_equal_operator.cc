// Must not compile: no == on a Scalar.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
bool f(Pack<4> a, Pack<4> b) { return all(less_equal(a, b) & less_equal(b, a)); }
#else
bool f(Pack<4> a, Pack<4> b) { return a == b; }
#endif
