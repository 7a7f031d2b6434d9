#include "alembert/io/lagrangian/lagrangian_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>

#include "alembert/core/output_file.h"
#include "alembert/io/load.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/print.h"

namespace alembert::lagrangian_reader_test {
namespace {

Lagrangian read(const std::string& text) { return read_lagrangian(parse_toml(text, "m.toml")); }

/// A file that needs only its first lines to be complete.
std::string with_rest(const std::string& text) {
  return text + "\n[coordinates]\nq = 0\n[energy]\nkinetic = \"q'^2/2\"\n";
}

std::string text_of(const Lagrangian& model, Expr e) {
  const GraphScope scope(*model.graph);
  return to_text(e);
}

const char* const pendulum = R"toml(name = "Pendulum on a cart"
[parameters]
g = 9.81
l = 0.1
m = "2*M"
M = "5 kg"
[inputs]
F = "10*sin(t)*l"
[coordinates]
theta = { start = "30 deg", rate = "60 rpm" }
x = { start = "l/2", unit = "m" }
z = 0.5
[let]
x2 = "x + y2"
y2 = "l*sin(theta)"
[states]
e = { start = "l", rate = "x2 - e" }
[energy]
kinetic = "M*x'^2/2 + m*x2'^2/2"
potential = "-m*g*l*cos(theta)"
dissipation = "x'^2"
[work]
x = "F + e"
[force.wind]
at = ["x2", 0]
value = ["2 kN", "-F*t"]
[constraint.rail]
holonomic = "z - x"
at_start = true
[constraint.skate]
pfaffian = "z' - x'*sin(theta)"
[outputs]
a = "x2''"
total = "T + V"
twice = "2*total"
[simulate]
time = "2*pi"
step = "5 ms"
tolerance = 1e-10
method = "rk8"
until = "theta - pi"
)toml";

TEST(LagrangianReader, ReadsEverySection) {
  const Lagrangian model = read(pendulum);
  const GraphScope scope(*model.graph);
  EXPECT_EQ(model.name, "Pendulum on a cart");
  EXPECT_EQ(model.file, "m.toml");
  ASSERT_EQ(model.parameters.size(), 4U);
  EXPECT_EQ(model.parameters[0].name, "g") << "file order";
  EXPECT_TRUE(model.parameters[1].value.number() == Rational(1, 10)) << "exact";
  EXPECT_EQ(model.parameters[3].unit, "kg");
  EXPECT_EQ(model.parameters[2].at.line, 5);
  EXPECT_EQ(text_of(model, model.parameters[2].value), "2*M");
  ASSERT_EQ(model.inputs.size(), 1U);
  ASSERT_EQ(model.states.size(), 1U);
  EXPECT_TRUE(identical(model.lets[0].second - model.states[0].symbol, model.states[0].rate));
  ASSERT_EQ(model.forces.size(), 1U);
  EXPECT_TRUE(model.forces[0].value[0].formula.number() == Rational(2000));
  EXPECT_TRUE(model.forces[0].at[1].formula.is_zero());
  ASSERT_EQ(model.constraints.size(), 2U);
  EXPECT_TRUE(model.constraints[0].at_start && !model.constraints[0].pfaffian);
  EXPECT_TRUE(model.constraints[1].pfaffian && !model.constraints[1].at_start);
  ASSERT_EQ(model.work.size(), 3U);
  EXPECT_TRUE(model.work[1] && !model.work[0] && !model.work[2]);
  EXPECT_TRUE(model.dissipation && !model.lagrangian);
  EXPECT_EQ(positions(model).size(), 3U);
  EXPECT_TRUE(identical(rates(model)[0], model.coordinates[0].rate));
  EXPECT_TRUE(identical(accelerations(model)[2], model.coordinates[2].acceleration));
}

TEST(LagrangianReader, NumbersBehindTheModel) {
  const Lagrangian model = read(pendulum);
  const std::vector<double> parameters = parameter_numbers(model);
  EXPECT_EQ(parameters, (std::vector<double>{9.81, 0.1, 10.0, 5.0}));
  const Coordinate& theta = model.coordinates[0];
  const std::array<Expr, 3> starts{theta.start, theta.start_rate, model.coordinates[1].start};
  const std::vector<double> values = numbers_in_parameters(model, parameters, starts);
  EXPECT_DOUBLE_EQ(values[0], M_PI / 6);
  EXPECT_DOUBLE_EQ(values[1], 2 * M_PI);
  EXPECT_DOUBLE_EQ(values[2], 0.05);
  const SimulateNumbers run = simulate_numbers(model);
  EXPECT_DOUBLE_EQ(run.time, 2 * M_PI);
  EXPECT_DOUBLE_EQ(run.step, 0.005);
  EXPECT_DOUBLE_EQ(run.tolerance, 1e-10);
}

TEST(LagrangianReader, ChangedParametersChangeWhatUsesThem) {
  Lagrangian model = read(pendulum);
  {
    const GraphScope scope(*model.graph);
    model.parameters[3].value = Expr(7.0);
  }
  EXPECT_EQ(parameter_numbers(model)[2], 14.0);
}

TEST(LagrangianReader, LetsInAnyOrderWithRates) {
  const Lagrangian model = read(pendulum);
  EXPECT_EQ(text_of(model, model.lets[0].second), "x + l*sin(theta)");
  EXPECT_EQ(text_of(model, model.kinetic->formula), "M*x'^2/2 + m*(x' + l*cos(theta)*theta')^2/2");
}

TEST(LagrangianReader, EnergiesInOutputs) {
  const Lagrangian model = read(pendulum);
  const GraphScope scope(*model.graph);
  const Expr total = model.kinetic->formula + model.potential->formula;
  EXPECT_TRUE(identical(model.outputs[1].value.formula, total));
  EXPECT_TRUE(identical(model.outputs[2].value.formula, Expr(2.0) * total));
}

TEST(LagrangianReader, UnitsOfCoordinates) {
  const Lagrangian model = read(pendulum);
  EXPECT_EQ(model.coordinates[0].unit, "rad");
  EXPECT_EQ(model.coordinates[1].unit, "m");
  EXPECT_EQ(model.coordinates[2].unit, "");
  const Lagrangian by_rate = read("[coordinates]\nx = { rate = \"3 km/h\" }\n[energy]\nkinetic = \"x'^2\"");
  EXPECT_EQ(by_rate.coordinates[0].unit, "m");
}

TEST(LagrangianReader, Defaults) {
  const Lagrangian model = read(with_rest(""));
  const GraphScope scope(*model.graph);
  EXPECT_TRUE(model.coordinates[0].start_rate.is_zero());
  EXPECT_FALSE(model.potential);
  EXPECT_EQ(model.simulate.method, "auto");
  const SimulateNumbers run = simulate_numbers(model);
  EXPECT_EQ(run.time, 10.0);
  EXPECT_EQ(run.step, 0.01);
  EXPECT_EQ(run.tolerance, 1e-8);
}

TEST(LagrangianReader, OddNamesAndLongStrings) {
  const Lagrangian model = read(
      "[parameters]\n\"left knee\" = 2\n\"P.x\" = 1\n"
      "[coordinates]\nq = 0\n\"arm.x\" = 0\n[energy]\nkinetic = \"\"\"\n`left knee`*q'^2\n + arm.x'^2\"\"\"\n"
      "[outputs]\nv = \"arm.x''\"\n"
      "[let]\n");
  EXPECT_EQ(model.parameters.size(), 2U);
}

TEST(LagrangianReader, LagrangianAlone) {
  const Lagrangian model = read("[coordinates]\nq = 1\n[energy]\nlagrangian = \"q'^2/2 - q^2/2\"");
  EXPECT_TRUE(model.lagrangian && !model.kinetic && !model.potential);
}

const std::string head = "[coordinates]\nq = 0\n";
const std::string base = "[coordinates]\nq = 0\n[energy]\nkinetic = \"q'^2\"\n";

/// Seconds to read `text`, whether it is a model or not.
double seconds_for(const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  try {
    static_cast<void>(read(text));
  } catch (const Error&) {
    SUCCEED();
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(LargeModels, TenThousandLetsEachUsingTheFormer) {
  std::string text = "[let]\n";
  for (int i = 10'000; i > 0; --i) text += "a" + std::to_string(i) + " = \"sin(a" + std::to_string(i - 1) + ") + 1\"\n";
  const Lagrangian model = read(with_rest(text + "a0 = \"q\""));
  EXPECT_EQ(model.lets.size(), 10'001U);
}

TEST(LargeModels, LongCycleIsNamedShortly) {
  std::string text = "[parameters]\n";
  for (int i = 0; i < 1000; ++i) text += "a" + std::to_string(i) + " = \"a" + std::to_string((i + 1) % 1000) + "\"\n";
  try {
    static_cast<void>(read(with_rest(text)));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::cyclic);
    EXPECT_EQ(error.message(),
              "parameters need each other: a0 -> a1 -> a2 -> a3 -> ... -> a996 -> a997 -> a998 -> a999 -> a0");
  }
}

TEST(LargeModels, DeepAndLongExpressions) {
  constexpr double limit = 30.0;  // seconds
  const std::string open(100'000, '('), close(100'000, ')');
  EXPECT_LT(seconds_for(head + "[energy]\nkinetic = \"" + open + "q'" + close + "\""), limit);
  EXPECT_LT(seconds_for(head + "[energy]\nkinetic = \"" + open + "\""), limit);
  std::string sum = "q'";
  while (sum.size() < 1'000'000) sum += " + q'*2";
  EXPECT_LT(seconds_for(head + "[energy]\nkinetic = \"" + sum + "\""), limit);
}

TEST(LargeModels, ManyNames) {
  constexpr double limit = 60.0;  // seconds
  std::string parameters = "[parameters]\n", lets = "[let]\n";
  for (int i = 0; parameters.size() < 10'000'000; ++i) parameters += "parameter" + std::to_string(i) + " = 0.5\n";
  for (int i = 0; i < 50'000; ++i) lets += "let" + std::to_string(i) + " = \"2*q\"\n";
  EXPECT_LT(seconds_for(with_rest(parameters)), limit);
  EXPECT_LT(seconds_for(with_rest(lets)), limit);
}

TEST(Load, ByExtension) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "alembert_load_test";
  make_folder(folder);
  write_file(folder / "model.TOML", base);
  EXPECT_EQ(load_lagrangian(folder / "model.TOML").coordinates.size(), 1U);
  for (const char* name : {"a.xml", "a.txt", "a"}) {
    try {
      static_cast<void>(load_lagrangian(folder / name));
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Error::Code::unsupported);
      EXPECT_NE(error.hint().find(".toml"), std::string::npos);
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace alembert::lagrangian_reader_test
