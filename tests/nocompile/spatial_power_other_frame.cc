// Must not compile: the power of a twist and a wrench in different frames.
#include "alembert/spatial/tagged_spatial.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
double f(Pose<double, World, Body> X, Twist<double, Body> V, Wrench<double, World> F) { return power(X * V, F); }
#else
double f(Pose<double, World, Body>, Twist<double, Body> V, Wrench<double, World> F) { return power(V, F); }
#endif
