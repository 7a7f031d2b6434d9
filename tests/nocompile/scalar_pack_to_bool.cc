// Must not compile: a Pack is no condition.
#include "alembert/scalar/pack.h"

using namespace alembert;

double f(Pack<4> a) { return a ? 1.0 : 0.0; }
