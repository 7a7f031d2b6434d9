// Must not compile: a vector of another frame added in place.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
void f(Vector<double, World> a, Vector<double, World> b) { return static_cast<void>(a += b); }
#else
void f(Vector<double, World> a, Vector<double, Body> b) { return static_cast<void>(a += b); }
#endif
