// Must not compile: a difference of vectors in different frames.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
Vector<double, World> f(Vector<double, World> a, Vector<double, World> b) { return a - b; }
#else
Vector<double, World> f(Vector<double, World> a, Vector<double, Body> b) { return a - b; }
#endif
