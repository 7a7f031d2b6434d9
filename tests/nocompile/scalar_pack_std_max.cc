// Must not compile: std::max compares with <; use max found by argument-dependent lookup.
#include "alembert/scalar/pack.h"

using namespace alembert;

#include <algorithm>

Pack<4> f(Pack<4> a, Pack<4> b) { return std::max(a, b); }
