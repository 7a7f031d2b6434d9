/// What the reader of Lagrangians says about files that are wrong: code, place, words and remedy.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "alembert/io/lagrangian/lagrangian_reader.h"
#include "bad_files.h"

namespace alembert::lagrangian_errors_test {
namespace {

Lagrangian read(const std::string& text) { return read_lagrangian(parse_toml(text, "m.toml")); }

/// A file that needs only its first lines to be complete.
std::string with_rest(const std::string& text) {
  return text + "\n[coordinates]\nq = 0\n[energy]\nkinetic = \"q'^2/2\"\n";
}

class BadModel : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadModel, IsAnErrorWithPlaceAndRemedy) {
  expect_error(GetParam(), "m.toml", [] { return read(GetParam().text); });
}

using enum Error::Code;

const std::string head = "[coordinates]\nq = 0\n";
const std::string base = "[coordinates]\nq = 0\n[energy]\nkinetic = \"q'^2\"\n";

const std::vector<BadFile> bad_files{
    {"empty", "", bad_value, 1, 1, "no model", "[coordinates]"},
    {"comment_only", "# nothing\n\n", bad_value, 1, 1, "no model", "[coordinates]"},
    {"unknown_section", base + "[energie]\n", unknown_name, 5, 2, "unknown key: energie", "'energy'"},
    {"name_type", "name = 1\n" + base, bad_value, 1, 8, "name: expected a text", ""},
    {"mechanism_body", "[body.crank]\nmass = 1\n" + base, bad_value, 1, 2, "'body' belongs to a mechanism",
     "[coordinates]"},
    {"mechanism_space", "name = 'x'\nspace = 'planar'\n" + base, bad_value, 2, 1, "'space' belongs", "[joint]"},
    {"mechanism_joint", base + "[joint.A]\n", bad_value, 5, 2, "'joint' belongs", "[energy]"},
    {"mechanism_include", "[include.left]\nfile='x.urdf'\n", bad_value, 1, 2, "'include' belongs", "[body]"},
    {"table_part", base + "[table.gas]\nx = [1]\n", bad_value, 5, 1, "[table.gas] y is missing", "x = [...]"},
    {"table_key", base + "[table.gas]\nz = [1]\n", unknown_name, 6, 1, "[table.gas] z", ""},
    {"table_order", base + "[table.gas]\nx = [0, 1, 1]\ny = [0, 1, 2]\n", bad_value, 5, 8, "x[2] = 1 does not follow 1",
     "rise"},
    {"table_lengths", base + "[table.gas]\nx = [0, 1]\ny = [0]\n", bad_value, 5, 8, "x has 2 numbers and y 1", "each"},
    {"table_empty", base + "[table.gas]\nx = []\ny = []\n", bad_value, 5, 8, "no points", "x = [...]"},
    {"table_nan", base + "[table.gas]\nx = [0, nan]\ny = [0, 1]\n", bad_value, 6, 9, "x[1] is nan", "finite"},
    {"table_both", base + "[table.gas]\nx = [0]\nfile = 'a.csv'\n", bad_value, 6, 5, "beside file",
     "lists or the file"},
    {"table_file", base + "[table.gas]\nfile = 'not-there.csv'\n", unreadable, 6, 8, "not-there.csv",
     "relative to the folder"},
    {"table_name", base + "[table.sin]\nx = [0]\ny = [0]\n", bad_value, 5, 8, "'sin' is a word", "sin_1"},
    {"table_unknown", base + "potential = \"gsa(q)\"\n[table.gas]\nx = [0]\ny = [0]\n", unknown_name, 5, 14,
     "unknown function 'gsa'", "'gas'"},
    {"table_arguments", base + "potential = \"gas(q, 1)\"\n[table.gas]\nx = [0]\ny = [0]\n", syntax, 5, 14,
     "gas takes 1 argument, 2 given", "gas(x)"},
    {"no_coordinates", "[energy]\nkinetic = 1\n", bad_value, 1, 1, "no coordinates", "[coordinates]"},
    {"section_type", "parameters = 3\n" + base, bad_value, 1, 14, "[parameters]: expected a table", ""},
};

const std::vector<BadFile> bad_names{
    {"twice", with_rest("[parameters]\nm = 1\n[let]\nm = 2"), duplicate_name, 4, 1, "'m' is taken", "line 2"},
    {"twice_reversed", with_rest("[outputs]\nm = 1\n[parameters]\nm = 2"), duplicate_name, 4, 1, "'m' is taken",
     "output of line 2"},
    {"coordinate_twice", "[parameters]\nq = 1\n" + base, duplicate_name, 4, 1, "'q' is taken", "parameter of line 2"},
    {"reserved_t", with_rest("[parameters]\nt = 1"), bad_value, 2, 1, "'t' is reserved", "time"},
    {"reserved_V", with_rest("[inputs]\nV = 1"), bad_value, 2, 1, "'V' is reserved", "potential"},
    {"reserved_ground", "[coordinates]\nground = 1", bad_value, 2, 1, "reserved", "ground_1"},
    {"function", with_rest("[parameters]\nsin = 1"), bad_value, 2, 1, "'sin' is a word", "sin_1"},
    {"word", with_rest("[let]\nand = 1"), bad_value, 2, 1, "'and' is a word", "and_1"},
    {"no_name", with_rest("[parameters]\n\"\" = 1"), bad_value, 2, 1, "empty", "character"},
    {"quote", "[coordinates]\n\"x'\" = 0", bad_value, 2, 1, "holds a quote", "rates"},
    {"backquote", "[coordinates]\n\"x`\" = 0", bad_value, 2, 1, "holds a quote", "odd names"},
    {"control", with_rest("[parameters]\n\"a\\u0007\" = 0"), bad_value, 2, 1, "control character", "letters"},
    {"unknown", head + "[parameters]\nlength = 1\n[energy]\nkinetic = \"lenght*q'^2\"", unknown_name, 6, 12,
     "unknown name 'lenght'", "'length'"},
    {"output_elsewhere", base + "potential = \"o\"\n[outputs]\no = 1", bad_value, 5, 14, "output 'o' cannot be used",
     "[let]"},
    {"later_output", base + "[outputs]\na = \"1 + b\"\nb = 1", bad_value, 6, 10, "output 'b' cannot", "above"},
};

const std::vector<BadFile> bad_values{
    {"boolean", with_rest("[parameters]\na = true"), bad_value, 2, 5,
     "[parameters] a: expected a number or an expression, found a boolean", ""},
    {"dotted", with_rest("[parameters]\na.b = 1"), bad_value, 2, 1, "found a table", "in quotes"},
    {"date", with_rest("[parameters]\na = 1979-05-27"), bad_value, 2, 5, "found a date or time", ""},
    {"nan", with_rest("[parameters]\na = nan"), bad_value, 2, 5, "[parameters] a is nan", "finite"},
    {"infinite", with_rest("[inputs]\na = -inf"), bad_value, 2, 5, "is -inf", "finite"},
    {"blank", with_rest("[parameters]\na = ' '"), syntax, 2, 5, "empty", "expression"},
    {"coordinate_in_parameter", "[parameters]\na = \"1 + q\"\n" + base, bad_value, 2, 10,
     "'q' cannot be used in [parameters] a", "other parameters"},
    {"time_in_parameter", with_rest("[parameters]\na = \"2*t\""), bad_value, 2, 8, "time t cannot", "parameters"},
    {"parameter_cycle", with_rest("[parameters]\na = \"b + 1\"\nb = \"2*c\"\nc = \"a\""), cyclic, 2, 1,
     "a -> b -> c -> a", "number"},
    {"parameter_self", with_rest("[parameters]\na = \"a + 1\""), cyclic, 2, 1, "a -> a", "number"},
    {"parameter_not_finite", with_rest("[parameters]\nb = -1\na = \"log(b)\""), bad_value, 3, 1, "'a' is ", "domain"},
    {"unit_unknown", with_rest("[parameters]\na = \"5 mmm\""), unknown_name, 2, 8, "unknown unit", "'mm'"},
    {"parameter_rate", head + "[parameters]\nm = 1\n[energy]\nkinetic = \"m'\"", bad_value, 6, 12,
     "rate of the parameter 'm'", "coordinates"},
    {"coordinate_in_input", "[inputs]\nu = \"t*q\"\n" + base, bad_value, 2, 8, "'q' cannot be used in [inputs] u",
     "t and parameters"},
    {"start_key", "[coordinates]\nq = { strat = 0 }\n", unknown_name, 2, 7, "[coordinates] q.strat", "'start'"},
    {"start_type", "[coordinates]\nq = { start = [0] }\n", bad_value, 2, 15, "q.start: expected a number", ""},
    {"start_rate", "[coordinates]\nq = { start = \"2*q'\" }\n", bad_value, 2, 18, "'q''", "parameters"},
    {"start_mass", "[coordinates]\nq = \"2 kg\"\n", bad_value, 2, 6, "'kg' is the unit of", "angle or a length"},
    {"rate_length", "[coordinates]\nq = { rate = \"2 m\" }\n", bad_value, 2, 15, "'m' is the unit of a length",
     "per time"},
    {"mismatch", "[coordinates]\nq = { start = \"30 deg\", rate = \"2 m/s\" }\n", bad_value, 2, 33, "unit mismatch",
     "angle per time"},
    {"mismatch_unit", "[coordinates]\nq = { unit = \"m\", start = \"30 deg\" }\n", bad_value, 2, 28, "unit mismatch",
     "length"},
    {"unit_deg", "[coordinates]\nq = { unit = \"deg\", start = 30 }\n", bad_value, 2, 14, "unit is 'deg'", "30 deg"},
    {"start_not_finite", "[parameters]\nz = -1\n[coordinates]\nq = \"sqrt(z)\"\n[energy]\nkinetic = 1", bad_value, 4, 1,
     "q.start is ", "domain"},
    {"let_cycle", with_rest("[let]\na = \"b\"\nb = \"2*c'\"\nc = \"1 + b\""), cyclic, 3, 1, "b -> c -> b", "without"},
    {"let_unknown", with_rest("[let]\na = \"2*bb\""), unknown_name, 2, 8, "unknown name 'bb'", ""},
    {"let_energy", with_rest("[let]\na = \"2*T\""), bad_value, 2, 8, "kinetic energy T cannot", ""},
    {"let_input_rate", with_rest("[inputs]\nu = 1\n[let]\na = \"u*q\"\nb = \"a'\""), unsupported, 5, 6,
     "time derivative of 'u'", "expression in t"},
    {"state_rate", with_rest("[states]\ne = { start = 0 }"), bad_value, 2, 5, "[states] e.rate is missing", "rate ="},
    {"state_number", with_rest("[states]\ne = 0"), bad_value, 2, 5, "[states] e: expected a table", ""},
};

const std::vector<BadFile> bad_formulas{
    {"no_energy", head, bad_value, 1, 1, "[energy] is missing", "kinetic"},
    {"no_kinetic", head + "[energy]\npotential = 1", bad_value, 3, 1, "kinetic is missing", "lagrangian"},
    {"kinetik", head + "[energy]\nkinetik = 1", unknown_name, 4, 1, "[energy] kinetik", "'kinetic'"},
    {"both", base + "lagrangian = 1", bad_value, 5, 1, "both lagrangian and kinetic", "alone"},
    {"acceleration", head + "[energy]\nkinetic = \"q' + q''\"", bad_value, 4, 17, "[outputs] only", "rates"},
    {"acceleration_in_let", head + "[let]\na = \"q'\"\n[energy]\nkinetic = \"2*a'\"", bad_value, 6, 14,
     "holds an acceleration", "rates"},
    {"third", base + "[outputs]\na = \"q'''\"", bad_value, 6, 6, "third derivative", "accelerations"},
    {"third_in_let", base + "[let]\nv = \"q'\"\n[outputs]\na = \"v''\"", bad_value, 8, 6, "third derivative", "x''"},
    {"syntax", head + "[energy]\nkinetic = \"q'^2 + (1\"", syntax, 4, 19, "never closed", "')'"},
    {"syntax_second_line", head + "[energy]\nkinetic = \"\"\"\nq' +\n  )\"\"\"", syntax, 5, 4, "nothing follows '+'",
     ""},
    {"energy_unit", head + "[energy]\nkinetic = \"5 kg\"", bad_value, 4, 12, "'kg' is the unit of", "SI"},
    {"work_name", base + "[work]\nqq = 1", unknown_name, 6, 1, "no such coordinate", "'q'"},
    {"work_type", base + "[work]\nq = false", bad_value, 6, 5, "[work] q: expected", ""},
    {"work_unit", base + "[work]\nq = \"5 kg\"", bad_value, 6, 6, "'kg'", "torque"},
    {"force_type", base + "[force.a]\ntype = 'spring'", unsupported, 6, 1, "[force.a] type belongs to a mechanism",
     "value = [...]"},
    {"force_missing", base + "[force.a]\nat = ['q']", bad_value, 5, 1, "[force.a] value is missing", "at = [...]"},
    {"force_list", base + "[force.a]\nat = 'q'\nvalue = [1]", bad_value, 6, 6, "expected a list", ""},
    {"force_empty", base + "[force.a]\nat = []\nvalue = []", bad_value, 6, 6, "0 components", "one to three"},
    {"force_four", base + "[force.a]\nat = [1,2,3,4]\nvalue = [1]", bad_value, 6, 6, "4 components", "one to three"},
    {"force_lengths", base + "[force.a]\nat = [1,2]\nvalue = [1]", bad_value, 7, 9, "2 components and value 1", "each"},
    {"force_rate", base + "[force.a]\nat = [1, \"q'\"]\nvalue = [1, 2]", bad_value, 6, 11, "(a rate) cannot be used",
     ""},
    {"force_component", base + "[force.a]\nat = [1, \"q\"]\nvalue = [1, true]", bad_value, 7, 13,
     "[force.a] value[1]: expected", ""},
    {"constraint_type", base + "[constraint.a]\ntype = 'distance'", unsupported, 6, 1, "belongs to a mechanism",
     "holonomic"},
    {"constraint_none", base + "[constraint.a]\n", bad_value, 5, 13, "neither", "write one"},
    {"constraint_both", base + "[constraint.a]\nholonomic = 'q'\npfaffian = \"q'\"", bad_value, 7, 12, "both",
     "write one"},
    {"constraint_rate", base + "[constraint.a]\nholonomic = \"q + q'\"", bad_value, 6, 18, "(a rate)", "pfaffian"},
    {"constraint_energy", base + "[constraint.a]\nholonomic = \"T - 1\"", bad_value, 6, 14, "'T'", "pfaffian"},
    {"constraint_start", base + "[constraint.a]\npfaffian = \"q'\"\nat_start = true", bad_value, 7, 12, "for holonomic",
     "remove"},
    {"constraint_start_type", base + "[constraint.a]\nholonomic = \"q\"\nat_start = 1", bad_value, 7, 12,
     "expected true or false", ""},
    {"energy_unknown", head + "[energy]\nlagrangian = \"q'^2\"\n[outputs]\na = \"T\"", unsupported, 6, 6,
     "'T' is not known", "kinetic and potential"},
    {"time", base + "[simulate]\ntime = 0", bad_value, 6, 8, "[simulate] time is 0", "above zero"},
    {"step", base + "[simulate]\nstep = -0.1", bad_value, 6, 8, "step is -0.1", "above zero"},
    {"tolerance", base + "[simulate]\ntolerance = 'log(0.5)'", bad_value, 6, 14, "tolerance is -0.69", "above zero"},
    {"time_unit", base + "[simulate]\ntime = '3 m'", bad_value, 6, 9, "'m' is the unit of a length", "a time"},
    {"time_name", base + "[simulate]\ntime = '3*q'", bad_value, 6, 11, "'q' cannot be used", "parameters"},
    {"rows", base + "[simulate]\ntime = 1e10\nstep = 1e-3", bad_value, 7, 8, "rows", "raise the step"},
    {"rows_by_time", base + "[simulate]\ntime = 1e12", bad_value, 6, 8, "rows", "raise the step"},
    {"method", base + "[simulate]\nmethod = 'rk9'", unknown_name, 6, 10, "unknown method 'rk9'", "'rk"},
    {"method_type", base + "[simulate]\nmethod = 5", bad_value, 6, 10, "expected a text", ""},
    {"until", base + "[simulate]\nuntil = \"q''\"", bad_value, 6, 10, "acceleration", ""},
    {"simulate_key", base + "[simulate]\ntiem = 5", unknown_name, 6, 1, "[simulate] tiem", "'time'"},
};

INSTANTIATE_TEST_SUITE_P(File, BadModel, ::testing::ValuesIn(bad_files), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Names, BadModel, ::testing::ValuesIn(bad_names), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Values, BadModel, ::testing::ValuesIn(bad_values), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Formulas, BadModel, ::testing::ValuesIn(bad_formulas), bad_file_name);

}  // namespace
}  // namespace alembert::lagrangian_errors_test
