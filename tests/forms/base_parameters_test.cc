// Base inertial parameters: as few as the rank of the regressor, and the same equations of motion.
#include "alembert/forms/identification/base_parameters.h"

#include <map>

#include "alembert/analysis/derivation/constant_derivation.h"
#include "alembert/forms/identification/base_parameters_regroup.h"
#include "alembert/forms/traced/traced_lagrangian.h"
#include "alembert/kernel/regressor.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/world_columns.h"
#include "alembert/linalg/rank.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/zero_test.h"
#include "alembert/workbench/workbench.h"
#include "io/mechanism_text.h"
#include "kernel/random_tree.h"

namespace alembert::base_parameters_test {
namespace {

using testing::Numbers;
using testing::State;
using testing::Tree;

Numbers torques(const Plan& plan, const Params<double>& par, const State& x) {
  Workspace<double> w(plan);
  Numbers tau(static_cast<std::size_t>(plan.nv));
  joint_poses<double>(plan, par, x.q, w);
  rnea<double>(plan, par, x.v, x.vdot, {}, tau, w);
  return tau;
}

/// Rank of the whole regressor, all ten parameters of every body, columns at unit length. Gravity and accelerations of
/// the order of the speeds squared: columns with an effect are then far from rounding error.
int rank_of_regressor(const Plan& plan, const Params<double>& par) {
  Random random(5);
  const std::size_t columns = 10 * (static_cast<std::size_t>(plan.n_bodies()) - 1),
                    nv = static_cast<std::size_t>(plan.nv);
  const std::size_t states = 4 + 2 * columns / nv;
  Numbers all;
  Workspace<double> w(plan);
  WorldWorkspace<double> ww(plan);
  Numbers Y(nv * columns), tau(nv);
  for (std::size_t k = 0; k < states; ++k) {
    State x = testing::random_state(plan, random);
    joint_poses<double>(plan, par, x.q, w);
    rnea<double>(plan, par, x.v, x.vdot, {}, tau, w);
    world_columns<double>(plan, par, w, ww);
    regressor<double>(plan, w, ww, Y);
    all.insert(all.end(), Y.begin(), Y.end());
  }
  for (std::size_t c = 0; c < columns; ++c) {
    double squares = 0.0;
    for (std::size_t i = c; i < all.size(); i += columns) squares += all[i] * all[i];
    for (std::size_t i = c; i < all.size(); i += columns) all[i] = squares < 1e-20 ? 0.0 : all[i] / std::sqrt(squares);
  }
  return find_rank(static_cast<int>(all.size() / columns), static_cast<int>(columns), all).rank;
}

double size_of(const Numbers& a) {
  double most = 0.0;
  for (const double x : a) most = std::max(most, std::abs(x));
  return most;
}

void expect_same_torques(const Plan& plan, const Params<double>& a, const Params<double>& b) {
  Random random(11);
  for (int k = 0; k < 20; ++k) {
    const State x = testing::random_state(plan, random);
    const Numbers known = torques(plan, a, x), found = torques(plan, b, x);
    const double scale = size_of(known) + 1e-6;
    for (std::size_t i = 0; i < known.size(); ++i) EXPECT_NEAR(found[i], known[i], 1e-12 * scale) << i;
  }
}

/// Count and equality for a model, and its parameters by name.
std::map<std::string, BaseParameter> expect_minimal(const MechanismSetup& setup, std::size_t count) {
  const GraphScope scope(*setup.model.graph);
  const BaseParameters base = base_parameters(setup.model, setup.compiled, setup.real);
  EXPECT_EQ(base.list.size(), count);
  EXPECT_EQ(static_cast<int>(count), rank_of_regressor(setup.compiled.plan, setup.par));
  expect_same_torques(setup.compiled.plan, setup.par, base.numbers);
  std::map<std::string, BaseParameter> result;
  for (const BaseParameter& p : base.list) {
    EXPECT_NEAR(setup.real(p.formula), p.value, 1e-15 + 1e-15 * std::abs(p.value)) << p.name;
    EXPECT_TRUE(result.emplace(p.name, p).second) << p.name;
  }
  return result;
}

/// A mechanism that lives as long as its setup.
struct Small {
  Mechanism model;
  MechanismSetup setup;
  explicit Small(const std::string& text) : model(read_mechanism_text(text)), setup(model) {}

  Expr formula(const std::string& text) const {
    struct Parameters final : Names {
      const Mechanism& model;
      explicit Parameters(const Mechanism& m) : model(m) {}
      std::optional<Expr> find(std::string_view name, int) const override {
        for (const Parameter& p : model.parameters)
          if (p.name == name) return p.symbol;
        return {};
      }
      std::vector<std::string> known() const override { return {}; }
    };
    const GraphScope scope(*model.graph);
    return parse_expression(text, Parameters(model), {"expected", 1, 1});
  }
};

/// The parameters that are not zero are these formulas; all others are proved to be zero.
void expect_formulas(const Small& small, const std::map<std::string, BaseParameter>& found,
                     const std::map<std::string, std::string>& expected) {
  const GraphScope scope(*small.model.graph);
  for (const auto& [name, p] : found) EXPECT_EQ(p.formula.is_zero(), !expected.contains(name)) << name;
  for (const auto& [name, text] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    EXPECT_TRUE(proved_zero(found.at(name).formula - small.formula(text)))
        << name << " = " << to_text(found.at(name).formula);
  }
}

std::filesystem::path example(const std::string& name) {
  return std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name;
}

// --- the two steps, on any tree ---

TEST(Regrouping, KeepsTheEquations) {
  for (const Tree& tree : testing::sample_trees()) {
    Params<double> par = tree.par;
    par.I_B = regrouped(tree.plan, tree.par);
    expect_same_torques(tree.plan, tree.par, par);
  }
}

TEST(Relations, OfAllEntriesLeaveAsManyAsTheRankAndKeepTheEquations) {
  Random random(17);
  for (int k = 0; k < 10; ++k) {
    Tree tree = testing::random_tree(random, 1 + k % 5, testing::all_kinds(), 0.3, true);
    if (k % 2 == 0) {  // parallel axes, along gravity
      tree.par.gravity_W = {0, 0, -9.81};
      for (Transform<double>& X : tree.par.X_PF) X.R = Mat3<double>::identity();
    }
    std::vector<InertialEntry> entries;
    for (int b = 1; b < tree.plan.n_bodies(); ++b)
      for (int e = 0; e < 10; ++e) entries.push_back({b, e});
    const EntryRelations relations = find_relations(tree.plan, tree.par, entries);
    EXPECT_EQ(static_cast<int>(relations.independent.size()), rank_of_regressor(tree.plan, tree.par)) << k;

    Numbers values;
    for (std::size_t b = 1; b < tree.bodies(); ++b)
      for (const double x : inertial_parameters(tree.par.I_B[b])) values.push_back(x);
    Numbers kept(values.size(), 0.0);
    for (const std::size_t i : relations.independent) kept[i] = values[i];
    for (const DependentEntry& d : relations.dependent)
      for (const auto& [i, coefficient] : d.of) kept[i] += coefficient * values[d.index];
    Params<double> par = tree.par;
    for (std::size_t b = 1; b < tree.bodies(); ++b) {
      const double* x = kept.data() + 10 * (b - 1);
      par.I_B[b] = {x[0], {x[1], x[2], x[3]}, {x[4], x[6], x[9], x[5], x[7], x[8]}};
    }
    Random states(3);
    for (int i = 0; i < 5; ++i) {
      const State x = testing::random_state(tree.plan, states);
      const Numbers a = torques(tree.plan, tree.par, x), b = torques(tree.plan, par, x);
      // coefficients come from a null space that is known to about 1e-12
      for (std::size_t d = 0; d < a.size(); ++d) EXPECT_NEAR(b[d], a[d], 1e-9 * (1.0 + size_of(a))) << k;
    }
  }
}

// --- known counts ---

// 36 for the PUMA 560 (Gautier and Khalil 1990), 43 for the Panda (Gaz et al. 2019).
TEST(BaseParameters, OfPublishedRobots) {
  for (const auto& [file, count] : {std::pair{"puma560-akb.toml", 36U}, std::pair{"puma560-corke.toml", 36U},
                                    std::pair{"arm-7.toml", 43U}, std::pair{"arm-3r.toml", 15U}}) {
    const Workbench bench(example(file));
    expect_minimal(bench.setup(), count);
  }
}

// --- closed forms ---

const std::string planar_arm = R"toml(space = "planar"
gravity = [0, "-G"]
[parameters]
G = 9.81
m1 = 1.1
m2 = 0.7
l = 0.5
c1 = 0.2
c2 = 0.3
e2 = 0.1
J1 = 0.02
J2 = 0.01
[body.a]
mass = "m1"
center = ["c1", 0]
inertia = "J1"
[body.b]
mass = "m2"
center = ["c2", "e2"]
inertia = "J2"
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [["l", 0], [0, 0]]
)toml";

TEST(BaseParameters, PlanarArm) {
  const Small arm(planar_arm);
  expect_formulas(arm, expect_minimal(arm.setup, 6),
                  {{"ZZ_a", "J1 + m1*c1^2 + m2*l^2"},
                   {"mx_a", "m1*c1 + m2*l"},
                   {"ZZ_b", "J2 + m2*(c2^2 + e2^2)"},
                   {"mx_b", "m2*c2"},
                   {"my_b", "m2*e2"}});
}

TEST(BaseParameters, PlanarArmWithoutGravity) {
  std::string text = planar_arm;
  text.replace(text.find("G = 9.81"), 8, "G = 0");
  const Small arm(text);
  expect_formulas(
      arm, expect_minimal(arm.setup, 4),
      {{"ZZ_a", "J1 + m1*c1^2 + m2*l^2"}, {"ZZ_b", "J2 + m2*(c2^2 + e2^2)"}, {"mx_b", "m2*c2"}, {"my_b", "m2*e2"}});
}

TEST(BaseParameters, CartWithPole) {
  const Small cart(R"toml(gravity = [0, 0, "-g"]
[parameters]
g = 9.81
M = 2
m = 0.5
l = 0.7
J = 0.03
[body.cart]
mass = "M"
[body.pole]
mass = "m"
center = [0, 0, "l"]
inertia = ["J", "J", "J/10"]
[joint.x]
type = "prismatic"
bodies = ["ground", "cart"]
axis = [1, 0, 0]
[joint.th]
type = "revolute"
bodies = ["cart", "pole"]
axis = [0, 1, 0]
)toml");
  // x of the pole's frame is x of the body, z the joint's axis: the mass centre lies along its -y
  expect_formulas(cart, expect_minimal(cart.setup, 4),
                  {{"m_cart", "M + m"}, {"my_pole", "-m*l"}, {"ZZ_pole", "J + m*l^2"}});
}

// A slide at an angle on a turntable: only the part of its first moment across the turntable's axis matters, and the
// relation holds the sine and cosine of the angle.
TEST(BaseParameters, ObliqueSlideOnATurntable) {
  const Small table(R"toml(gravity = [0, 0, "-g"]
[parameters]
g = 9.81
p = 0.4
m = 1.5
x = 0.1
y = 0.2
z = 0.3
[body.table]
mass = 1
inertia = [1, 1, 2]
[body.slide]
mass = "m"
center = ["x", "y", "z"]
inertia = [0.1, 0.2, 0.15, 0.01, 0.02, 0.03]
[joint.turn]
type = "revolute"
bodies = ["ground", "table"]
[joint.out]
type = "prismatic"
bodies = ["table", "slide"]
axis = ["cos(p)", 0, "sin(p)"]
)toml");
  // y of the slide's frame has the part -sin(p) across the axis
  expect_formulas(
      table, expect_minimal(table.setup, 4),
      {{"ZZ_table", "2 + 0.15 + m*(x^2 + y^2)"}, {"m_slide", "m"}, {"mx_slide", "m*y"}, {"my_slide", "-m*x/sin(p)"}});
}

TEST(BaseParameters, ScrewsCylindersAndTrees) {
  const Small tree(R"toml(gravity = [0, 0, -9.81]
[parameters]
h = 0.05
[body.a]
mass = 1
center = [0.1, 0.2, 0.3]
inertia = [0.1, 0.2, 0.15, 0.01, 0.02, 0.03]
[body.b]
mass = 2
center = [0.2, -0.1, 0.1]
inertia = [0.2, 0.2, 0.15, 0.02, 0.01, -0.01]
[body.c]
mass = 0.5
center = [0.3, 0.1, -0.1]
inertia = [0.05, 0.04, 0.03, 0.001, 0.002, 0.003]
[body.d]
mass = 0.7
center = [-0.1, 0.1, 0.2]
inertia = [0.05, 0.06, 0.04, 0.001, 0.002, 0.003]
[joint.A]
type = "cylindrical"
bodies = ["ground", "a"]
[joint.B]
type = "screw"
pitch = "h"
bodies = ["a", "b"]
at = [[0.3, 0.1, 0], [0, 0, 0]]
axis = [0, 0.6, 0.8]
[joint.C]
type = "universal"
bodies = ["a", "c"]
at = [[-0.3, 0.1, 0], [0, 0, 0]]
axes = [[1, 0, 0], [0, 1, 0]]
[joint.D]
type = "prismatic"
bodies = ["b", "d"]
axis = [0, 1, 0]
)toml");
  expect_minimal(tree.setup, static_cast<std::size_t>(rank_of_regressor(tree.setup.compiled.plan, tree.setup.par)));
}

// Where the frames are that the parameters are about: at the joint's point of the body, z along the joint's axis there.
TEST(BaseParameters, FramesAreAtTheJointsOfTheBody) {
  const Small small(R"toml(
    [body.link]
    mass    = 2
    center  = [0.1, 0.2, 0.3]
    inertia = [0.1, 0.2, 0.15]
    [joint.A]
    type   = "revolute"
    bodies = ["ground", "link"]
    at     = [[1, 2, 3], [0.3, -0.2, 0.1]]
    axes   = [[0, 0, 1], [1, 2, 2]]
  )toml");
  const GraphScope scope(*small.model.graph);
  const BaseParameters base = base_parameters(small.model, small.setup.compiled, small.setup.real);
  ASSERT_EQ(base.frames.size(), 2U);
  const Transform<Expr>& X = base.frames[1].X;
  const auto near = [&](const Vec3<Expr>& found, double x, double y, double z) {
    EXPECT_NEAR(small.setup.real(found.x), x, 1e-14);
    EXPECT_NEAR(small.setup.real(found.y), y, 1e-14);
    EXPECT_NEAR(small.setup.real(found.z), z, 1e-14);
  };
  near(X.p, 0.3, -0.2, 0.1);
  near(X.R * Vec3<Expr>{Expr(0), Expr(0), Expr(1)}, 1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0);
}

TEST(BaseParameters, AvoidTakenNames) {
  std::string text = planar_arm;
  text.replace(text.find("J1 = 0.02"), 9, "J1 = 0.02\nZZ_a = 3");
  const Small arm(text);
  const auto found = expect_minimal(arm.setup, 6);
  EXPECT_TRUE(found.contains("ZZ_a_"));
  EXPECT_FALSE(found.contains("ZZ_a"));
}

TEST(BaseParameters, TooManyBodies) {
  const Workbench bench(example("chain-1000.toml"));
  try {
    static_cast<void>(base_parameters(bench.setup().model, bench.setup().compiled, bench.setup().real));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::too_large) << error.what();
  }
}

// --- named constants ---

std::map<std::string, std::string> texts_of(const ConstantDerivation& d, Graph& graph) {
  const GraphScope scope(graph);
  std::map<std::string, std::string> result;
  for (const auto* list : {&d.constants.of_mass, &d.constants.of_gravity})
    for (const NamedConstant& c : *list) result[c.name] = to_text(c.formula);
  for (std::size_t i = 0; i < d.constants.n; ++i) {
    for (std::size_t j = i; j < d.constants.n; ++j)
      result["M" + std::to_string(i) + std::to_string(j)] = to_text(d.constants.M[i * d.constants.n + j].total());
    result["g" + std::to_string(i) + "(q)"] = to_text(d.constants.g[i].total());
  }
  return result;
}

// M11 = J1 + m1 c1^2 + m2 l^2 + J2 + m2 c2^2 + 2 m2 l c2 cos B, M12 = J2 + m2 c2^2 + m2 l c2 cos B.
TEST(TrigConstants, PlanarArm) {
  std::string text = planar_arm;
  text.replace(text.find("e2 = 0.1"), 8, "e2 = 0  ");
  text.replace(text.find("\"e2\""), 4, "0");
  const Small arm(text);
  const MechanismSetup& setup = arm.setup;
  const Lagrangian traced = traced_lagrangian(setup.trace_input());
  const auto found = texts_of(derive_with_constants(setup, traced), *arm.model.graph);
  EXPECT_EQ(found.at("M00"), "2*I3*cos(B) + I1 + I2");
  EXPECT_EQ(found.at("M01"), "I3*cos(B) + I2");
  EXPECT_EQ(found.at("M11"), "I2");
  EXPECT_EQ(found.at("I2"), "J2 + m2*c2^2");
  EXPECT_EQ(found.at("I3"), "m2*c2*l");
  EXPECT_EQ(found.at("g1(q)"), "g2*cos(A + B)");
}

}  // namespace
}  // namespace alembert::base_parameters_test
