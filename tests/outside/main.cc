// What a user of the library writes: load a model, ask for its acceleration; load a robot, hold it still.
#include <alembert/alembert.h>

#include <cmath>
#include <cstdio>
#include <vector>

int main(int, char** argv) {
  // Both rods level, at rest: the inner one falls with g/l.
  alembert::Workbench bench(argv[1]);
  alembert::EvaluateOptions options;
  options.at = bench.point("th1=pi/2,th2=pi/2", "", 0.0);
  const double a = bench.evaluate(options).acceleration[0];
  std::printf("th1'' = %.15g\n", a);

  // Stretched out level: weight times lever of what each joint carries. The axes point along y, so efforts are
  // negative.
  const alembert::Robot robot(argv[2]);
  alembert::RobotState state(robot);
  std::vector<double> q(robot.nq()), tau(robot.nv());
  state.set(q);
  state.gravity(tau);
  const double shoulder = -9.81 * (1.2 * 0.15 + 0.6 * 0.4), elbow = -9.81 * 0.6 * 0.1;
  std::printf("held by %.15g N m, %.15g N m\n", tau[0], tau[1]);

  const double error = std::abs(a + 9.81) + std::abs(tau[0] - shoulder) + std::abs(tau[1] - elbow);
  return error < 1e-12 ? 0 : 1;
}
