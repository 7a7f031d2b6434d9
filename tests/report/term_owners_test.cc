// To which coordinates and bodies formulas and names of rows belong.
#include "alembert/report/term_owners.h"

#include <gtest/gtest.h>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/model/lagrangian.h"
#include "model_text.h"

namespace alembert::term_owners_test {
namespace {

using Names = std::vector<std::string>;

const char* const two_bodies = R"toml(
space = "planar"
[parameters]
m1 = 1
m2 = 2
l  = 0.5
k  = 3
[body.rod]
mass    = "m1"
inertia = "m1*l^2/12"
points.tip = ["l", 0]
[body.ball]
mass    = "m2"
inertia = "m2*l^2"
[joint.A]
type   = "revolute"
bodies = ["ground", "rod"]
at     = [[0, 0], [0, 0]]
[joint.B]
type   = "revolute"
bodies = ["rod", "ball"]
at     = ["rod.tip", [0, 0]]
)toml";

class TermOwnersTest : public ::testing::Test {
 protected:
  Mechanism model_ = std::get<Mechanism>(read_model(parse_toml(two_bodies, "model.toml")));
  GraphScope scope_{*model_.graph};
  TermOwners owners_{model_};

  static Expr coordinate(const char* name, int order = 0) { return Expr::symbol(name, SymbolKind::coordinate, order); }
  static Expr parameter(const char* name) { return Expr::symbol(name, SymbolKind::parameter); }
};

TEST_F(TermOwnersTest, CoordinatesByTheirSymbolAndItsRates) {
  EXPECT_EQ(owners_.coordinates(), (Names{"A", "B"}));
  EXPECT_EQ(owners_.bodies(), (Names{"rod", "ball"}));
  EXPECT_EQ(owners_.of(sin(coordinate("B")) * coordinate("A", 2)), (Names{"A", "B"}));
  EXPECT_EQ(owners_.of(Expr(2.0)), Names{});
}

TEST_F(TermOwnersTest, BodiesByTheirCoordinatesPointsAndParametersOfTheirOwn) {
  EXPECT_EQ(owners_.of(coordinate("rod.x", 2)), Names{"rod"});
  EXPECT_EQ(owners_.of(coordinate("ball.angle")), Names{"ball"});
  EXPECT_EQ(owners_.of(coordinate("rod.tip.x")), Names{"rod"});
  EXPECT_EQ(owners_.of(parameter("m2")), Names{"ball"});
  EXPECT_EQ(owners_.of(parameter("l")), Names{}) << "both bodies have it";
  EXPECT_EQ(owners_.of(parameter("k")), Names{}) << "no body has it";
}

TEST_F(TermOwnersTest, NamesOfRowsColumnsAndUnknowns) {
  const Expr one(1.0);
  EXPECT_EQ(owners_.of(one, {"motion of rod.x"}), Names{"rod"});
  EXPECT_EQ(owners_.of(one, {"rod.x''"}), Names{"rod"});
  EXPECT_EQ(owners_.of(one, {"A.fx"}), Names{"rod"}) << "the ground is no owner";
  EXPECT_EQ(owners_.of(one, {"B.fx"}), (Names{"rod", "ball"}));
  EXPECT_EQ(owners_.of(one, {"lambda[B.tx]"}), (Names{"rod", "ball"}));
  EXPECT_EQ(owners_.of(one, {"-Qc ball.y"}), Names{"ball"});
  EXPECT_EQ(owners_.of(one, {"motion along A", "B''"}), (Names{"A", "B"}));
  EXPECT_EQ(owners_.of(one, {"nothing that is known"}), Names{});
}

TEST(TermOwnersOfEnergies, HaveCoordinatesAlone) {
  const Lagrangian model = rich_model();
  const GraphScope scope(*model.graph);
  const TermOwners owners(model);
  EXPECT_EQ(owners.coordinates(), (Names{"x", "th"}));
  EXPECT_TRUE(owners.bodies().empty());
  EXPECT_EQ(owners.of(model.coordinates[1].rate * model.parameters[0].symbol), Names{"th"});
}

}  // namespace
}  // namespace alembert::term_owners_test
