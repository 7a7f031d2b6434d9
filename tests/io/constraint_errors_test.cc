/// What is said about constraints of mechanisms that are wrong: code, place, words and remedy.
#include <string>
#include <vector>

#include "constraint_text.h"
#include "mechanism_text.h"

namespace alembert::constraint_errors_test {
namespace {

using namespace constraint_text;

class BadConstraint : public ::testing::TestWithParam<BadFile> {};
TEST_P(BadConstraint, IsAnErrorWithPlaceAndRemedy) { expect_error(GetParam()); }

using enum Error::Code;

// Constraints start in line 8 of solid files and in line 9 of flat ones, their further keys two lines below.
const std::vector<BadFile> bad_tables{
    {"nothing", solid + "[constraint.c]\n", bad_value, 8, 13, "neither holonomic, pfaffian nor type", "no-slip"},
    {"no_type", solid + "[constraint.c]\nbody = 'a'\n", bad_value, 8, 13, "neither holonomic, pfaffian nor type",
     "type ="},
    {"type_number", solid + "[constraint.c]\ntype = 1\n", bad_value, 9, 8, "[constraint.c] type: expected a text", ""},
    {"type", solid + "[constraint.c]\ntype = 'in-lin'\n", unknown_name, 9, 8, "unknown constraint type 'in-lin'",
     "'in-line'"},
    {"type_and_formula", solid + constraint("distance", "holonomic = 'a.tip.x'\n"), unknown_name, 10, 1,
     "unknown key: [constraint.c] holonomic", "points"},
    {"twice",
     solid + "[constraint.'c[0]']\npfaffian = \"a.tip.vx\"\n[constraint.c]\ncount = 1\npfaffian = 'a.tip.vx'\n",
     duplicate_name, 10, 13, "two constraints are named 'c[0]'", "another"},
    {"no_table", "constraint.c = 3\n" + solid, bad_value, 1, 16, "[constraint.c]: expected a table", ""},
};

const std::vector<BadFile> bad_contacts{
    {"slip_key", solid + constraint("no-slip", "bdy = 'a'\n"), unknown_name, 10, 1, "[constraint.c] bdy", "'body'"},
    {"slip_body", solid + constraint("no-slip", "direction = [0, 1, 0]\n"), bad_value, 8, 1, "body is missing", "slip"},
    {"slip_direction", solid + constraint("no-slip", "body = 'a'\n"), bad_value, 8, 1, "direction is missing", "frame"},
    {"slip_zero", solid + constraint("no-slip", "body = 'a'\ndirection = [0, 0, 0]\n"), bad_value, 11, 13,
     "direction is zero", "such as"},
    {"slip_zero_by_parameters", solid + constraint("no-slip", "body = 'a'\ndirection = [0, 0, 'r - 0.3']\n"), bad_value,
     11, 13, "direction is zero with the values", "direction"},
    {"slip_planar", flat + constraint("no-slip", "body = 'a'\ndirection = [0, 0, 1]\n"), bad_value, 12, 13,
     "3 components instead of 2", "planar"},
    {"slip_itself", solid + constraint("no-slip", "body = 'a'\ndirection = [0, 1, 0]\non = 'a'\n"), bad_value, 8, 13,
     "both ends are on 'a'", "two different bodies"},
    {"slip_ground", solid + constraint("no-slip", "body = 'ground'\ndirection = [0, 1, 0]\n"), bad_value, 8, 13,
     "both ends are on 'ground'", "on is the ground"},
    {"slip_on", solid + constraint("no-slip", "body = 'a'\ndirection = [0, 1, 0]\non = 'c'\n"), unknown_name, 12, 6,
     "on: no body named 'c'", "a"},
    {"slip_at", solid + constraint("no-slip", "body = 'b'\nat = 'a.tip'\ndirection = [0, 1, 0]\n"), bad_value, 11, 6,
     "'a.tip' is not a point of the body", "keep body"},
    {"roll_shape", solid + constraint("rolling", "body = 'a'\n"), bad_value, 8, 13, "no radius, sphere or ellipsoid",
     "sphere = r"},
    {"roll_two_shapes", solid + constraint("rolling", "body = 'a'\nsphere = 1\nradius = 1\n"), bad_value, 11, 10,
     "both radius and sphere", "one of them"},
    {"roll_axis", solid + constraint("rolling", "body = 'a'\nradius = 1\n"), bad_value, 8, 1, "axis is missing",
     "axis = [0, 1, 0]"},
    {"roll_axis_zero", solid + constraint("rolling", "body = 'a'\nradius = 1\naxis = [0, 0, 0]\n"), bad_value, 12, 8,
     "axis is zero", "such as"},
    {"roll_axis_planar", flat + constraint("rolling", "body = 'a'\nradius = 1\naxis = [0, 1]\n"), bad_value, 13, 8,
     "no meaning in a planar model", "about z"},
    {"roll_axis_of_sphere", solid + constraint("rolling", "body = 'a'\nsphere = 1\naxis = [0, 1, 0]\n"), bad_value, 12,
     8, "axis is for discs", "remove"},
    {"roll_radius", solid + constraint("rolling", "body = 'a'\nradius = 0\naxis = [0, 1, 0]\n"), bad_value, 11, 10,
     "radius is 0", "above zero"},
    {"roll_radius_unit", solid + constraint("rolling", "body = 'a'\nsphere = '3 kg'\n"), bad_value, 11, 11,
     "'kg' is the unit of a mass", "a length"},
    {"roll_radius_nan", solid + constraint("rolling", "body = 'a'\nsphere = nan\n"), bad_value, 11, 10, "is nan",
     "finite"},
    {"roll_radius_time", solid + constraint("rolling", "body = 'a'\nsphere = 't'\n"), bad_value, 11, 11,
     "time t cannot be used", "parameters"},
    {"roll_negative", solid + constraint("rolling", "body = 'a'\nsphere = '-r'\n"), bad_value, 11, 10, "sphere is -0.3",
     "above zero"},
    {"roll_semiaxis", solid + constraint("rolling", "body = 'a'\nellipsoid = [1, 0, 1]\n"), bad_value, 11, 17,
     "ellipsoid[1] is 0", "above zero"},
    {"roll_semiaxes", solid + constraint("rolling", "body = 'a'\nellipsoid = [1, 1]\n"), bad_value, 11, 13,
     "2 components instead of 3", ""},
    {"roll_rows", solid + constraint("rolling", "body = 'a'\nsphere = 1\nrows = 'norml'\n"), unknown_name, 12, 8,
     "rows is 'norml'", "'normal'"},
    {"roll_rows_type", solid + constraint("rolling", "body = 'a'\nsphere = 1\nrows = 3\n"), bad_value, 12, 8,
     "expected a text", ""},
    {"roll_sideways", flat + constraint("rolling", "body = 'a'\nradius = 1\nrows = 'sideways'\n"), bad_value, 13, 8,
     "no sideways", "forward"},
    {"roll_plane", solid + constraint("rolling", "body = 'a'\nsphere = 1\nplane = { norml = [0, 0, 1] }\n"),
     unknown_name, 12, 11, "[constraint.c] plane.norml", "'normal'"},
    {"roll_plane_type", solid + constraint("rolling", "body = 'a'\nsphere = 1\nplane = [0, 0, 1]\n"), bad_value, 12, 9,
     "plane: expected a table", ""},
    {"roll_normal", solid + constraint("rolling", "body = 'a'\nsphere = 1\nplane = { normal = [0, 0, 0] }\n"),
     bad_value, 12, 20, "plane.normal is zero", "such as"},
    {"roll_plane_point",
     solid + constraint("rolling", "body = 'a'\nsphere = 1\nplane = { point = 'b.origin', normal = [0, 0, 1] }\n"),
     bad_value, 12, 19, "'b.origin' is not a point of 'ground'", "under on"},
    {"roll_weightless", "gravity = [0, 0, 0]\n" + solid + constraint("rolling", "body = 'a'\nsphere = 1\n"), bad_value,
     9, 13, "without gravity", "normal = [..]"},
    {"roll_itself", solid + constraint("rolling", "body = 'a'\nsphere = 1\non = 'a'\n"), bad_value, 8, 13,
     "both ends are on 'a'", "different"},
};

const std::vector<BadFile> bad_points{
    {"distance_points", solid + constraint("distance", "length = 1\n"), bad_value, 8, 1, "points is missing",
     "crank.tip"},
    {"distance_one", solid + constraint("distance", "points = ['a.tip']\nlength = 1\n"), bad_value, 10, 10,
     "a list of two points", "points ="},
    {"distance_same", solid + constraint("distance", "points = ['a.tip', 'a.origin']\nlength = 1\n"), bad_value, 8, 13,
     "both ends are on 'a'", "different"},
    {"distance_length", solid + constraint("distance", "points = ['a.tip', 'b.origin']\n"), bad_value, 8, 1,
     "length is missing", "expression in t"},
    {"distance_zero", solid + constraint("distance", "points = ['a.tip', 'b.origin']\nlength = 'r*t'\n"), bad_value, 11,
     11, "length is 0", "t = 0"},
    {"distance_unit", solid + constraint("distance", "points = ['a.tip', 'b.origin']\nlength = '1 s'\n"), bad_value, 11,
     11, "'s' is the unit of a time", "a length"},
    {"distance_moving", solid + constraint("distance", "points = ['a.tip', 'b.origin']\nlength = 'a.tip.x'\n"),
     bad_value, 11, 11, "'a.tip.x' cannot be used", "t, inputs and parameters"},
    {"line_point", solid + constraint("in-line", "line = { direction = [1, 0, 0] }\n"), bad_value, 8, 1,
     "point is missing", "crank.tip"},
    {"line_point_name", solid + constraint("in-line", "point = 'a.tpi'\nline = { direction = [1, 0, 0] }\n"),
     unknown_name, 10, 9, "has no point 'tpi'", "'tip'"},
    {"line", solid + constraint("in-line", "point = 'a.tip'\n"), bad_value, 8, 1, "line is missing",
     "direction = [..]"},
    {"line_type", solid + constraint("in-line", "point = 'a.tip'\nline = 1\n"), bad_value, 11, 8, "expected a table",
     ""},
    {"line_direction", solid + constraint("in-line", "point = 'a.tip'\nline = { point = [0, 0, 0] }\n"), bad_value, 11,
     8, "line.direction is missing", "direction = [..]"},
    {"line_zero", solid + constraint("in-line", "point = 'a.tip'\nline = { direction = [0, 0, 0] }\n"), bad_value, 11,
     22, "line.direction is zero", "such as"},
    {"line_normal", solid + constraint("in-line", "point = 'a.tip'\nline = { normal = [0, 0, 1] }\n"), unknown_name, 11,
     10, "line.normal", "direction"},
    {"line_itself", solid + constraint("in-line", "point = 'a.tip'\non = 'a'\nline = { direction = [1, 0, 0] }\n"),
     bad_value, 8, 13, "both ends are on 'a'", "different"},
    {"plane_itself", solid + constraint("in-plane", "point = ['ground', [0, 0, 0]]\n"), bad_value, 8, 13,
     "both ends are on 'ground'", "on is the ground"},
    {"plane_weightless",
     "gravity = [0, 0, 0]\n" + solid + constraint("in-plane", "point = 'a.tip'\nplane = { point = [0, 0, 1] }\n"),
     bad_value, 12, 9, "without gravity", "normal = [..]"},
    {"rack_pinion", solid + constraint("rack", "radius = 1\n"), bad_value, 8, 1, "pinion is missing", "which body"},
    {"rack_radius", solid + constraint("rack", "pinion = 'a'\nline = { direction = [1, 0, 0] }\n"), bad_value, 8, 1,
     "radius is missing", "pitch radius"},
    {"rack_zero", solid + constraint("rack", "pinion = 'a'\nradius = 0\nline = { direction = [1, 0, 0] }\n"), bad_value,
     11, 10, "radius is 0", "sign"},
    {"rack_line", solid + constraint("rack", "pinion = 'a'\nradius = 1\n"), bad_value, 8, 1, "line is missing",
     "direction"},
    {"rack_axis",
     solid + constraint("rack", "pinion = 'a'\nradius = 1\naxis = [0, 0, 0]\nline = { direction = [1, 0, 0] }\n"),
     bad_value, 12, 8, "axis is zero", "such as"},
    {"rack_rows",
     solid + constraint("rack", "pinion = 'a'\nradius = 1\nline = { direction = [1, 0, 0] }\nrows = 'al'\n"),
     unknown_name, 13, 8, "rows is 'al'", "'all'"},
};

INSTANTIATE_TEST_SUITE_P(Tables, BadConstraint, ::testing::ValuesIn(bad_tables), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Contacts, BadConstraint, ::testing::ValuesIn(bad_contacts), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Points, BadConstraint, ::testing::ValuesIn(bad_points), bad_file_name);

}  // namespace
}  // namespace alembert::constraint_errors_test
