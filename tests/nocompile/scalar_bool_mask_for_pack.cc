// Must not compile: a comparison of doubles used as an integer mask must not choose among lanes.
#include "alembert/scalar/pack.h"

using namespace alembert;

Pack<4> f(int mask, Pack<4> a, Pack<4> b) { return select(mask, a, b); }
