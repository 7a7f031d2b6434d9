/// What the reader of mechanisms says about files that are wrong: code, place, words and remedy.
#include <string>
#include <vector>

#include "alembert/io/load.h"
#include "mechanism_text.h"

namespace alembert::mechanism_errors_test {
namespace {

class BadMechanism : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadMechanism, IsAnErrorWithPlaceAndRemedy) { expect_error(GetParam()); }

using enum Error::Code;

const std::string flat = "space = 'planar'\n[body.a]\n[body.b]\n";                                 // lines 1 to 3
const std::string solid = "[body.a]\n[body.b]\n";                                                  // lines 1 to 2
const std::string hinge = flat + "[joint.J]\ntype = 'revolute'\nbodies = ['ground', 'a']\n";       // lines 1 to 6
const std::string pin = solid + "[joint.J]\ntype = 'revolute'\nbodies = ['ground', 'a']\n";        // lines 1 to 5
const std::string ball = solid + "[joint.J]\ntype = 'spherical'\nbodies = ['ground', 'a']\n";      // lines 1 to 5
const std::string barrel = solid + "[joint.J]\ntype = 'cylindrical'\nbodies = ['ground', 'a']\n";  // lines 1 to 5

std::string joint(const std::string& lines) { return solid + "[joint.J]\n" + lines + "bodies = ['ground', 'a']\n"; }

const std::vector<BadFile> bad_files{
    {"both_kinds", solid + "[coordinates]\nq = 0\n", bad_value, 3, 2, "'coordinates' belongs to a Lagrangian",
     "[body] and [joint]"},
    {"unknown_section", solid + "[joints.A]\n", unknown_name, 3, 2, "unknown key: joints", "'joint'"},
    {"no_bodies", "space = 'planar'\n", bad_value, 1, 1, "no bodies", "[body.X]"},
    {"space", "space = 'flat'\n" + solid, bad_value, 1, 9, "space is 'flat'", "planar"},
    {"space_type", "space = 2\n" + solid, bad_value, 1, 9, "expected a text", ""},
    {"gravity_length", "gravity = [0, -9.81]\n" + solid, bad_value, 1, 11, "2 components instead of 3", "spatial"},
    {"gravity_unit", "gravity = [0, 0, '9.81 m/s']\n" + solid, bad_value, 1, 19, "'m/s' is the unit of",
     "acceleration"},
    {"ground_key", solid + "[ground]\nmass = 1\n", unknown_name, 4, 1, "[ground] mass", ""},
};

const std::vector<BadFile> bad_bodies{
    {"ground", "[body.ground]\n", bad_value, 1, 7, "'ground' is reserved", "[ground]"},
    {"key", "[body.a]\nmas = 1\n", unknown_name, 2, 1, "[body.a] mas", "'mass'"},
    {"table", "body.a = 1\n", bad_value, 1, 10, "[body.a]: expected a table", ""},
    {"nan", "[body.a]\nmass = nan\n", bad_value, 2, 8, "[body.a] mass is nan", "finite"},
    {"domain", "[parameters]\nz = -1\n[body.a]\nmass = 'sqrt(z)'\n", bad_value, 4, 9, "[body.a] mass is ", "domain"},
    {"unit", "[body.a]\nmass = '2 m'\n", bad_value, 2, 9, "'m' is the unit of a length", "a mass"},
    {"center", "[body.a]\ncenter = [1, 2]\n", bad_value, 2, 10, "2 components instead of 3", "[x, y, z]"},
    {"center_planar", "space = 'planar'\n[body.a]\ncenter = [1, 2, 3]\n", bad_value, 3, 10, "3 components instead of 2",
     "[x, y]"},
    {"inertia_number", "[body.a]\ninertia = 1\n", bad_value, 2, 11, "expected [xx, yy, zz]", ""},
    {"inertia_length", "[body.a]\ninertia = [1, 2]\n", bad_value, 2, 11, "2 components instead of 3 or 6", "xy"},
    {"inertia_planar", "space = 'planar'\n[body.a]\ninertia = [1, 1, 1]\n", bad_value, 3, 11, "expected a number",
     "about z"},
    {"shapes_and_mass", "[body.a]\nmass = 1\nshapes = [{ sphere = 0.1, density = 1 }]\n", bad_value, 2, 8,
     "beside shapes", "point = mass"},
    {"point_built_in", "[body.a]\npoints.center = [0, 0, 0]\n", duplicate_name, 2, 8, "built in", "center = [..]"},
    {"frame_point", "[body.a]\npoints.p = [0, 0, 0]\nframes.p = { at = [0, 0, 0] }\n", duplicate_name, 3, 8,
     "a point has that name", "another"},
    {"kind", "[body.a]\nkind = 'point'\n", bad_value, 2, 8, "kind is 'point'", "particle"},
    {"particle_inertia", "[body.a]\nkind = 'particle'\ninertia = [1, 1, 1]\n", bad_value, 3, 11, "a particle has none",
     "remove"},
    {"angle", "[body.a]\nangle = 1\n", bad_value, 2, 9, "is for planar models", "rotation"},
    {"rotation", "space = 'planar'\n[body.a]\nrotation = 1\n", bad_value, 3, 12, "is for spatial models", "angle"},
    {"start_of_held", hinge.substr(0, 25) + "\nstart = [0, 0, 0]\n" + hinge.substr(25), bad_value, 3, 9,
     "held by a joint", "[joint]"},
    {"name_taken", "[parameters]\na = 1\n[body.a]\n", duplicate_name, 3, 7, "'a' is taken", "parameter of line 2"},
    {"quote", "[body.\"a'\"]\n", bad_value, 1, 7, "holds a quote", ""},
    {"twice", "[body.\"a[0]\"]\n[body.a]\ncount = 1\n", duplicate_name, 2, 7, "two bodies are named 'a[0]'", "another"},
    {"number_sign", "[body.a]\nmass = '1 + #'\n", syntax, 2, 13, "'#'", "count"},
};

const std::vector<BadFile> bad_joints{
    {"type_missing", solid + "[joint.J]\nbodies = ['ground', 'a']\n", bad_value, 3, 1, "type is missing", "revolute"},
    {"type", joint("type = 'revolut'\n"), unknown_name, 4, 8, "unknown joint type 'revolut'", "'revolute'"},
    {"type_planar", flat + "[joint.J]\ntype = 'universal'\nbodies = ['a', 'b']\n", bad_value, 5, 8,
     "a planar model has no universal joints", "spatial"},
    {"bodies_missing", solid + "[joint.J]\ntype = 'fixed'\n", bad_value, 3, 1, "bodies is missing", "ground"},
    {"one_body", solid + "[joint.J]\ntype = 'fixed'\nbodies = ['a']\n", bad_value, 5, 10, "1 body instead of 2",
     "[\"ground\", \"crank\"]"},
    {"body", solid + "[joint.J]\ntype = 'fixed'\nbodies = ['ground', 'c']\n", unknown_name, 5, 21, "no body named 'c'",
     "a"},
    {"same_body", solid + "[joint.J]\ntype = 'fixed'\nbodies = ['a', 'a']\n", bad_value, 5, 10, "two different bodies",
     ""},
    {"key", pin + "dampng = 1\n", unknown_name, 6, 1, "[joint.J] dampng", "'damping'"},
    {"at_point", flat + "[joint.J]\ntype = 'fixed'\nbodies = ['a', 'b']\nat = ['a.tip', [0, 0]]\n", unknown_name, 7, 7,
     "the body 'a' has no point 'tip'", "origin"},
    {"at_other_body", hinge + "at = ['b.origin', [0, 0]]\n", bad_value, 7, 7, "not a point of the first body", "order"},
    {"at_length", pin + "at = [1, 2, 3, 4]\n", bad_value, 6, 6, "4 components instead of 3", ""},
    {"at_text", pin + "at = 'a'\n", unknown_name, 6, 6, "'a' is not a point", "crank.tip"},
    {"axis_zero", pin + "axis = [0, 0, 0]\n", bad_value, 6, 8, "axis is zero", "direction"},
    {"axis_zero_by_parameters", "[parameters]\nc = 0\n" + pin + "axis = ['c', 0, '2*c']\n", bad_value, 8, 8,
     "zero with the values of its parameters", "direction"},
    {"axis_length", pin + "axis = [1, 0]\n", bad_value, 6, 8, "2 components", ""},
    {"axis_planar", hinge + "axis = [0, 1]\n", bad_value, 7, 8, "no meaning for this joint", "about z"},
    {"axis_of_ball", ball + "axis = [0, 0, 1]\n", bad_value, 6, 8, "no meaning for a spherical joint", "remove"},
    {"axis_and_axes", pin + "axis = [0, 0, 1]\naxes = [[0, 0, 1], [0, 0, 1]]\n", bad_value, 7, 8, "beside axis", ""},
    {"axes_opposite", pin + "axes = [[0, 0, 1], [0, 0, -1]]\n", bad_value, 6, 8, "opposite", "rotation"},
    {"axes_misfit", pin + "axes = [[0, 0, 1], [0, 1, 0]]\nrotation = { rpy = [0, 0, 1] }\n", bad_value, 6, 8,
     "do not fit the rotation", "times the second"},
    {"universal_axes", joint("type = 'universal'\n"), bad_value, 3, 1, "axes is missing", "right angles"},
    {"universal_angle", joint("type = 'universal'\naxes = [[1, 0, 0], [1, 0, 1]]\n"), bad_value, 5, 8,
     "not at right angles", ""},
    {"planar_normal", joint("type = 'planar'\naxis = [1, 0, 0]\n"), bad_value, 5, 8, "not the z of the first body",
     "axes = [direction of x, normal]"},
    {"rotation_drawn", pin + "at = [0, 0, 0]\nrotation = { rpy = [0, 0, 1] }\n", bad_value, 7, 12, "drawn place",
     "[[..], [..]]"},
    {"rotation_of_ball", ball + "rotation = { rpy = [0, 0, 1] }\n", bad_value, 6, 12, "no meaning", "start"},
    {"free_at", joint("type = 'free'\nat = [[0, 0, 0], [0, 0, 1]]\n"), bad_value, 5, 6, "no meaning for a free joint",
     "start"},
    {"pitch_missing", joint("type = 'screw'\n"), bad_value, 3, 1, "pitch is missing", "m/rad"},
    {"pitch", pin + "pitch = 1\n", bad_value, 6, 9, "is for screw joints", "remove"},
    {"sequence_missing", joint("type = 'gimbal'\n"), bad_value, 3, 1, "sequence is missing", "zxy"},
    {"sequence", joint("type = 'gimbal'\nsequence = 'zzx'\n"), bad_value, 5, 12, "sequence is 'zzx'", "zxz"},
    {"sequence_planar", flat + "[joint.J]\ntype = 'free'\nbodies = ['ground', 'a']\nsequence = 'zxy'\n", bad_value, 7,
     12, "is for gimbal", "remove"},
};

const std::vector<BadFile> bad_values{
    {"start_unit", hinge + "start = '5 mm'\n", bad_value, 7, 10, "'mm' is the unit of a length", "an angle"},
    {"rate_unit", hinge + "rate = '5 Hz'\n", bad_value, 7, 9, "'Hz'", "angle per time"},
    {"damping_unit", hinge + "damping = '5 N/m'\n", bad_value, 7, 12, "'N/m'", "N m s/rad"},
    {"effort_unit", hinge + "effort = '5 N'\n", bad_value, 7, 11, "'N'", "a torque"},
    {"start_name", hinge + "start = 'J'\n", bad_value, 7, 10, "cannot be used", "parameters"},
    {"scalar_for_many", barrel + "damping = 1\n", bad_value, 6, 11, "expected a list or a table", "angle, slide"},
    {"list_length", barrel + "damping = [1]\n", bad_value, 6, 11, "1 components instead of 2", "angle, slide"},
    {"suffix", barrel + "damping = { slid = 1 }\n", unknown_name, 6, 13, "[joint.J] damping.slid", "'slide'"},
    {"table_for_one", pin + "damping = { angle = 1 }\n", bad_value, 6, 11, "found a table", "has one"},
    {"fixed_has_none", joint("type = 'fixed'\ndamping = 1\n"), bad_value, 5, 11, "no coordinates", "remove"},
    {"limits_order", hinge + "limits = [1, -1]\n", bad_value, 7, 10, "above the highest", "[lowest, highest]"},
    {"limits_form", hinge + "limits = 1\n", bad_value, 7, 10, "a list of two numbers", "[lowest, highest]"},
    {"friction", hinge + "friction = -1\n", bad_value, 7, 12, "friction is -1", "above"},
    {"friction_width", hinge + "friction_width = -1\n", bad_value, 7, 18, "friction_width is -1", "above zero"},
    {"restitution", hinge + "restitution = 2\n", bad_value, 7, 15, "restitution is 2", "0 to 1"},
    {"driven_start", hinge + "start = 1\nmotion = 't'\n", bad_value, 7, 9, "[joint.J] start: the joint is driven",
     "a driven joint starts at motion(0)"},
    {"driven_rate", hinge + "motion = 't'\nrate = 1\n", bad_value, 8, 8, "[joint.J] rate: the joint is driven",
     "the rate of its motion"},
    {"driven_effort", hinge + "motion = 't'\neffort = 1\n", bad_value, 8, 10, "[joint.J] effort: the joint is driven",
     "is an unknown: remove one"},
    {"driven_of_two", barrel + "motion = { slide = 't' }\nstart = [1, 2]\n", bad_value, 7, 9,
     "start: the joint is driven", "leave slide out"},
    {"motion_coordinate", hinge + "motion = '2*J'\n", bad_value, 7, 13, "'J' cannot be used",
     "t, inputs and parameters"},
    {"motion_let", hinge + "motion = 'w'\n[let]\nw = '2*J'\n", bad_value, 7, 11, "'w' cannot be used", "parameters"},
    {"motion_energy", hinge + "motion = 'T'\n", bad_value, 7, 11, "kinetic energy T cannot be used", "parameters"},
    {"motion_unit", hinge + "motion = '2 mm'\n", bad_value, 7, 11, "'mm' is the unit of a length", "an angle"},
    {"motion_of_fixed", joint("type = 'fixed'\nmotion = 't'\n"), bad_value, 5, 10, "no coordinates", "remove"},
    {"cut_type", hinge + "cut = 1\n", bad_value, 7, 7, "expected true or false", ""},
    {"cut_of_a_branch", hinge + "cut = true\n", bad_value, 4, 8, "[joint.J] cut: without this joint",
     "one joint of each loop"},
    {"ball_motion", ball + "motion = [0, 0, 0]\n", unsupported, 6, 10, "not the rates of its coordinates", "gimbal"},
    {"part_of_quaternion", ball + "start = { qw = 1 }\n", bad_value, 6, 9, "part of a quaternion", "qw, qx, qy, qz"},
    {"zero_quaternion", ball + "start = [0, 0, 0, 0]\n", bad_value, 6, 9, "quaternion is zero", "1, 0, 0, 0"},
    {"fixed_type", hinge + "fixed = 1\n", bad_value, 7, 9, "expected true or false", ""},
    {"effort_acceleration", hinge + "effort = \"J''\"\n", bad_value, 7, 11, "[outputs] only", "rates"},
};

const std::vector<BadFile> bad_forces{
    {"type_missing", solid + "[force.f]\nbody = 'a'\n", bad_value, 3, 8, "type is missing", "spring"},
    {"type", solid + "[force.f]\ntype = 'sprin'\n", unknown_name, 4, 8, "unknown force type", "'spring'"},
    {"body_missing", solid + "[force.f]\ntype = 'force'\nvalue = [0, 0, 0]\n", bad_value, 3, 1, "body is missing", ""},
    {"value_length", solid + "[force.f]\ntype = 'force'\nbody = 'a'\nvalue = [0, 0]\n", bad_value, 6, 9,
     "2 components instead of 3", "[x, y, z]"},
    {"torque_planar", flat + "[force.f]\ntype = 'torque'\nbody = 'a'\nvalue = [1]\n", bad_value, 7, 9,
     "expected a number or an expression", ""},
    {"frame", solid + "[force.f]\ntype = 'force'\nbody = 'a'\nvalue = [0, 0, 0]\nframe = 'b'\n", bad_value, 7, 9,
     "frame is 'b'", "world"},
    {"other_point", solid + "[force.f]\ntype = 'force'\nbody = 'a'\nat = 'b.origin'\nvalue = [0, 0, 0]\n", bad_value, 6,
     6, "not a point of the body", "keep"},
    {"points", solid + "[force.f]\ntype = 'spring'\npoints = ['a.origin']\n", bad_value, 5, 10, "a list of two points",
     "crank.tip"},
    {"point_body", solid + "[force.f]\ntype = 'spring'\npoints = ['a.origin', ['c', [0, 0, 0]]]\n", unknown_name, 5, 24,
     "no body named 'c'", "a"},
    {"ends", solid + "[force.f]\ntype = 'rotational-spring'\n", bad_value, 3, 1, "neither joint nor bodies", "joint ="},
    {"bodies_spatial", solid + "[force.f]\ntype = 'rotational-spring'\nbodies = ['a', 'b']\n", bad_value, 5, 10,
     "is for planar models", "joint ="},
    {"joint", pin + "[force.f]\ntype = 'rotational-spring'\njoint = 'K'\n", unknown_name, 8, 9, "no joint named 'K'",
     "J"},
    {"joint_without_angle", ball + "[force.f]\ntype = 'rotational-spring'\njoint = 'J'\n", bad_value, 8, 9,
     "has not one angle", "revolute"},
    {"constraint_type", solid + "[constraint.c]\ntype = 'roling'\n", unknown_name, 4, 8, "unknown constraint type",
     "'rolling'"},
};

const std::vector<BadFile> bad_words{
    {"body_point", hinge + "effort = 'a.tpi.x'\n", unknown_name, 7, 11, "the body 'a' has no point or word 'tpi'",
     "origin"},
    {"point_word", hinge + "effort = 'a.origin.w'\n", unknown_name, 7, 11, "unknown name", "a.origin.x"},
    {"point_z", hinge + "effort = 'a.origin.z'\n", unknown_name, 7, 11, "unknown name", "x y vx vy"},
    {"joint_word", hinge + "effort = 'J.slide'\n", unknown_name, 7, 11, "the joint 'J' has no word 'slide'", "effort"},
    {"several", barrel + "effort = ['J', 0]\n", bad_value, 6, 12, "has several coordinates", "J.angle, J.slide"},
    {"efforts", barrel + "[outputs]\ne = 'J.effort'\n", bad_value, 7, 6, "several efforts", "J.slide.effort"},
    {"effort_in_force", hinge + "effort = 'J.effort'\n", bad_value, 7, 11, "[outputs] only", "formula"},
    {"energy_rate", hinge + "[outputs]\np = \"T'\"\n", unsupported, 8, 6, "derivative 'T'' is not known", "points"},
    {"quaternion_second", ball + "[let]\nx = 'a.qw'\n[outputs]\ny = \"x''\"\n", unsupported, 9, 6, "'a.qw'''", ""},
    {"third", hinge + "[outputs]\ny = \"a.origin.ax'\"\n", bad_value, 8, 6, "third derivative", "accelerations"},
    {"unknown", hinge + "effort = 'K'\n", unknown_name, 7, 11, "unknown name 'K'", ""},
    {"holonomic_rate", hinge + "[constraint.c]\nholonomic = \"a.origin.vx\"\n", bad_value, 8, 14, "(a rate)",
     "pfaffian"},
    {"force_name_is_no_word", hinge + "effort = 'f.force'\n[force.f]\ntype = 'torque'\nbody = 'a'\nvalue = 1\n",
     unknown_name, 7, 11, "unknown name 'f.force'", ""},
};

const std::vector<BadFile> bad_numbers{
    {"count_fraction", "[body.a]\ncount = 1.5\n", bad_value, 2, 9, "count is 1.5", "whole"},
    {"count_negative", "[body.a]\ncount = -1\n", bad_value, 2, 9, "count is -1", "0 or more"},
    {"count_large", "[body.a]\ncount = 1e7\n", too_large, 2, 9, "more than 1000000", ""},
    {"count_name", "[body.a]\ncount = 't'\n", bad_value, 2, 10, "time t cannot be used", "parameters"},
    {"index", "[body.a]\ncount = 2\n[joint.J]\ntype = 'fixed'\nbodies = ['ground', 'a[1/2]']\n", bad_value, 5, 21,
     "the index [1/2] is 0.5", "whole"},
    {"index_name", "[body.a]\ncount = 2\n[outputs]\nx = 'a[k].center.x'\n", unknown_name, 4, 6,
     "the index [k]: unknown name 'k'", ""},
    {"index_beyond", "[body.a]\ncount = 2\n[outputs]\nx = 'a[2].center.x'\n", unknown_name, 4, 6, "unknown name 'a[2]",
     ""},
    {"range_alone", "[body.a]\ncount = 2\n[outputs]\nx = 'a[0:1].center.x'\n", bad_value, 4, 6, "a range of names",
     "sum(J[0:9])"},
    {"range_backwards", "[body.a]\ncount = 2\n[outputs]\nx = 'sum(a[1:-1].center.x)'\n", bad_value, 4, 10,
     "the range [1:-1]", "lower number first"},
    {"range_long", "[body.a]\n[outputs]\nx = 'sum(a[0:5000000].center.x)'\n", bad_value, 3, 10, "cannot be used",
     "1000000"},
    {"two_ranges", "[body.a]\n[outputs]\nx = 'sum(a[0:1][0:1].center.x)'\n", bad_value, 3, 10, "several ranges",
     "one sum"},
    {"sum_of_number", "[body.a]\n[outputs]\nx = 'sum(3)'\n", syntax, 3, 10, "a range of numbers", "J[0:9]"},
    {"sum_of_two", "[body.a]\ncount = 2\n[outputs]\nx = 'sum(a[0:1].x, 1)'\n", syntax, 4, 18, "one name", "sum("},
};

INSTANTIATE_TEST_SUITE_P(File, BadMechanism, ::testing::ValuesIn(bad_files), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Bodies, BadMechanism, ::testing::ValuesIn(bad_bodies), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Joints, BadMechanism, ::testing::ValuesIn(bad_joints), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Values, BadMechanism, ::testing::ValuesIn(bad_values), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Forces, BadMechanism, ::testing::ValuesIn(bad_forces), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Words, BadMechanism, ::testing::ValuesIn(bad_words), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Numbers, BadMechanism, ::testing::ValuesIn(bad_numbers), bad_file_name);

TEST(ReadModel, ChoosesTheKind) {
  EXPECT_TRUE(std::holds_alternative<Mechanism>(read_model(parse_toml("[body.a]\n", "m.toml"))));
  EXPECT_TRUE(std::holds_alternative<Lagrangian>(
      read_model(parse_toml("[coordinates]\nq = 0\n[energy]\nkinetic = \"q'^2\"\n", "m.toml"))));
}

TEST(ReadModel, SuggestsKeysOfBothKinds) {
  try {
    static_cast<void>(read_model(parse_toml("[bdy.a]\n", "m.toml")));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint().find("'body'"), std::string::npos) << error.what();
  }
}

TEST(ReadModel, LimitsTheNumberOfParts) {
  EXPECT_THROW(static_cast<void>(read_model(parse_toml("[body.a]\ncount = 11\n", "m.toml"), {}, {.parts = 10})), Error);
}

}  // namespace
}  // namespace alembert::mechanism_errors_test
