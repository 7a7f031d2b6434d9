/// Models and analyses of the course engine: what the parts of an .adm file become.
#include <cmath>
#include <numbers>

#include "alembert/io/adm/adm_reader.h"
#include "io/mechanism_text.h"

namespace alembert::adm_reader_test {
namespace {

const std::string two_bodies =
    R"("bodies": [ {"name": "crank", "id": 1, "mass": 2, "jbar": 0.3, "q0": [2, 0.5, "pi/6"], "qd0": [1, 2, 3]},
                   {"name": "rod", "id": 2, "mass": 3, "jbar": 0.2, "q0": [7, 0, 0]} ])";

Mechanism adm(const std::string& rest, const AcfAnalysis* analysis = nullptr) {
  return parse_adm("{" + two_bodies + rest + "}", "m.adm", analysis);
}

Mechanism with_constraint(const std::string& members) { return adm(", \"constraints\": [ {" + members + "} ]"); }
Mechanism with_force(const std::string& members) { return adm(", \"forces\": [ {" + members + "} ]"); }

const Constraint& formula(const Mechanism& model, std::size_t index = 0) {
  return std::get<Constraint>(model.constraints.at(index));
}

/// The row's value where crank is at (2, 0.5, 0.4), its P1 at (4, 6), rod at (7, 1, 0.1), its P1 at (9, 3), at time t.
double row_value(const Mechanism& model, std::size_t index, double t) {
  const GraphScope scope(*model.graph);
  const std::vector<std::pair<std::string, double>> at{{"crank.x", 2.0},    {"crank.y", 0.5},    {"crank.angle", 0.4},
                                                       {"rod.x", 7.0},      {"rod.y", 1.0},      {"rod.angle", 0.1},
                                                       {"crank.P1.x", 4.0}, {"crank.P1.y", 6.0}, {"rod.P1.x", 9.0},
                                                       {"rod.P1.y", 3.0},   {"crank.P2.x", 5.0}, {"crank.P2.y", 8.0}};
  std::vector<Expr> symbols{Expr::time()};
  std::vector<double> values{t}, result(1);
  for (const auto& [name, value] : at) {
    symbols.push_back(Expr::symbol(name, SymbolKind::coordinate));
    values.push_back(value);
  }
  const std::vector<Expr> formulas{formula(model, index).row.formula};
  TapeMachine<double>(Tape(symbols, formulas)).run(values, result);
  return result[0];
}

TEST(Adm, BodiesAreFreeWithStartAndRate) {
  const Mechanism model = adm(R"(, "name": "two", "gravity": [1 -2])");
  EXPECT_EQ(model.name, "two");
  EXPECT_TRUE(model.planar);
  EXPECT_EQ(numbers_of(model, model.gravity), (std::vector<double>{1, -2, 0}));
  ASSERT_EQ(model.bodies.size(), 3U);
  const Body& crank = named(model.bodies, "crank");
  EXPECT_EQ(number_of(model, crank.mass), 2.0);
  EXPECT_EQ(number_of(model, crank.inertia.zz), 0.3);
  EXPECT_EQ(numbers_of(model, crank.position), (std::vector<double>{2, 0.5, 0}));
  ASSERT_EQ(model.coordinates.size(), 6U);
  EXPECT_EQ(model.coordinates[2].name, "crank.angle");
  EXPECT_EQ(model.coordinates[3].name, "rod.x");
  const Joint& joint = named(model.joints, "crank");
  EXPECT_EQ(joint.type, JointType::free);
  EXPECT_DOUBLE_EQ(number_of(model, *joint.start[2]), std::numbers::pi / 6);
  EXPECT_EQ(number_of(model, *joint.rate[1]), 2.0);
  EXPECT_EQ(number_of(model, *named(model.joints, "rod").rate[2]), 0.0);
}

TEST(Adm, GravityIsTheUsualOneWhenNotGiven) {
  const Mechanism model = adm("");
  EXPECT_EQ(numbers_of(model, model.gravity), (std::vector<double>{0, -9.81, 0}));
}

TEST(Adm, AbsoluteConstraintsAreRowsOrDrives) {
  const Mechanism x = with_constraint(R"("name": "gx", "type": "AbsoluteX", "body1": 1, "sP1": [-2, 0], "fun": "0.2")");
  EXPECT_EQ(formula(x).name, "gx");
  EXPECT_DOUBLE_EQ(row_value(x, 0, 0.0), 4.0 - 0.2);
  EXPECT_EQ(numbers_of(x, named(x.bodies, "crank").points.at(0).p), (std::vector<double>{-2, 0, 0}));
  // a point besides the origin moves in a row even where it is driven
  const Mechanism y = with_constraint(R"("type": "AbsoluteY", "body1": 1, "sP1": [-2, 0], "fun": "2*t.^2")");
  EXPECT_EQ(formula(y).name, "constraint1");
  EXPECT_DOUBLE_EQ(row_value(y, 0, 3.0), 6.0 - 18.0);
  // origin: the coordinate itself
  const Mechanism fixed = with_constraint(R"("name": "a", "type": "AbsoluteAngle", "body1": "rod", "fun": 0)");
  EXPECT_DOUBLE_EQ(row_value(fixed, 0, 1.0), 0.1);
  const Mechanism driven = with_constraint(R"j("type": "AbsoluteAngle", "body1": 1, "fun": "sin(10*t)")j");
  EXPECT_TRUE(driven.constraints.empty());
  const Joint& crank = named(driven.joints, "crank");
  ASSERT_TRUE(crank.motion[2]);
  EXPECT_EQ(text_of(driven, crank.motion[2]->formula), "sin(10*t)");
  EXPECT_FALSE(crank.start[2]);
  EXPECT_TRUE(crank.start[0]);
}

TEST(Adm, ASecondDriveOfACoordinateIsARow) {
  const Mechanism model = adm(R"(, "constraints": [ {"type": "AbsoluteX", "body1": 1, "sP1": [0, 0], "fun": "t"},
                                                    {"type": "AbsoluteX", "body1": 1, "sP1": [0, 0], "fun": "2*t"} ])");
  EXPECT_TRUE(named(model.joints, "crank").motion[0]);
  ASSERT_EQ(model.constraints.size(), 1U);
  EXPECT_DOUBLE_EQ(row_value(model, 0, 3.0), 2.0 - 6.0);
}

TEST(Adm, RelativeConstraintsAreSecondMinusFirst) {
  const std::string ends = R"("body1": 1, "body2": 2, "sP1": [-2, 0], "sP2": [-3, 0], "fun": "t^2")";
  EXPECT_DOUBLE_EQ(row_value(with_constraint("\"type\": \"RelativeX\"," + ends), 0, 2.0), 9.0 - 4.0 - 4.0);
  EXPECT_DOUBLE_EQ(row_value(with_constraint("\"type\": \"RelativeY\"," + ends), 0, 2.0), 3.0 - 6.0 - 4.0);
  const Mechanism angle = with_constraint(R"("type": "RelativeAngle", "body1": 1, "body2": 2, "fun": "-t")");
  EXPECT_DOUBLE_EQ(row_value(angle, 0, 2.0), 0.1 - 0.4 + 2.0);
  const Mechanism ground =
      with_constraint(R"("type": "RelativeX", "body1": 0, "body2": 2, "sP1": [-2, 5], "sP2": [0, 0], "fun": "0")");
  EXPECT_DOUBLE_EQ(row_value(ground, 0, 2.0), 7.0 + 2.0);
}

TEST(Adm, Distances) {
  const Mechanism model = adm(
      R"(, "constraints": [ {"name": "d", "type": "AbsoluteDistance", "body1": 1, "sP1": [1, 0], "Pground": [3, 4], "fun": "2"},
          {"name": "e", "type": "RelativeDistance", "body1": 1, "body2": 2, "sP1": [1, 0], "sP2": [0, 2], "fun": "1 + t"} ])");
  const auto& d = std::get<Distance>(model.constraints.at(0));
  EXPECT_EQ(d.points[0].body, 0);
  EXPECT_EQ(numbers_of(model, d.points[0].p), (std::vector<double>{3, 4, 0}));
  EXPECT_EQ(d.points[1].body, 1);
  EXPECT_EQ(number_of(model, d.length.formula), 2.0);
  const auto& e = std::get<Distance>(model.constraints.at(1));
  EXPECT_EQ(e.points[1].body, 2);
  EXPECT_EQ(numbers_of(model, e.points[1].p), (std::vector<double>{0, 2, 0}));
}

TEST(Adm, RevoluteJointsCloseLoops) {
  const Mechanism model = with_constraint(
      R"("name": "pin", "type": "RevoluteJoint", "body1": 1, "body2": 2, "sP1": [2, 0], "sP2": [-3, 0], "fun": "NONE")");
  const Joint& pin = named(model.joints, "pin");
  EXPECT_TRUE(pin.closing);
  EXPECT_EQ(model.coordinates.size(), 6U);
  EXPECT_EQ(pin.first, 1);
  EXPECT_EQ(pin.second, 2);
  EXPECT_EQ(numbers_of(model, pin.at[0].p), (std::vector<double>{2, 0, 0}));
  EXPECT_EQ(numbers_of(model, pin.at[1].p), (std::vector<double>{-3, 0, 0}));
}

// The directions need only be parallel: the start says which way round, and how many turns lie between.
TEST(Adm, TranslationalJointsKeepTheAngleOfTheStart) {
  const auto angle = [](const std::string& v1, const std::string& v2, const std::string& phi2) {
    const Mechanism model = parse_adm(R"({"bodies": [ {"name": "a", "mass": 1, "jbar": 1, "q0": [0, 0, 0.5]},
                                  {"name": "b", "mass": 1, "jbar": 1, "q0": [0, 0, )" +
                                          phi2 + R"(]} ],
          "constraints": [ {"name": "s", "type": "TranslationalJoint", "body1": 1, "body2": 2, "sP1": [3, 0], "sP2": [2, 0],
                            "vP1": )" + v1 +
                                          ", \"vP2\": " + v2 + "} ]}",
                                      "m.adm");
    const Joint& slide = named(model.joints, "s");
    EXPECT_EQ(slide.type, JointType::prismatic);
    EXPECT_EQ(slide.axes.size(), 1U);
    return number_of(model, slide.rotation->n[0]);
  };
  const double pi = std::numbers::pi;
  EXPECT_EQ(angle("[2, 0]", "[1, 0]", "0.6"), 0.0);
  EXPECT_DOUBLE_EQ(angle("[2, 0]", "[-1, 0]", "0.6"), 0.0);
  EXPECT_DOUBLE_EQ(angle("[2, 0]", "[1, 0]", "0.5 + pi"), pi);
  EXPECT_DOUBLE_EQ(angle("[2, 0]", "[1, 0]", "0.4 - 2*pi"), -2 * pi);
  EXPECT_DOUBLE_EQ(angle("[0, 1]", "[1, 0]", "2"), pi / 2);
  EXPECT_DOUBLE_EQ(angle("[0, 1]", "[1, 0]", "-1"), -pi / 2);
}

// Haug's rows with a rack along -x at y = 0.2 above a pinion of radius 0.2 at the origin: with both angles at zero the
// mark stands at the point of contact, and a turn by phi moves the rack by -R phi.
TEST(Adm, RackAndPinion) {
  const Mechanism model = parse_adm(
      R"({"bodies": [ {"name": "rack", "mass": 1, "jbar": 1, "q0": [1, 0.2, 0]}, {"name": "pinion", "mass": 1, "jbar": 1, "q0": [0, 0, 0]} ],
          "constraints": [ {"name": "rp", "type": "RackPinion", "body1": 1, "body2": 2, "sP1": [0, 0], "sQ1": [-2, 0],
                            "sP2": [0, 0], "theta1": -pi, "theta2": pi/2, "R2": 0.2, "fun": "0"} ]})",
      "m.adm");
  EXPECT_EQ(formula(model, 0).name, "rp_along");
  EXPECT_EQ(formula(model, 1).name, "rp_normal");
  const auto rows = [&](double rack_x, double phi) {
    std::vector<double> both;
    for (std::size_t i = 0; i < 2; ++i)
      both.push_back(value_of(model, formula(model, i).row.formula,
                              {{"rack.x", 0, rack_x},
                               {"rack.y", 0, 0.2},
                               {"rack.angle", 0, 0.0},
                               {"rack.P1.x", 0, rack_x - 2},
                               {"rack.P1.y", 0, 0.2},
                               {"pinion.x", 0, 0.0},
                               {"pinion.y", 0, 0.0},
                               {"pinion.angle", 0, phi}}));
    return both;
  };
  EXPECT_NEAR(rows(2.0, 0.0)[0], 0.0, 1e-15);
  EXPECT_NEAR(rows(2.0, 0.0)[1], 0.0, 1e-15);
  EXPECT_NEAR(rows(2.0 - 0.2 * 0.7, 0.7)[0], 0.0, 1e-15);
  EXPECT_GT(std::abs(rows(2.0, 0.7)[0]), 0.1);
}

TEST(Adm, Forces) {
  const Mechanism push = with_force(
      R"("name": "push", "type": "PointForce", "body1": 2, "sP1": [1, 0], "frame": "GRF", "funX": "5.0", "funY": "2*t")");
  EXPECT_EQ(push.forces.at(0).name, "push");
  EXPECT_EQ(push.forces[0].at.body, 2);
  EXPECT_FALSE(push.forces[0].in_body_frame);
  EXPECT_EQ(text_of(push, push.forces[0].value[0].formula), "5");
  EXPECT_EQ(text_of(push, push.forces[0].value[1].formula), "2*t");
  const Mechanism local =
      with_force(R"("type": "PointForce", "body1": 2, "sP1": [1, 0], "frame": "LRF", "funX": "NONE", "funY": 1)");
  EXPECT_TRUE(local.forces.at(0).in_body_frame);
  EXPECT_TRUE(local.forces[0].value[0].formula.is_zero());
  const Mechanism torque = with_force(R"("type": "Torque", "body1": 1, "fun": "2.5")");
  EXPECT_TRUE(torque.forces.at(0).torque);
  EXPECT_EQ(number_of(torque, torque.forces[0].value[2].formula), 2.5);
}

// The course's actuators add to the torque or tension of the spring, which acts against the motion.
TEST(Adm, SpringDamperActuators) {
  const Mechanism one = with_force(R"("type": "RSDA1", "body1": 1, "theta0": 1.0, "k": 25, "c": 50, "fun": "3*t")");
  const RotationalSpring& to_ground = one.rotational_springs.at(0);
  EXPECT_EQ(to_ground.bodies, (std::array<int, 2>{0, 1}));
  EXPECT_EQ(number_of(one, to_ground.stiffness), 25.0);
  EXPECT_EQ(number_of(one, to_ground.damping), 50.0);
  EXPECT_EQ(number_of(one, *to_ground.rest), 1.0);
  EXPECT_EQ(text_of(one, to_ground.actuator->formula), "-3*t");
  const Mechanism two =
      with_force(R"("type": "RSDA2", "body1": 2, "body2": 1, "theta0": 0, "k": 1, "c": 0, "fun": "NONE")");
  EXPECT_EQ(two.rotational_springs.at(0).bodies, (std::array<int, 2>{2, 1}));
  EXPECT_FALSE(two.rotational_springs[0].actuator);
  const Mechanism linear = with_force(
      R"("name": "s", "type": "TSDA", "body1": 1, "body2": 2, "sP1": [1, 0], "sP2": [0, 1], "k": 4, "c": 5, "l0": 6, "fun": "7")");
  const Spring& spring = linear.springs.at(0);
  EXPECT_EQ(spring.points[1].body, 2);
  EXPECT_EQ(number_of(linear, *spring.length), 6.0);
  EXPECT_EQ(number_of(linear, spring.actuator->formula), -7.0);
  const Mechanism ground = with_force(R"("type": "TSDA", "body1": 1, "sP1": [1, 0], "sP2": [0, 1], "k": 4, "l0": 6)");
  EXPECT_EQ(ground.springs.at(0).points[1].body, 0);
}

TEST(Adm, NamesThatCannotStandAreChangedAndSaid) {
  const Mechanism model = parse_adm(R"({"bodies": [ {"name": "slider", "id": 1, "mass": 1, "jbar": 1, "q0": [0, 0, 0]},
                                {"name": "slider", "id": 2, "mass": 1, "jbar": 1, "q0": [0, 0, 0]},
                                {"name": "Long Rod", "id": 3, "mass": 1, "jbar": 1, "q0": [0, 0, 0]},
                                {"name": "ground", "id": 4, "mass": 1, "jbar": 1, "q0": [0, 0, 0]},
                                {"name": "a.b[1]", "id": 5, "mass": 1, "jbar": 1, "q0": [0, 0, 0]},
                                {"id": 9, "mass": 1, "jbar": 1, "q0": [0, 0, 0], "vis": {}, "colour": "red"} ],
                    "constraints": [ {"name": "slider", "type": "RevoluteJoint", "body1": 1, "body2": 9, "sP1": [0, 0], "sP2": [1, 0]},
                                     {"name": "r", "type": "AbsoluteX", "body1": 3, "sP1": [1, 2], "fun": "0"},
                                     {"name": "r", "type": "AbsoluteY", "body1": "Long Rod", "sP1": [1, 2], "fun": "0"} ],
                    "forces": [ {} ], "contacts": [ 1 ]})",
                                    "m.adm");
  std::vector<std::string> bodies, joints;
  for (const Body& body : model.bodies) bodies.push_back(body.name);
  for (const Joint& joint : model.joints) joints.push_back(joint.name);
  EXPECT_EQ(bodies,
            (std::vector<std::string>{"ground", "slider", "slider_2", "Long Rod", "ground_1", "a_b_1_", "body9"}));
  EXPECT_EQ(joints.back(), "slider_3");
  EXPECT_EQ(formula(model, 0).name, "r");
  EXPECT_EQ(formula(model, 1).name, "r_2");
  EXPECT_EQ(named(model.bodies, "Long Rod").points.size(), 1U);  // both rows use the same point
  ASSERT_EQ(model.warnings.size(), 2U);
  EXPECT_NE(model.warnings[0].message.find("'colour' (1, first in line 6), 'contacts'"), std::string::npos)
      << model.warnings[0].message;
  EXPECT_NE(model.warnings[1].message.find("'ground' of line 4 is 'ground_1'"), std::string::npos)
      << model.warnings[1].message;
}

TEST(Adm, OneObjectInPlaceOfAList) {
  const Mechanism model = parse_adm(R"({"bodies": {"name": "a", "mass": 1, "jbar": 1, "q0": [0, 0, 0]}})", "m.adm");
  EXPECT_EQ(model.bodies.size(), 2U);
}

TEST(Acf, TimesOfTheAnalysis) {
  const AcfAnalysis a =
      parse_acf(R"({ "simulation": "dynamics", "tend": 4.0, "stepSize": 0.005, "outputSteps": 400 })", "m.acf");
  EXPECT_EQ(a.simulation, AcfAnalysis::Simulation::dynamics);
  EXPECT_EQ(a.tend, 4.0);
  EXPECT_EQ(a.step, 0.01);
  const AcfAnalysis b = parse_acf("{ simulation: Kinematics, tend: 2*pi, stepSize: .01, model: 'x.adm' }", "m.acf");
  EXPECT_EQ(b.simulation, AcfAnalysis::Simulation::kinematics);
  EXPECT_DOUBLE_EQ(*b.tend, 2 * std::numbers::pi);
  EXPECT_EQ(b.step, 0.01);
  EXPECT_EQ(b.model, "x.adm");
  EXPECT_FALSE(parse_acf("{ simulation: Equilibrium }", "m.acf").tend);
  const Mechanism model = adm("", &a);
  EXPECT_EQ(number_of(model, model.simulate.time->formula), 4.0);
  EXPECT_EQ(number_of(model, model.simulate.step->formula), 0.01);
}

TEST(Acf, Errors) {
  for (const char* bad :
       {"{}", "{ simulation: Dynamics }", "{ simulation: Dynamic, tend: 1 }", "{ simulation: Dynamics, tend: -1 }",
        "{ simulation: Dynamics, tend: 1, outputSteps: 1.5 }", "{ simulation: Dynamics, tend: 1, outputStep: 5 }",
        "{ simulation: Dynamics, tend: \"t\" }", "{ simulation: Dynamics, tend: 1/0 }"})
    EXPECT_THROW(static_cast<void>(parse_acf(bad, "m.acf")), Error) << bad;
}

}  // namespace
}  // namespace alembert::adm_reader_test
