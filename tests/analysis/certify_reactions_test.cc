// Reported reactions are checked against each body by itself: faults planted in what is reported are seen.
#include "alembert/analysis/certificate/lines/certify_reactions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::certify_reactions_test {
namespace {

// A spatial loop with every kind of load: slider-crank with a ball joint, springs, efforts, armature and a drive.
const char* const loop = R"toml(
[body.crank]
mass = 2
center = [0.1, 0.02, 0]
inertia = [0.01, 0.02, 0.03, 0.001, 0, 0]
points.tip = [0.2, 0, 0]
[body.rod]
mass = 1
center = [0.3, 0, 0.01]
inertia = [0.001, 0.03, 0.03]
points.end = [0.6, 0, 0]
[body.slider]
mass = 3
inertia = [0.01, 0.01, 0.01]
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
axis = [0, 1, 0.2]
start = 0.7
rate = 2
armature = 0.05
damping = 0.1
effort = "3*sin(t) + 1"
[joint.B]
type = "spherical"
bodies = ["crank", "rod"]
at = ["crank.tip", [0, 0, 0]]
[joint.C]
type = "universal"
bodies = ["rod", "slider"]
at = ["rod.end", [0, 0, 0]]
axes = [[0, 1, 0], [0, 0, 1]]
[joint.D]
type = "prismatic"
bodies = ["slider", "ground"]
at = [[0, 0.05, 0], [0, 0, 0]]
start = -0.7
stiffness = 40
friction = 0.5
[force.s]
type = "spring"
points = [["ground", [0, 0, 1]], "rod.center"]
stiffness = 30
damping = 0.4
length = 0.5
[force.push]
type = "force"
body = "slider"
at = [0, 0.1, 0]
value = [1, "t", 2]
frame = "body"
)toml";

struct Reported {
  Reported() : model(std::get<Mechanism>(read_model(parse_toml(loop, "model.toml")))), setup(model), check(setup) {
    sample = mechanism_samples(setup, 1, 3).at(1);
    EvaluateOptions options;
    options.at = sample.x;
    found = MechanismEvaluator(setup).at(options);
  }
  JointLoad& reaction(const std::string& joint) {
    return *std::ranges::find(found.reactions, joint, &JointLoad::joint);
  }
  ReactionResiduals residuals() { return check.at(sample, found); }

  Mechanism model;
  MechanismSetup setup;
  ReactionCheck check;
  MechanismSample sample;
  Evaluation found;
};

TEST(CertifyReactions, RightOnesBalance) {
  Reported r;
  const ReactionResiduals found = r.residuals();
  EXPECT_LT(found.balance, 1e-12) << found.body;
  EXPECT_LT(found.power, 1e-11) << found.joint;
}

TEST(CertifyReactions, NoticesAMomentAboutAnotherPoint) {
  for (const char* joint : {"A", "B", "C", "D"}) {
    Reported r;
    JointLoad& reaction = r.reaction(joint);
    reaction.moment += 2.0 * cross(Vec3<double>{0.0, 0.05, 0.02}, reaction.force);
    EXPECT_GT(r.residuals().balance, 1e-4) << joint;
  }
}

TEST(CertifyReactions, NoticesAForceThatIsNotThere) {
  Reported r;
  r.reaction("B").force.x *= 1.001;
  EXPECT_GT(r.residuals().balance, 1e-6);
}

TEST(CertifyReactions, NoticesAnEffortAmongThem) {
  Reported r;
  r.reaction("A").moment += Vec3<double>{0.0, 1.0, 0.2};
  const ReactionResiduals found = r.residuals();
  EXPECT_GT(found.power, 1e-4);
  EXPECT_EQ(found.joint, "A");
}

}  // namespace
}  // namespace alembert::certify_reactions_test
