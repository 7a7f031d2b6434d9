// What a user of the library writes: load a model, ask for its acceleration.
#include <alembert/workbench/workbench.h>

#include <cmath>
#include <cstdio>

int main(int, char** argv) {
  alembert::Workbench bench(argv[1]);
  alembert::EvaluateOptions options;
  options.at = bench.point("th1=pi/2,th2=pi/2", "", 0.0);
  const double a = bench.evaluate(options).acceleration[0];
  std::printf("th1'' = %.15g\n", a);
  return std::abs(a + 9.81) < 1e-12 ? 0 : 1;  // both rods level, at rest: the inner one falls with g/l
}
