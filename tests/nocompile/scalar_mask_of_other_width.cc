// Must not compile: a mask of 8 lanes cannot choose among 4.
#include "alembert/scalar/pack.h"

using namespace alembert;

Pack<4> f(Pack<8> a, Pack<8> b, Pack<4> c) { return select(less(a, b), c, -c); }
