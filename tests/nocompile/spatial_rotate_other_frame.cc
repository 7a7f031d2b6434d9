// Must not compile: R_WB takes vectors of B, not of W.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
Vector<double, World> f(Rotation<double, World, Body> R, Vector<double, Body> a) { return R * a; }
#else
Vector<double, World> f(Rotation<double, World, Body> R, Vector<double, World> a) { return R * a; }
#endif
