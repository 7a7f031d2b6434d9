// Implicit methods on a parallelogram that passes its flat position, where it could also fold.
#include "alembert/integrate/past_change.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "alembert/integrate/simulate.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {
namespace {

using Numbers = std::vector<double>;

/// Two uprights of length 1 and mass 1, a bar of mass 1 on top; angles from the vertical.
constexpr const char* parallelogram = R"(
space = "planar"
[body.left]
mass = 1
center = [0, 0.5]
inertia = "1/12"
[body.right]
mass = 1
center = [0, 0.5]
inertia = "1/12"
[body.bar]
mass = 1
center = [0.5, 0]
inertia = "1/12"
[joint.A]
type = "revolute"
bodies = ["ground", "left"]
rate = -1
[joint.B]
type = "revolute"
bodies = ["left", "bar"]
at = [[0, 1], [0, 0]]
rate = 1
[joint.C]
type = "revolute"
bodies = ["bar", "right"]
at = [[1, 0], [0, 1]]
rate = -1
[joint.D]
type = "revolute"
bodies = ["ground", "right"]
at = [[1, 0], [0, 0]]
rate = -1
)";

struct Linkage {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(parallelogram, "model.toml")));
  MechanismSetup setup{model};
  MechanismSystem system{setup};
  State start() const { return {0.0, setup.q0, setup.v0, {}}; }
};

SimulateOptions options_for(Method method) {
  SimulateOptions options;
  options.method = method;
  options.relative = options.absolute = 1e-5;
  options.end_time = 1.5;  // it lies flat at about 0.8 s
  options.output_step = 0.05;
  options.checkpoint_steps = 7;
  return options;
}

class PastFlatPosition : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(All, PastFlatPosition, testing::Values(Method::alpha, Method::variational),
                         [](const auto& test) { return std::string(name_of(test.param)); });

// J w^2/2 + G cos(a) is constant with J = 2/3 + 1 and G = 2 g, and the bar stays level.
TEST_P(PastFlatPosition, KeepsItsBranch) {
  const Linkage linkage;
  const double J = 5.0 / 3.0, G = 2.0 * 9.81;
  double last = 0.0;
  const SimulateResult result = simulate(linkage.system, linkage.start(), options_for(GetParam()), [&](const Row& row) {
    const double a = last = row.x.q[0], w = row.x.v[0];
    EXPECT_NEAR(0.5 * J * (w * w - 1.0) + G * (std::cos(a) - 1.0), 0.0, 2e-3) << row.x.t;  // tolerances of w, times J w
    EXPECT_NEAR(row.x.q[1], -a, 1e-8) << row.x.t;
    return true;
  });
  EXPECT_TRUE(result.status.good()) << static_cast<int>(result.status.trouble) << " at " << result.status.time;
  EXPECT_LT(last, -std::numbers::pi);
}

// Checkpoints within the passage: another process goes on with the same numbers.
TEST_P(PastFlatPosition, GoesOnBitForBit) {
  const auto record = [](const Linkage& linkage, SimulateOptions options, std::vector<Checkpoint>* points) {
    Numbers rows;
    if (points != nullptr) options.checkpoint = [points](const Checkpoint& point) { points->push_back(point); };
    const SimulateResult result = simulate(linkage.system, linkage.start(), options, [&](const Row& row) {
      rows.insert(rows.end(), row.x.q.begin(), row.x.q.end());
      rows.insert(rows.end(), row.x.v.begin(), row.x.v.end());
      return true;
    });
    EXPECT_TRUE(result.status.good());
    return rows;
  };
  std::vector<Checkpoint> points;
  const Linkage linkage;
  const Numbers whole = record(linkage, options_for(GetParam()), &points);
  const std::size_t width = linkage.setup.q0.size() + linkage.setup.v0.size();
  std::erase_if(points, [](const Checkpoint& point) { return point.t < 0.65 || point.t > 0.95; });
  ASSERT_FALSE(points.empty());
  for (std::size_t i = 0; i < points.size(); i += 1 + points.size() / 8) {
    SimulateOptions options = options_for(GetParam());
    options.from = &points[i];
    const Linkage again;
    const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(width) * points[i].next_row;
    EXPECT_EQ(record(again, options, nullptr), Numbers(begin, whole.end())) << points[i].t;
  }
}

}  // namespace
}  // namespace alembert
