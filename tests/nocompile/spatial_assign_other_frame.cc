// Must not compile: a vector of one frame is no vector of another; a Rotation makes it one.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};

#ifdef CORRECT
void f(Vector<double, World>& a, Rotation<double, World, Body> R, Vector<double, Body> b) { a = R * b; }
#else
void f(Vector<double, World>& a, Rotation<double, World, Body>, Vector<double, Body> b) { a = b; }
#endif
