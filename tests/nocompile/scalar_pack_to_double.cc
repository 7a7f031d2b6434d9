// Must not compile: a Pack is N numbers, so it does not convert to one.
#include "alembert/scalar/pack.h"

using namespace alembert;

double f(Pack<4> a) { return a; }
