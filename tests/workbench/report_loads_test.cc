// The loads in a report: d'Alembert's balance of every body, and closed forms of single ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "system/forceful_models.h"
#include "workbench/reported_run.h"

namespace alembert::report_loads_test {
namespace {

using testing::example_file;
using testing::ModelFile;
using testing::ReportedRun;

/// What loads leave over on bodies other than the ground, of the largest force and moment on any body.
class Balance {
 public:
  explicit Balance(std::size_t bodies) : force_(bodies), moment_(bodies) {}

  /// @param arm  from the body's reference point to the place of the load
  void add(std::size_t body, double sign, const Vec3<double>& arm, const Vec3<double>& f, const Vec3<double>& n) {
    force_[body] += sign * f;
    moment_[body] += sign * (n + cross(arm, f));
    largest_ = std::max(largest_, norm(f));
    largest_moment_ = std::max({largest_moment_, norm(n), norm(arm) * norm(f)});
  }
  double worst() const {
    double left = 0.0;
    for (std::size_t b = 1; b < force_.size(); ++b) {
      if (largest_ > 0.0) left = std::max(left, norm(force_[b]) / largest_);
      if (largest_moment_ > 0.0) left = std::max(left, norm(moment_[b]) / largest_moment_);
    }
    return left;
  }

 private:
  std::vector<Vec3<double>> force_, moment_;
  double largest_ = 0.0, largest_moment_ = 0.0;
};

/// Of the numbers that the page gets, over all frames.
double imbalance(ReportedRun& run) {
  const Json& motion = run.motion();
  double worst = 0.0;
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    std::vector<Transform<double>> poses;
    for (const Json& body : motion.at("bodies")) poses.push_back(run.pose(body, i));
    Balance balance(poses.size());
    for (const Json& load : motion.at("loads")) {
      const Json& at = load.at("at");
      const Vec3<double> place = at.at("body").is_null()
                                     ? run.vector(at.at("point"), i)
                                     : poses[at.at("body").get<std::size_t>()].point(run.vector(at.at("point"), i));
      const auto act = [&](const Json& body, double sign) {
        const auto b = body.get<std::size_t>();
        balance.add(b, sign, place - poses[b].p, run.vector(load.at("force"), i), run.vector(load.at("moment"), i));
      };
      act(load.at("on"), 1.0);
      if (!load.at("from").is_null()) act(load.at("from"), -1.0);
    }
    worst = std::max(worst, balance.worst());
  }
  return worst;
}

/// The same before numbers are rounded for the page.
double imbalance_in_full(ReportedRun& run) {
  ReportFrames frames = run.frames();
  double worst = 0.0;
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    EXPECT_TRUE(frames.go_to(i));
    const LoadList& list = frames.loads();
    Balance balance(list.motions().size());
    for (std::size_t k = 0; k < list.slots().size(); ++k) {
      const Load& load = list.loads()[k];
      const auto act = [&](int body, double sign) {
        const auto b = static_cast<std::size_t>(body);
        balance.add(b, sign, load.place - list.motions()[b].X_W.p, load.force, load.moment);
      };
      act(list.slots()[k].on, 1.0);
      if (list.slots()[k].from != LoadSlot::nobody) act(list.slots()[k].from, -1.0);
    }
    worst = std::max(worst, balance.worst());
  }
  return worst;
}

// Rounding of sums of some hundred doubles; loops are closed to the tolerance of the projection, some 1e-12.
constexpr double in_full = 1e-10;
// The page has floats: 6e-8 of each of the numbers that a sum is made of.
constexpr double as_floats = 2e-6;

void expect_balance(ReportedRun& run) {
  EXPECT_LT(imbalance_in_full(run), in_full);
  EXPECT_LT(imbalance(run), as_floats);
}

TEST(ReportLoads, BalanceInEveryExample) {
  int mechanisms = 0;
  for (const auto& entry : std::filesystem::directory_iterator(example_file(""))) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".toml" && ending != ".urdf" && ending != ".adm") continue;
    SCOPED_TRACE(entry.path().filename());
    if (Workbench(entry.path()).mechanism() == nullptr) continue;
    ReportedRun run(entry.path(), 12);
    // A free top has none: its inertia balances itself.
    if (run.motion().at("loads").empty()) continue;
    expect_balance(run);
    ++mechanisms;
  }
  EXPECT_GT(mechanisms, 30);
}

TEST(ReportLoads, BalanceWithEveryKindOfForce) {
  for (const char* text : {forceful_tree, forceful_loop}) {
    const ModelFile file(std::string("name = \"all forces\"\n") + text + "\n[simulate]\ntime = 1\nstep = 0.05\n");
    ReportedRun run(file.path(), 20);
    expect_balance(run);
    const Json& loads = run.motion()["loads"];
    const auto has = [&](const char* name, const char* kind) {
      return std::ranges::any_of(loads, [&](const Json& load) { return load["name"] == name && load["kind"] == kind; });
    };
    EXPECT_TRUE(has("A", "effort"));
    EXPECT_TRUE(has("A", "reaction"));
    if (text != forceful_loop) continue;
    EXPECT_TRUE(has("D armature", "effort"));
    EXPECT_TRUE(has("D spring, damping, friction", "effort"));
    EXPECT_TRUE(has("skate", "constraint"));
    EXPECT_TRUE(has("link", "spring"));
  }
}

TEST(ReportLoads, AMissingLoadIsSeen) {
  ReportedRun run(example_file("four-bar.toml"), 12);
  ASSERT_LT(imbalance(run), as_floats);
  Json& loads = run.motion()["loads"];
  const Json all = loads;
  for (std::size_t i = 0; i < all.size(); ++i) {
    loads = all;
    loads.erase(i);
    EXPECT_GT(imbalance(run), 1e-3) << "without " << all[i]["name"] << " " << all[i]["kind"];
  }
}

/// A point mass at the end of a light rod.
const char* const pendulum = R"toml(
name = "pendulum"
space = "planar"
gravity = [0, -9.81]
[body.bob]
mass = 2
center = [0, -0.5]
inertia = 0
[joint.A]
type = "revolute"
bodies = ["ground", "bob"]
%s
[simulate]
time = 1
step = 0.05
)toml";

std::string with(const char* text, const std::string& more) {
  std::string result = text;
  return result.replace(result.find("%s"), 2, more);
}

TEST(ReportLoads, TensionOfAPendulum) {
  const ModelFile file(with(pendulum, "start = 1.0\nrate = 0.7"));
  ReportedRun run(file.path(), 21);
  const Json& reaction = run.named("loads", "A", "reaction");
  const Json& inertia = run.named("loads", "inertia");
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    const double th = run.column("A", i), w = run.column("A'", i), m = 2.0, l = 0.5, g = 9.81;
    const double tension = m * (l * w * w + g * std::cos(th));
    const Vec3<double> f = run.vector(reaction.at("force"), i);
    EXPECT_NEAR(f.x, -tension * std::sin(th), 1e-5);  // floats of some 40 N
    EXPECT_NEAR(f.y, tension * std::cos(th), 1e-5);
    EXPECT_NEAR(norm(run.vector(reaction.at("moment"), i)), 0.0, 1e-6);
    // a = l th'' e_t + l w^2 e_r, th'' = -g/l sin th
    const double swing = -g * std::sin(th);
    const Vec3<double> a{swing * std::cos(th) - l * w * w * std::sin(th),
                         swing * std::sin(th) + l * w * w * std::cos(th), 0.0};
    EXPECT_NEAR(norm(run.vector(inertia.at("force"), i) + m * a), 0.0, 1e-5);
    EXPECT_NEAR(norm(run.vector(run.named("bodies", "bob").at("acceleration"), i) - a), 0.0, 1e-5);
  }
}

TEST(ReportLoads, NothingWeighsWithoutGravity) {
  for (const bool falls : {true, false}) {
    const ModelFile file(std::string("space = \"planar\"\ngravity = [0, ") + (falls ? "-9.81" : "0") + R"(]
[body.b]
mass = 2
inertia = 0.3
center = [0.5, 0]
[joint.J]
type = "revolute"
bodies = ["ground", "b"]
rate = 3
[simulate]
time = 1
step = 0.1
)");
    ReportedRun run(file.path(), 5);
    const auto weight = [](const Json& load) { return load["kind"] == "gravity"; };
    EXPECT_EQ(std::ranges::any_of(run.motion()["loads"], weight), falls);
  }
}

TEST(ReportLoads, ArmatureAndDriveAreEfforts) {
  // Driven at constant acceleration: the drive's effort carries inertia, armature and weight.
  const ModelFile file(with(pendulum, "motion = \"1 + 0.7*t + 0.2*t^2\"\narmature = 0.3"));
  ReportedRun run(file.path(), 21);
  const Json &drive = run.named("loads", "A", "effort"), &rotor = run.named("loads", "A armature");
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    const double th = run.column("A", i), m = 2.0, l = 0.5, g = 9.81, a = 0.4;
    EXPECT_NEAR(run.vector(drive.at("moment"), i).z, (m * l * l + 0.3) * a + m * g * l * std::sin(th), 1e-5);
    EXPECT_NEAR(run.vector(rotor.at("moment"), i).z, -0.3 * a, 1e-6);
  }
  EXPECT_LT(imbalance(run), as_floats);
  EXPECT_TRUE(run.named("joints", "A").at("driven").get<bool>());
}

TEST(ReportLoads, AStopAndDryFrictionAtRest) {
  // A block that falls on a stop and stays there carries its weight; one on a rough slope is held by friction.
  const ModelFile file(R"toml(
    name = "at rest"
    space = "planar"
    gravity = [3, -9.81]
    [body.faller]
    mass = 2
    [body.sticker]
    mass = 1.5
    [joint.down]
    type = "prismatic"
    bodies = ["ground", "faller"]
    axis = [0, 1]
    start = 0.05
    limits = [0, 1]
    restitution = 0
    [joint.along]
    type = "prismatic"
    bodies = ["ground", "sticker"]
    axis = [1, 0]
    friction = 20
    friction_width = 0
    [simulate]
    time = 1
    step = 0.05
  )toml");
  ReportedRun run(file.path(), 21);
  EXPECT_LT(imbalance(run), as_floats);
  const Json &stop = run.named("loads", "down stop"), &friction = run.named("loads", "along friction");
  EXPECT_NEAR(run.vector(stop.at("force"), 0).y, 0.0, 1e-6);
  const std::size_t last = run.rows().frames() - 1;
  EXPECT_NEAR(run.vector(stop.at("force"), last).y, 2.0 * 9.81, 1e-5);
  EXPECT_NEAR(run.vector(run.named("bodies", "faller").at("acceleration"), last).y, 0.0, 1e-9);
  for (std::size_t i = 0; i <= last; ++i) EXPECT_NEAR(run.vector(friction.at("force"), i).x, -1.5 * 3.0, 1e-5);
}

TEST(ReportLoads, RollingForceActsWhereTheDiscTouches) {
  ReportedRun run(example_file("rolling-disc.toml"), 12);
  for (const Json& load : run.motion()["loads"]) {
    if (load["kind"] != "constraint") continue;
    ASSERT_TRUE(load["at"]["body"].is_null());
    for (std::size_t i = 0; i < run.rows().frames(); ++i) {
      EXPECT_NEAR(run.vector(load["at"]["point"], i).z, 0.0, 1e-6);
      EXPECT_NEAR(norm(run.vector(load["moment"], i)), 0.0, 1e-6);  // a contact at a point has forces alone
    }
  }
}

}  // namespace
}  // namespace alembert::report_loads_test
