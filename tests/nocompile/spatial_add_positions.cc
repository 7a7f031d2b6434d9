// Must not compile: two places have no sum.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};

#ifdef CORRECT
Position<double, World> f(Position<double, World> p, Position<double, World> q) { return p + (q - p); }
#else
Position<double, World> f(Position<double, World> p, Position<double, World> q) { return p + q; }
#endif
