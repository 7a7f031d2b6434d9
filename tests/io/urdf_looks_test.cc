// Shapes of URDF links that are kept for pictures.
#include <gtest/gtest.h>

#include "urdf_text.h"

namespace alembert::urdf_looks_test {
namespace {

/// A link with these parts, and its formulas' graph.
struct Link {
  explicit Link(const std::string& inside) : model(urdf("<robot><link name='a'>" + inside + "</link></robot>")) {}

  const std::vector<Shape>& shapes() const { return model.bodies.at(1).shapes; }
  std::string warning() const { return model.warnings.empty() ? "" : model.warnings[0].message; }

  Mechanism model;
  GraphScope scope{*model.graph};
};

TEST(UrdfLooks, PrimitivesAreKeptWithoutMass) {
  const Link link(
      "<visual><origin xyz='1 2 3' rpy='0 0 0.5'/><geometry><box size='0.1 0.2 0.3'/></geometry>"
      "<material name='red'/></visual>"
      "<visual><geometry><cylinder radius='0.1' length='0.5'/></geometry></visual>"
      "<visual><geometry><sphere radius='0.2'/></geometry></visual>"
      "<visual><geometry><mesh filename='package://r/arm.STL' scale='0.001 0.001 0.001'/></geometry></visual>");
  const std::vector<Shape>& shapes = link.shapes();
  ASSERT_EQ(shapes.size(), 4U);
  EXPECT_EQ(link.warning(), "");
  for (const Shape& shape : shapes) EXPECT_TRUE(shape.picture);
  EXPECT_EQ(numbers(shapes[0].p), (Array3{1, 2, 3}));
  EXPECT_EQ(shapes[0].R.kind, Orientation::Kind::rpy);
  EXPECT_EQ(number(shapes[0].size[1]), 0.2);
  EXPECT_EQ(shapes[1].kind, Shape::Kind::cylinder);
  EXPECT_EQ(shapes[2].kind, Shape::Kind::sphere);
  EXPECT_EQ(shapes[3].file, "package://r/arm.STL");
  EXPECT_EQ(number(shapes[3].size[0]), 0.001);
}

TEST(UrdfLooks, CollisionsShowLinksWithoutVisuals) {
  const std::string ball = "<geometry><sphere radius='1'/></geometry>";
  EXPECT_EQ(Link("<collision>" + ball + "</collision>").shapes().size(), 1U);
  const Link both("<visual>" + ball + "</visual><collision>" + ball + "</collision>");
  EXPECT_EQ(both.shapes().size(), 1U);
  EXPECT_EQ(both.warning(), "not used: collision (1)");
}

TEST(UrdfLooks, WhatCannotBeDrawnIsCountedAndNeverAnError) {
  for (const char* geometry :
       {"", "<geometry/>", "<geometry><box size='1 2'/></geometry>", "<geometry><box size='a b c'/></geometry>",
        "<geometry><box size='1 -1 1'/></geometry>", "<geometry><cylinder radius='1'/></geometry>",
        "<geometry><mesh filename='a.dae'/></geometry>", "<geometry><mesh/></geometry>",
        "<geometry><mesh filename='a.stl' scale='1 2 3'/></geometry>", "<geometry><ball r='1'/></geometry>",
        "<geometry><sphere radius='1'/></geometry><origin xyz='1'/>"}) {
    const Link link(std::string("<visual>") + geometry + "</visual>");
    EXPECT_TRUE(link.shapes().empty()) << geometry;
    EXPECT_EQ(link.warning(), "not used: visual (1)") << geometry;
  }
}

}  // namespace
}  // namespace alembert::urdf_looks_test
