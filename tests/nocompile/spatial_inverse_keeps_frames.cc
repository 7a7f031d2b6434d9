// Must not compile: the inverse of R_WB is R_BW.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
Rotation<double, Body, World> f(Rotation<double, World, Body> R) { return R.inverse(); }
#else
Rotation<double, World, Body> f(Rotation<double, World, Body> R) { return R.inverse(); }
#endif
