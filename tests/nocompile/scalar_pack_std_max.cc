// Must not compile: std::max compares with <; use max found by argument-dependent lookup.
#include <algorithm>

#include "alembert/scalar/pack.h"

using namespace alembert;

#ifdef CORRECT
Pack<4> f(Pack<4> a, Pack<4> b) { return max(a, b); }
#else
Pack<4> f(Pack<4> a, Pack<4> b) { return std::max(a, b); }
#endif
