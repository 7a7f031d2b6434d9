// Must not compile: the inner product of vectors in different frames.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
double f(Vector<double, World> a, Vector<double, World> b) { return dot(a, b); }
#else
double f(Vector<double, World> a, Vector<double, Body> b) { return dot(a, b); }
#endif
