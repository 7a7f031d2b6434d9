// Must not compile: a sum of twists in different frames.
#include "alembert/spatial/tagged_spatial.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
Twist<double, World> f(Twist<double, World> a, Twist<double, World> b) { return a + b; }
#else
Twist<double, World> f(Twist<double, World> a, Twist<double, Body> b) { return a + b; }
#endif
