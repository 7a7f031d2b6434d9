/// What is said about shapes that are wrong: code, place, words and remedy.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "alembert/io/mechanism/shape_reader.h"
#include "alembert/symbolic/graph.h"
#include "bad_files.h"
#include "symbolic/known_names.h"

namespace alembert::shape_errors_test {
namespace {

struct Bad {
  const char* name;
  std::string shapes;  ///< from column 10 on
  Error::Code code;
  int column;
  const char* message;
  const char* hint;
  bool planar = false;
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }

class BadShape : public ::testing::TestWithParam<Bad> {};

TEST_P(BadShape, IsAnErrorWithPlaceAndRemedy) {
  const Bad& bad = GetParam();
  Graph graph;
  const GraphScope scope(graph);
  const KnownNames names({}, {"w"});
  const Value document = parse_toml("shapes = " + bad.shapes, "m.toml");
  Body body;
  expect_error({bad.name, bad.shapes, bad.code, 1, bad.column, bad.message, bad.hint}, "m.toml", [&] {
    return read_shapes(document.find("shapes")->value, "[body.rod] shapes", names, bad.planar, ".", body);
  });
}

using enum Error::Code;

const std::vector<Bad> structure{
    {"no_list", "3", bad_value, 10, "[body.rod] shapes: expected a list", ""},
    {"empty", "[]", bad_value, 10, "has 0 shapes", "box"},
    {"no_table", "[1]", bad_value, 11, "shapes[0]: expected a table", ""},
    {"unknown_key", "[{ bax = [1, 1, 1], density = 1 }]", unknown_name, 13, "shapes[0] bax", "'box'"},
    {"no_kind", "[{ density = 1 }]", bad_value, 11, "does not say what shape", "polygon"},
    {"two_kinds", "[{ box = [1, 1, 1], sphere = 1, density = 1 }]", bad_value, 30, "both a box and a sphere", "braces"},
    {"no_weight", "[{ box = [1, 1, 1] }]", bad_value, 11, "neither density nor mass", "density = 7850"},
    {"two_weights", "[{ box = [1, 1, 1], density = 1, mass = 1 }]", bad_value, 43, "both density and mass", "one of"},
    {"point_density", "[{ point = 1, density = 1 }]", bad_value, 24, "density cannot be given for a point", "mass"},
    {"point_rotation", "[{ point = 1, rotation = { rpy = [1, 0, 0] } }]", bad_value, 24, "rotation cannot", "sides"},
    {"thickness", "[{ box = [1, 1, 1], density = 1, thickness = 1 }]", bad_value, 43, "thickness cannot", "polygon"},
    {"scale", "[{ box = [1, 1, 1], density = 1, scale = 1 }]", bad_value, 43, "scale cannot", "mesh"},
    {"box_sizes", "[{ box = [1, 1], density = 1 }]", bad_value, 19, "box has 2 components instead of 3", "[a, b, c]"},
    {"box_type", "[{ box = 1, density = 1 }]", bad_value, 19, "box: expected a list of three edges", ""},
    {"cylinder_key", "[{ cylinder = { radius = 1, height = 1 }, density = 1 }]", unknown_name, 38,
     "shapes[0] cylinder.height", "length"},
    {"cylinder_missing", "[{ cylinder = { radius = 1 }, density = 1 }]", bad_value, 24, "cylinder.length is missing",
     "length = 0.1"},
    {"cylinder_type", "[{ cylinder = 1, density = 1 }]", bad_value, 24, "cylinder: expected a table", ""},
    {"corners", "[{ polygon = [[0, 0], [1, 1]], density = 1 }]", bad_value, 23, "has 2 corners", "3 to"},
    {"corner", "[{ polygon = [[0, 0], [1, 1], [2]], density = 1 }]", bad_value, 40, "polygon[2] has 1 comp", "[x, y]"},
    {"plate", "[{ polygon = [[0, 0], [1, 0], [1, 1]], density = 1 }]", bad_value, 11, "thickness is missing", "plate"},
    {"mesh_type", "[{ mesh = 1, density = 1 }]", bad_value, 20, "expected the name of a file", ""},
    {"cut_type", "[{ sphere = 1, density = 1, cut = 1 }]", bad_value, 44, "cut: expected true or false", ""},
    {"at_planar", "[{ sphere = 1, density = 1, at = [1, 2, 3] }]", bad_value, 43, "at has 3 components instead of 2",
     "planar", true},
    {"at_spatial", "[{ sphere = 1, density = 1, at = [1, 2] }]", bad_value, 43, "at has 2 components", "spatial"},
};

const std::vector<Bad> numbers{
    {"unit", "[{ sphere = '1 kg', density = 1 }]", bad_value, 23, "'kg' is the unit of a mass", "a length"},
    {"density_unit", "[{ sphere = 1, density = '1 kg' }]", bad_value, 36, "'kg' is the unit", "mass per volume"},
    {"area_unit", "[{ polygon = [[0, 0], [1, 0], [1, 1]], density = '1 kg/m^3' }]", bad_value, 60, "'kg/m^3'",
     "mass per area", true},
    {"unknown_name", "[{ sphere = 'v', density = 1 }]", unknown_name, 23, "'v'", "known here: w"},
    {"negative_size", "[{ sphere = -1, density = 1 }]", bad_value, 11, "shapes[0] (sphere) radius is -1", "above zero"},
    {"zero_size", "[{ box = [1, 0, 1], density = 1 }]", bad_value, 11, "(box) b is 0", "above zero"},
    {"negative_density", "[{ sphere = 1, density = -1 }]", bad_value, 11, "density is -1", "cut = true"},
    {"negative_point", "[{ point = -1 }]", bad_value, 11, "(point) mass is -1", "cut = true"},
    {"bore", "[{ tube = { radius = 1, inner = 2, length = 1 }, density = 1 }]", bad_value, 11,
     "inner is 2 and radius 1", "smaller"},
    {"no_capsule", "[{ capsule = { radius = 0, length = 0 }, mass = 1 }]", bad_value, 11, "has no size", "point"},
    {"crossing", "[{ polygon = [[0, 0], [1, 1], [1, 0], [0, 1]], density = 1 }]", bad_value, 11,
     "meets itself, the edge after corner 1 and the one after corner 3", "in order", true},
    {"line", "[{ polygon = [[0, 0], [1, 0], [2, 0]], mass = 1 }]", bad_value, 11, "encloses no area", "one line", true},
    {"point_of_numbers", "[{ polygon = [[1, 1], [1, 1], [1, 1]], mass = 1 }]", bad_value, 11, "encloses no area",
     "one line", true},
    {"nothing_left", "[{ sphere = 1, density = 1 }, { sphere = 1, density = 1, cut = true, at = [0, 0, 1] }]",
     bad_value, 10, "nothing is left", "cut = true"},
    {"nothing_left_of_parameters",
     "[{ box = ['w', 1, 1], density = 1 }, { box = [1, 'w', 1], density = 1, cut = true }]", bad_value, 10,
     "nothing is left", "cut = true"},
    {"scale_zero", "[{ mesh = 'x.stl', scale = 0, mass = 1 }]", bad_value, 11, "scale is 0", "above zero"},
};

std::string name_of(const ::testing::TestParamInfo<Bad>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Structure, BadShape, ::testing::ValuesIn(structure), name_of);
INSTANTIATE_TEST_SUITE_P(Numbers, BadShape, ::testing::ValuesIn(numbers), name_of);

TEST(ManyShapes, AreRefusedBeyondALimit) {
  Graph graph;
  const GraphScope scope(graph);
  const KnownNames names({}, {});
  const auto count_of = [&](std::size_t n) {
    std::string text = "shapes = [";
    for (std::size_t i = 0; i < n; ++i)
      text += "{ sphere = 0.01" + std::to_string(i + 1) + ", density = 1.37, at = [0.0" + std::to_string(i) +
              ", 0.3, 1] },";
    const Value document = parse_toml(text + "]", "m.toml");
    Body body;
    static_cast<void>(read_shapes(document.find("shapes")->value, "shapes", names, false, ".", body));
    return body.shapes.size();
  };
  EXPECT_EQ(count_of(most_shapes), most_shapes);
  EXPECT_THROW(count_of(most_shapes + 1), Error);
}

}  // namespace
}  // namespace alembert::shape_errors_test
