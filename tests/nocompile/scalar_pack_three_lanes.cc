// Must not compile: the width of a Pack is a power of two.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
Pack<4> f() { return 1.0; }
#else
Pack<3> f() { return 1.0; }
#endif
