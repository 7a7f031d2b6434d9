// Must not compile: a frame is an empty type.
#include "alembert/spatial/tagged.h"

using namespace alembert;

#ifdef CORRECT
struct World {};
Vector<double, World> f() { return {}; }
#else
struct World {
  int id;
};
Vector<double, World> f() { return {}; }
#endif
