// Must not compile: a plain vector gets a frame only by saying so.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};

#ifdef CORRECT
Vector<double, World> f(Vec3<double> a) { return Vector<double, World>(a); }
#else
Vector<double, World> f(Vec3<double> a) { return a; }
#endif
