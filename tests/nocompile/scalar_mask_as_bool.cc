// Must not compile: a Mask does not convert to bool, not even by an explicit cast.
#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
bool f(Pack<4> a, Pack<4> b) { return any(less(a, b)); }
#else
bool f(Pack<4> a, Pack<4> b) { return static_cast<bool>(less(a, b)); }
#endif
