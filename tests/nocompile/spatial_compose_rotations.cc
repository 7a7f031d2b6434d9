// Must not compile: R_WB R_WH: the inner frames of a product must be the same.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};
struct Hand {};

#ifdef CORRECT
Rotation<double, World, Hand> f(Rotation<double, World, Body> a, Rotation<double, Body, Hand> b) { return a * b; }
#else
Rotation<double, World, Hand> f(Rotation<double, World, Body> a, Rotation<double, World, Hand> b) { return a * b; }
#endif
