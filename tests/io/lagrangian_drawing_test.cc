// [draw] of a Lagrangian: what is read, and what is said about what cannot be.
#include <gtest/gtest.h>

#include "alembert/io/lagrangian/lagrangian_reader.h"
#include "alembert/symbolic/print.h"
#include "bad_files.h"

namespace alembert::lagrangian_drawing_test {
namespace {

Lagrangian read(const std::string& text) { return read_lagrangian(parse_toml(text, "m.toml")); }

const std::string base =
    "[parameters]\nl = 2\n[inputs]\nu = 1\n[coordinates]\nq = 0\n[energy]\nkinetic = \"q'^2/2\"\n";  // 8 lines

TEST(LagrangianDrawing, IsReadAsWritten) {
  const Lagrangian model = read(base + R"toml(
    [draw.rod]
    line = [[0, 0], ["l*sin(q)", "-l*cos(q)"], ["q", "t"]]
    [draw.bob]
    circle = { at = ["l*sin(q)", "-l*cos(q)"], radius = "l/10" }
    [draw.ring]
    circle = { at = [0, 0], radius = "50 mm", filled = false }
    [draw.cart]
    box = { at = ["q", 0], size = [0.4, "l/4"], angle = "q/2" }
    [draw.k]
    spring = [[0, 0], ["q", 0]]
  )toml");
  const GraphScope scope(*model.graph);
  ASSERT_EQ(model.drawing.size(), 5U);
  const DrawnElement &rod = model.drawing[0], &bob = model.drawing[1], &ring = model.drawing[2],
                     &cart = model.drawing[3], &spring = model.drawing[4];
  EXPECT_EQ(rod.name, "rod");
  EXPECT_EQ(rod.kind, DrawnElement::Kind::line);
  ASSERT_EQ(rod.points.size(), 3U);
  EXPECT_EQ(to_text(rod.points[1][0].formula), "l*sin(q)");
  EXPECT_EQ(bob.kind, DrawnElement::Kind::circle);
  EXPECT_EQ(to_text(*bob.radius), "l/10");
  EXPECT_TRUE(bob.filled);
  EXPECT_EQ(to_text(*ring.radius), "0.05");
  EXPECT_FALSE(ring.filled);
  EXPECT_EQ(cart.kind, DrawnElement::Kind::box);
  EXPECT_EQ(to_text(cart.size[1]), "l/4");
  EXPECT_EQ(to_text(cart.angle->formula), "q/2");
  EXPECT_EQ(spring.kind, DrawnElement::Kind::spring);
  EXPECT_EQ(spring.points.size(), 2U);
}

TEST(LagrangianDrawing, CirclesInSpaceHaveAnAxis) {
  const Lagrangian model = read(
      base + "[draw.hoop]\ncircle = {at = [0, 0, 'l'], radius = 1, axis = [0, 'sin(q)', 'cos(q)'], filled=false}\n");
  ASSERT_TRUE(model.drawing.at(0).axis);
  EXPECT_EQ(model.drawing[0].axis->size(), 3U);
}

class BadDrawing : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadDrawing, IsAnErrorWithPlaceAndRemedy) {
  expect_error(GetParam(), "m.toml", [] { return read(GetParam().text); });
}

using enum Error::Code;

const std::vector<BadFile> bad_drawings{
    {"unknown_kind", base + "[draw.a]\ncirle = {at=[0,0], radius=1}\n", unknown_name, 10, 1, "[draw.a] cirle",
     "'circle'"},
    {"nothing", base + "[draw.a]\n", bad_value, 9, 7, "does not say what to draw", "line"},
    {"two", base + "[draw.a]\nline = [[0,0],[1,0]]\nspring = [[0,0],[1,0]]\n", bad_value, 11, 10, "several things",
     "each of them"},
    {"line_type", base + "[draw.a]\nline = 3\n", bad_value, 10, 8, "[draw.a] line: expected a list of points", ""},
    {"one_point", base + "[draw.a]\nline = [[0,0]]\n", bad_value, 10, 8, "has 1 points", "two"},
    {"three_ends", base + "[draw.a]\nspring = [[0,0],[1,1],[2,2]]\n", bad_value, 10, 10, "has 3 points", "two"},
    {"components", base + "[draw.a]\nline = [[0,0],[1]]\n", bad_value, 10, 15, "[draw.a] line[1] has 1 components",
     "two"},
    {"mixed", base + "[draw.a]\nline = [[0,0],[1,1]]\n[draw.b]\nline = [[0,0,0],[1,0,1]]\n", bad_value, 12, 9,
     "has 3 components, points before it 2", "everything in space"},
    {"name", base + "[draw.a]\nline = [[0,0],['qq',0]]\n", unknown_name, 10, 17, "'qq'", "'q'"},
    {"rate", base + "[draw.a]\nline = [[0,0],[\"q'\",0]]\n", bad_value, 10, 17, "q'", "coordinates"},
    {"input", base + "[draw.a]\nline = [[0,0],['u',0]]\n", bad_value, 10, 17, "u", "coordinates"},
    {"input_in_let", base + "[let]\np = 'q + u'\n[draw.a]\nline = [[0,0],['p',0]]\n", unsupported, 12, 16, "line[1][0]",
     "coordinates"},
    {"unit", base + "[draw.a]\nline = [[0,0],['3 kg',0]]\n", bad_value, 10, 17, "line[1][0]", "a length"},
    {"no_radius", base + "[draw.a]\ncircle = {at=[0,0]}\n", bad_value, 10, 10, "radius is missing", "radius = 0.05"},
    {"radius", base + "[draw.a]\ncircle = {at=[0,0], radius='l-2'}\n", bad_value, 10, 28, "radius is 0", "positive"},
    {"radius_moves", base + "[draw.a]\ncircle = {at=[0,0], radius='q'}\n", bad_value, 10, 29, "q", "parameters"},
    {"axis", base + "[draw.a]\ncircle = {at=[0,0], radius=1, axis=[0,0,1]}\n", bad_value, 10, 36, "in the plane", "z"},
    {"no_axis", base + "[draw.a]\ncircle = {at=[0,0,0], radius=1, filled=false}\n", bad_value, 10, 10,
     "without an axis", "axis = "},
    {"size", base + "[draw.a]\nbox = {at=[0,0], size=[1,1,1]}\n", bad_value, 10, 23, "3 edges", "one edge for each"},
    {"box_key", base + "[draw.a]\nbox = {at=[0,0], size=[1,1], angel=1}\n", unknown_name, 10, 30, "angel", "'angle'"},
};

INSTANTIATE_TEST_SUITE_P(Files, BadDrawing, ::testing::ValuesIn(bad_drawings), bad_file_name);

}  // namespace
}  // namespace alembert::lagrangian_drawing_test
