/// What is said about .adm files that are wrong: code, place, key path and remedy.
#include <gtest/gtest.h>

#include "alembert/io/adm/adm_reader.h"
#include "io/bad_files.h"

namespace alembert::adm_errors_test {
namespace {

class AdmErrors : public ::testing::TestWithParam<BadFile> {};

TEST_P(AdmErrors, SayWhereAndWhat) {
  expect_error(GetParam(), "m.adm", [] { return parse_adm(GetParam().text, "m.adm"); });
}

/// A body, and on the second line one object of `section`.
std::string second_line(const std::string& section, const std::string& members) {
  return "{\"bodies\": [ {\"name\": \"a\", \"id\": 1, \"mass\": 1, \"jbar\": 1, \"q0\": [0, 0, 0]} ],\n\"" + section +
         "\": [ {" + members + "} ]}";
}
std::string constraint(const std::string& members) { return second_line("constraints", members); }
std::string body(const std::string& members) { return "{\"bodies\":\n[ {" + members + "} ]}"; }

INSTANTIATE_TEST_SUITE_P(
    All, AdmErrors,
    ::testing::Values(
        BadFile{"no_bodies", "{\"name\": \"x\"}", Error::Code::bad_value, 1, 1, "no bodies", "q0"},
        BadFile{"bodies_text", "{\"bodies\": \"x\"}", Error::Code::bad_value, 1, 12, "bodies", "{"},
        BadFile{"mass_missing", body("\"q0\": [0,0,0]"), Error::Code::bad_value, 2, 3, "bodies[0].mass", "kg"},
        BadFile{"mass_slip", body("\"mas\": 1"), Error::Code::unknown_name, 2, 4, "bodies[0].mas", "'mass'"},
        BadFile{"q0_short", body("\"mass\": 1, \"jbar\": 1, \"q0\": [0, 0]"), Error::Code::bad_value, 2, 32,
                "bodies[0].q0 has 2 components", "phi"},
        BadFile{"q0_name", body("\"mass\": 1, \"jbar\": 1, \"q0\": [0, 0, \"p\"]"), Error::Code::unknown_name, 2, 40,
                "bodies[0].q0[2]", "pi"},
        BadFile{"mass_infinite", body("\"mass\": 1/0, \"jbar\": 1, \"q0\": [0,0,0]"), Error::Code::bad_value, 2, 12,
                "bodies[0].mass", ""},
        BadFile{"id_zero", body("\"id\": 0, \"mass\": 1"), Error::Code::bad_value, 2, 10, "ground", "from 1"},
        BadFile{"unknown_type", constraint("\"type\": \"AbsoluteZ\""), Error::Code::unknown_name, 2, 27,
                "constraints[0].type", "AbsoluteX"},
        BadFile{"unknown_body", constraint("\"type\": \"AbsoluteAngle\", \"body1\": 3, \"fun\": \"0\""),
                Error::Code::unknown_name, 2, 53, "constraints[0].body1: no body has the id 3", "0 (the ground), 1"},
        BadFile{"unknown_body_name", constraint("\"type\": \"AbsoluteAngle\", \"body1\": \"b\", \"fun\": \"0\""),
                Error::Code::unknown_name, 2, 53, "'b'", "a"},
        BadFile{"ground_driven", constraint("\"type\": \"AbsoluteAngle\", \"body1\": 0, \"fun\": \"0\""),
                Error::Code::bad_value, 2, 53, "does not move", "id"},
        BadFile{"no_function", constraint("\"type\": \"AbsoluteAngle\", \"body1\": 1"), Error::Code::bad_value, 2, 18,
                "constraints[0].fun is missing", "2*pi*t"},
        BadFile{"function_none", constraint("\"type\": \"AbsoluteAngle\", \"body1\": 1, \"fun\": \"NONE\""),
                Error::Code::bad_value, 2, 63, "constraints[0].fun is empty", "2*pi*t"},
        BadFile{"function_name", constraint("\"type\": \"AbsoluteAngle\", \"body1\": 1, \"fun\": \"sin(w*t)\""),
                Error::Code::unknown_name, 2, 68, "constraints[0].fun", "known here: t, pi"},
        BadFile{"function_syntax", constraint("\"type\": \"AbsoluteAngle\", \"body1\": 1, \"fun\": \"2**t\""),
                Error::Code::syntax, 2, 65, "'**'", "^"},
        BadFile{"power_chain", constraint("\"type\": \"AbsoluteAngle\", \"body1\": 1, \"fun\": \"2^t^2\""),
                Error::Code::syntax, 2, 67, "(a^b)^c", "parentheses"},
        BadFile{"joint_with_function",
                constraint("\"type\": \"RevoluteJoint\", \"body1\": 1, \"body2\": 0, \"sP1\": [0,0], \"sP2\": [0,0], "
                           "\"fun\": \"t\""),
                Error::Code::bad_value, 2, 104, "RevoluteJoint has no function", "AbsoluteAngle"},
        BadFile{"same_body", constraint("\"type\": \"RevoluteJoint\", \"body1\": 1, \"body2\": 1"),
                Error::Code::bad_value, 2, 65, "the same as body1", "two"},
        BadFile{"zero_direction",
                constraint("\"type\": \"TranslationalJoint\", \"body1\": 1, \"body2\": 0, \"sP1\": [0,0], \"sP2\": "
                           "[0,0], \"vP1\": [0, 0]"),
                Error::Code::bad_value, 2, 108, "vP1 is zero", "[1, 0]"},
        BadFile{"matlab_file",
                second_line("forces", "\"type\": \"PointForceFile\", \"body1\": 1, \"mfile\": \"pistonForce\""),
                Error::Code::unsupported, 2, 61, "forces[0]", "convert"},
        BadFile{"frame",
                second_line("forces", "\"type\": \"PointForce\", \"body1\": 1, \"sP1\": [0,0], \"frame\": \"GFR\""),
                Error::Code::unknown_name, 2, 71, "forces[0].frame", "GRF"},
        BadFile{"free_length",
                second_line("forces", "\"type\": \"TSDA\", \"body1\": 1, \"sP1\": [0,0], \"sP2\": [1,0], \"k\": 5"),
                Error::Code::bad_value, 2, 13, "forces[0].l0 is missing", "free length"}),
    bad_file_name);

}  // namespace
}  // namespace alembert::adm_errors_test
