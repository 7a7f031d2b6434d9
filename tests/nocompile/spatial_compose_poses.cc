// Must not compile: X_WB X_HB: the inner frames of a product must be the same.
#include "alembert/spatial/tagged.h"

using namespace alembert;

struct World {};
struct Body {};
struct Hand {};

#ifdef CORRECT
Pose<double, World, Hand> f(Pose<double, World, Body> a, Pose<double, Hand, Body> b) { return a * b.inverse(); }
#else
Pose<double, World, Hand> f(Pose<double, World, Body> a, Pose<double, Hand, Body> b) { return a * b; }
#endif
