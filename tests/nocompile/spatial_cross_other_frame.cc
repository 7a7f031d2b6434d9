// Must not compile: the cross product of vectors in different frames.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
Vector<double, World> f(Vector<double, World> a, Vector<double, World> b) { return cross(a, b); }
#else
Vector<double, World> f(Vector<double, World> a, Vector<double, Body> b) { return cross(a, b); }
#endif
