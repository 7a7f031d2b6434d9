/// Tables with `count`, indices and ranges of names, and tables of points.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "alembert/core/output_file.h"
#include "alembert/io/formulas/table_section.h"
#include "alembert/io/lagrangian/lagrangian_reader.h"
#include "alembert/io/toml/repetition.h"
#include "alembert/symbolic/derivative.h"
#include "mechanism_text.h"

namespace alembert::mechanism_repetition_test {
namespace {

std::string chain(const std::string& count, const std::string& rest = "") {
  return "space = 'planar'\n[parameters]\nN = " + count + R"toml(
l = 0.5
[body.link]
count = "N"
mass = "1 + #/10"
points.tip = ["l", 0]
[joint.J]
count = "N"
type = "revolute"
bodies = ["link[#-1]", "link[#]"]
at = ["link[#-1].tip", [0, 0]]
start = "if(# == 0, pi/2, 0)"
)toml" + rest;
}

TEST(Repetition, MakesAChain) {
  const Mechanism model = read_mechanism_text(chain("3"));
  ASSERT_EQ(model.bodies.size(), 4U);
  ASSERT_EQ(model.joints.size(), 3U);
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_EQ(model.bodies[k + 1].name, "link[" + std::to_string(i) + "]");
    EXPECT_NEAR(number_of(model, model.bodies[k + 1].mass), 1 + 0.1 * i, 1e-15);
    EXPECT_EQ(model.joints[k].name, "J[" + std::to_string(i) + "]");
    EXPECT_EQ(model.joints[k].first, i);
    EXPECT_EQ(model.joints[k].second, i + 1);
    // The ground has no point `tip`: what hangs on link[-1].tip hangs on its origin.
    EXPECT_EQ(number_of(model, model.joints[k].at[0].p.x), i == 0 ? 0.0 : 0.5);
    EXPECT_NEAR(number_of(model, *model.joints[k].start[0]), i == 0 ? std::acos(0.0) : 0.0, 1e-15);
  }
}

TEST(Repetition, PointOfTheGroundIsTakenWhereThereIsOne) {
  const Mechanism model = read_mechanism_text(chain("2", "[ground]\npoints.tip = [7, 8]\n"));
  EXPECT_EQ(numbers_of(model, model.joints[0].at[0].p), (std::vector{7.0, 8.0, 0.0}));
  EXPECT_EQ(model.joints[0].at[0].body, 0);
}

TEST(Repetition, IndicesAndSumsInFormulas) {
  const Mechanism model = read_mechanism_text(chain("3", R"toml([outputs]
last = "link[N-1].tip.x"
total = "sum(J[0:N-1])"
rates = "2*sum(J[1:2]') + 1"
points = "sum(link[0:1].tip.vy)"
none = "sum(J[0:-1])"
base = "link[-1].tip.x"
[force.f]
count = 2
type = "force"
body = "link[#+1]"
value = ["J[#]'", "10^#"]
[constraint.c]
count = "N-1"
holonomic = "J[#] - J[#+1]"
)toml"));
  const auto text = [&](const char* name) { return text_of(model, named(model.outputs, name).value.formula); };
  EXPECT_EQ(text("last"), "link[2].tip.x");
  EXPECT_EQ(text("total"), "J[0] + J[1] + J[2]");
  EXPECT_EQ(text("rates"), "2*J[1]' + 2*J[2]' + 1");
  EXPECT_EQ(text("points"), "link[0].tip.y' + link[1].tip.y'");
  EXPECT_EQ(text("none"), "0");
  ASSERT_EQ(model.forces.size(), 2U);
  EXPECT_EQ(model.forces[1].name, "f[1]");
  EXPECT_EQ(model.forces[1].at.body, 3);
  EXPECT_EQ(text_of(model, model.forces[1].value[0].formula), "J[1]'");
  EXPECT_EQ(number_of(model, model.forces[1].value[1].formula), 10.0);
  ASSERT_EQ(model.constraints.size(), 2U);
  EXPECT_EQ(text_of(model, std::get<Constraint>(model.constraints[1]).row.formula), "J[1] - J[2]");
}

TEST(Repetition, CountZeroMakesNothing) {
  const Mechanism model = read_mechanism_text(chain("0", "[body.other]\n"));
  EXPECT_EQ(model.bodies.size(), 2U);
  EXPECT_EQ(model.joints.size(), 1U);
}

TEST(Repetition, ManyJointsWithoutSymbolsOfTheirOwn) {
  const auto begin = std::chrono::steady_clock::now();
  const Mechanism model = read_mechanism_text(chain("100000"));
  EXPECT_EQ(model.joints.size(), 100'000U);
  EXPECT_EQ(model.coordinates.back().name, "J[99999]");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 60.0);
}

TEST(Repetition, PlainIntegers) {
  EXPECT_EQ(plain_integer("12"), 12);
  EXPECT_EQ(plain_integer(" -3 + 10-2 "), 5);
  for (const char* text : {"", "-", "1+", "1*2", "a", "1.5", "--1", "1234567890123456"})
    EXPECT_FALSE(plain_integer(text).has_value()) << text;
}

const std::string gas = "[table.gas]\nx = [0, 1, '2 + a']\ny = [1, 3, 'b']\n";

TEST(Tables, StraightLinesBetweenPointsAndConstantOutside) {
  const Mechanism model = read_mechanism_text("[parameters]\na = 2\nb = -1\n" + gas + R"toml([body.top]
[outputs]
y = "gas(top.x)"
)toml");
  const Expr y = model.outputs[0].value.formula;
  const auto expected = [](double x) {
    if (x < 0) return 1.0;
    if (x < 1) return 1 + 2 * x;
    return x < 4 ? 3 - 4 * (x - 1) / 3 : -1.0;
  };
  const GraphScope scope(*model.graph);
  const Expr a = model.parameters[0].symbol, b = model.parameters[1].symbol,
             x = Expr::symbol("top.x", SymbolKind::coordinate);
  TapeMachine<double> machine(Tape(std::vector{a, b, x}, std::vector{y, derivative(y, x)}));
  std::vector<double> result(2);
  for (const double at : {-5.0, 0.0, 0.25, 0.999, 1.0, 1.5, 3.75, 4.0, 9.0}) {
    machine.run(std::vector{2.0, -1.0, at}, result);
    EXPECT_NEAR(result[0], expected(at), 1e-14) << at;
    const double slope = at < 0 || at >= 4 ? 0.0 : (at < 1 ? 2.0 : -4.0 / 3);
    EXPECT_NEAR(result[1], slope, 1e-14) << at;
  }
}

TEST(Tables, InLagrangiansAndFromFiles) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "alembert_table_test";
  make_folder(folder);
  write_file(folder / "gas.csv", "# pressure\nx, y\n0, 1\n1;3\r\n 2\t-1e0\n\n");
  const Lagrangian model = read_lagrangian(
      parse_toml(
          "[coordinates]\nq = 0\n[table.gas]\nfile = 'gas.csv'\n[energy]\nkinetic = \"q'^2\"\npotential = \"gas(q)\"\n",
          "m.toml"),
      folder);
  const GraphScope scope(*model.graph);
  TapeMachine<double> machine(Tape(std::vector{model.coordinates[0].position}, std::vector{model.potential->formula}));
  std::vector<double> result(1);
  machine.run(std::vector{1.5}, result);
  EXPECT_NEAR(result[0], 1.0, 1e-15);
  write_file(folder / "bad.csv", "0, 1\n1 two\n");
  try {
    static_cast<void>(read_mechanism(parse_toml("[body.a]\n[table.b]\nfile = 'bad.csv'\n", "m.toml"), folder));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.at().file, (folder / "bad.csv").string());
    EXPECT_EQ(error.at().line, 2);
    EXPECT_NE(error.message().find("two numbers"), std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

TEST(Tables, ManyPoints) {
  std::string text = "[body.top]\n[outputs]\ny = 'many(top.x)'\n[table.many]\n", x = "x = [", y = "y = [";
  for (std::size_t i = 0; i < 20'000; ++i) {
    x += std::to_string(i) + ",";
    y += std::to_string(i * i) + ",";
  }
  const Mechanism model = read_mechanism_text(text + x + "]\n" + y + "]\n");
  EXPECT_NEAR(value_of(model, model.outputs[0].value.formula, {{"top.x", 0, 7.5}}), (49 + 64) / 2.0, 1e-12);
}

TEST(Tables, TooManyPoints) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "alembert_large_table_test";
  make_folder(folder);
  std::string lines;
  for (std::size_t i = 0; i <= most_table_points; ++i) lines += "0 0\n";
  write_file(folder / "large.txt", lines);
  try {
    static_cast<void>(read_mechanism(parse_toml("[body.a]\n[table.b]\nfile = 'large.txt'\n", "m.toml"), folder));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::too_large);
    EXPECT_EQ(error.at().line, static_cast<int>(most_table_points) + 1);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace alembert::mechanism_repetition_test
