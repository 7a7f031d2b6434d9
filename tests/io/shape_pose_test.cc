/// Vectors and rotations as model files write them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "alembert/io/formulas/orientation_reader.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/symbolic/graph.h"
#include "symbolic/known_names.h"

namespace alembert::shape_pose_test {
namespace {

class Pose : public ::testing::Test {
 protected:
  Value value(const std::string& text) { return parse_toml("x = " + text, "m.toml").find("x")->value; }
  Orientation orientation(const std::string& text, bool planar = false) {
    return read_orientation(value(text), "rotation", names, planar);
  }
  /// Where the rotation takes the axes, as numbers.
  Mat3<double> matrix(const std::string& text, bool planar = false) {
    return rotation_of<double>(orientation(text, planar), [](Expr e) {
      return constant_numbers({&e, 1}).value().front();
    });
  }
  /// The error of what must fail, as "column: message | hint".
  template <class Read>
  std::string error(const Read& read) {
    try {
      static_cast<void>(read());
    } catch (const Error& e) {
      EXPECT_EQ(e.at().line, 1);
      return std::to_string(e.at().column) + ": " + e.message() + " | " + e.hint();
    }
    return "no error";
  }
  std::string orientation_error(const std::string& text, bool planar = false) {
    return error([&] { return orientation(text, planar); });
  }

  Graph graph;
  GraphScope scope{graph};
  KnownNames names{{}, {"w"}};
};

void expect_equal(const Mat3<double>& a, const Mat3<double>& b) {
  EXPECT_LE(norm(a.r0 - b.r0) + norm(a.r1 - b.r1) + norm(a.r2 - b.r2), 1e-14);
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(Pose, VectorsHaveTheModelsDimension) {
  const Vec3<Expr> p = read_vector(value("['20 mm', 'w/2', 3]"), "at", names, false);
  EXPECT_TRUE(identical(p.x, fraction(1, 50)));
  EXPECT_TRUE(identical(p.y, parameter("w") / Expr(2.0)));
  EXPECT_TRUE(identical(p.z, Expr(3.0)));
  EXPECT_TRUE(read_vector(value("[1, 2]"), "at", names, true).z.is_zero());
  const auto fail = [&](const std::string& text, bool planar) {
    return error([&] { return read_vector(value(text), "at", names, planar); });
  };
  EXPECT_EQ(fail("[1, 2]", false),
            "5: at has 2 components instead of 3 | write a list of three numbers [x, y, z] (the model is spatial)");
  expect_contains(fail("[1, 2, 3]", true), "5: at has 3 components instead of 2 | write a list of two numbers [x, y]");
  expect_contains(fail("3", true), "5: at: expected a list of two numbers");
  expect_contains(fail("[1, '2 s']", true), "10: at[1]: 's' is the unit of a time | write a length");
  expect_contains(fail("[1, 'v']", true), "10: at[1]: unknown name 'v'");
}

TEST_F(Pose, DirectionsMustNotBeZero) {
  const auto fail = [&](const std::string& text) {
    return error([&] { return read_direction(value(text), "axis", names, false); });
  };
  EXPECT_EQ(fail("[0, 0.0, '1 - 1']"), "5: axis is zero and has no direction | write a direction such as [0, 0, 1]");
  expect_contains(fail("['1 m', 0, 0]"), "a plain number");
  EXPECT_EQ(fail("['w', 0, 0]"), "no error");  // depends on the parameter
  EXPECT_EQ(fail("[0, 0, -1e-300]"), "no error");
}

TEST_F(Pose, RotationsInEveryForm) {
  const double half = std::numbers::pi / 2;
  expect_equal(matrix("{ rpy = [0.1, 0.2, 0.3] }"), rotation_z(0.3) * rotation_y(0.2) * rotation_x(0.1));
  expect_equal(matrix("{ axis = [0, 0, 7], angle = '90 deg' }"), rotation_z(half));
  expect_equal(matrix("{ axis = [0, -1, 0], angle = 0.4 }"), rotation_y(-0.4));
  expect_equal(matrix("{ quaternion = [1, 1, 0, 0] }"), rotation_x(half));
  expect_equal(matrix("{ matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }"), rotation_z(half));
  expect_equal(matrix("{ angle = '90 deg' }", true), rotation_z(half));
  expect_equal(matrix("'90 deg'", true), rotation_z(half));
  EXPECT_TRUE(identical(orientation("{ rpy = ['w', 0, 0] }").n[0], parameter("w")));
}

TEST_F(Pose, MatricesWithRoundedDigitsBecomeRotations) {
  const Mat3<double> R = matrix("{ matrix = [[0.8660, -0.5, 0], [0.5, 0.8660, 0], [0, 0, 1]] }");
  EXPECT_NEAR(norm(R.c0()), 1.0, 1e-15);
  EXPECT_NEAR(R.r0.x, std::cos(std::numbers::pi / 6), 1e-4);
  // Exact ones stay as they are, so that formulas do.
  EXPECT_EQ(orientation("{ matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }").kind, Orientation::Kind::matrix);
  EXPECT_EQ(orientation("{ matrix = [['cos(w)', '-sin(w)', 0], ['sin(w)', 'cos(w)', 0], [0, 0, 1]] }").kind,
            Orientation::Kind::matrix);
}

TEST_F(Pose, BadRotations) {
  expect_contains(orientation_error("3"), "5: rotation: expected a table, found");
  expect_contains(orientation_error("{}"), "5: rotation is empty | write rotation = {rpy");
  expect_contains(orientation_error("{ rpi = [0, 0, 0] }"), "7: unknown key: rotation.rpi | did you mean 'rpy'?");
  expect_contains(orientation_error("{ rpy = [0, 0, 0], quaternion = [1, 0, 0, 0] }"),
                  "5: rotation is given in several");
  expect_contains(orientation_error("{ rpy = [0, 0] }"), "13: rotation.rpy has 2 components instead of 3");
  expect_contains(orientation_error("{ rpy = ['1 m', 0, 0] }"), "an angle");
  expect_contains(orientation_error("{ axis = [0, 0, 1] }"), "5: rotation.angle is missing");
  expect_contains(orientation_error("{ angle = 1 }"), "5: rotation.axis is missing");
  expect_contains(orientation_error("{ axis = [0, 0, 0], angle = 1 }"), "14: rotation.axis is zero");
  expect_contains(orientation_error("{ quaternion = [0, 0, 0, 0] }"), "20: rotation.quaternion is zero");
  expect_contains(orientation_error("{ quaternion = [1, 0, 0] }"), "four numbers [w, x, y, z]");
  expect_contains(orientation_error("{ matrix = [[1, 0, 0], [0, 1, 0]] }"),
                  "16: rotation.matrix has 2 rows instead of 3");
  expect_contains(orientation_error("{ matrix = [[1, 0, 0], [0, 1], [0, 0, 1]] }"), "28: rotation.matrix[1] has 2");
  expect_contains(orientation_error("{ matrix = [[1, 0, 0], [0, 1, 0], [0, 0, -1]] }"), "left-handed");
  expect_contains(orientation_error("{ matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 0]] }"), "column 3 has the length 0");
  expect_contains(orientation_error("{ rpy = [0, 0, 0] }", true), "7: rotation.rpy cannot be used in a planar model");
  expect_contains(orientation_error("{ angel = 0 }", true), "7: unknown key: rotation.angel | did you mean 'angle'?");
  expect_contains(orientation_error("{ angle = '1 m' }", true), "write an angle");
}

}  // namespace
}  // namespace alembert::shape_pose_test
