// Must not compile: no == on a Scalar.
#include "alembert/scalar/pack.h"

using namespace alembert;

bool f(Pack<4> a, Pack<4> b) { return a == b; }
