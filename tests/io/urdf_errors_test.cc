/// What the URDF reader says about files that are wrong: code, place, words and remedy.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/bad_files.h"
#include "io/urdf_text.h"

namespace alembert::urdf_errors_test {
namespace {

class BadUrdf : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadUrdf, IsAnErrorWithPlaceAndRemedy) {
  expect_error(GetParam(), "r.urdf", [] { return urdf(GetParam().text); });
}

using enum Error::Code;

std::string robot(const std::string& inside) { return "<robot name='r'>\n" + inside + "</robot>"; }
std::string link(const std::string& name, const std::string& inside = {}) {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}
/// Two lines: with names of one letter the parent's starts in column 47 and the child's in column 64 of the first.
std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& inside = {}) {
  return "<joint name='" + name + "' type='revolute'><parent link='" + parent + "'/><child link='" + child + "'/>\n" +
         inside + "</joint>\n";
}
/// Links a and b and a joint whose further lines are `inside`, from line 5 on.
std::string with_joint(const std::string& inside) {
  return robot(link("a") + link("b") + joint("j", "a", "b", inside));
}
std::string with_inertial(const std::string& inside) {
  return robot("<link name='a'><inertial>\n" + inside + "</inertial></link>");
}

std::string nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "<x>";
  for (int i = 0; i < depth; ++i) text += "</x>";
  return robot(text);
}

const std::vector<BadFile> bad_xml{
    {"empty", "", syntax, 1, 1, "no element", "right file"},
    {"text", "hello", syntax, 1, 1, "no element", "right file"},
    {"comment_only", "<!-- x -->\n", syntax, 1, 1, "no element", "right file"},
    {"unclosed", "<robot>\n<link name='a'>\n</robot>", syntax, 3, 3, "end tag", "</name>"},
    {"unclosed_comment", "<robot>\n<!-- -- </robot>", syntax, 2, 1, "comment", "-->"},
    {"attribute", "<robot>\n<link name=a/></robot>", syntax, 2, 12, "attribute", "name=\"value\""},
    {"second_root", "<robot/>\n<robot/>", syntax, 2, 1, "second element", "outermost"},
    {"attribute_twice", "<robot name='a'\n name='b'/>", duplicate_name, 2, 2, "'name' twice", "keep one"},
    {"latin_1", "<robot>\n<!-- \xE4 -->", syntax, 2, 6, "not UTF-8", "UTF-8"},
    {"overlong", "<robot>\xC0\xAF", syntax, 1, 8, "not UTF-8", "UTF-8"},
    {"utf_16", std::string("\xFF\xFE<\0r\0", 6), syntax, 1, 1, "not UTF-8", "UTF-8"},
    {"zero_byte", std::string("<robot>\0</robot>", 16), syntax, 1, 8, "control character", "UTF-8"},
    {"zero_reference", "<robot name='&#0;'/>", syntax, 1, 14, "'&#0;'", "&amp;"},
    {"deep", nested(200), too_large, 2, 190, "nest more than 64", "end tag"},
    {"entity", "<robot name='a&b;'/>", syntax, 1, 15, "unknown entity '&b;'", "never expanded"},
    {"ampersand", robot("<link name='a & b'/>"), syntax, 2, 15, "unknown entity", "&amp;"},
    {"bomb",
     "<!DOCTYPE r [\n<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">\n"
     "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]>\n<robot name='&c;'/>",
     unsupported, 1, 11, "DOCTYPE declares", "never expanded"},
    {"file_entity", "<?xml version='1.0'?>\n<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>\n<robot/>",
     unsupported, 2, 11, "DOCTYPE declares", "never expanded"},
};

const std::vector<BadFile> bad_structure{
    {"root", "<Robot name='r'/>", bad_value, 1, 1, "'Robot', not 'robot'", "<robot name="},
    {"mujoco", "<mujoco/>", bad_value, 1, 1, "'mujoco'", "MJCF"},
    {"no_links", "<robot/>", bad_value, 1, 1, "no links", "<link name="},
    {"xacro", robot("<xacro:macro name='m'/>"), unsupported, 2, 1, "xacro macro", "expand"},
    {"xacro_deep", robot(link("a", "<inertial><xacro:m/></inertial>")), unsupported, 2, 26, "xacro macro", "expand"},
    {"xacro_number", with_inertial("<mass value='${m}'/>"), unsupported, 3, 14, "'${m}' is a xacro", "expand"},
    {"xacro_name", robot("<link name='$(arg n)'/>"), unsupported, 2, 13, "xacro expression", "expand"},
    {"link_name", robot("<link/>"), bad_value, 2, 1, "<link> has no name", "<link name="},
    {"link_empty_name", robot("<link name=''/>"), bad_value, 2, 1, "<link> has no name", "<link name="},
    {"link_twice", robot(link("a") + link("b") + link("a")), duplicate_name, 4, 1, "two links are named 'a'", "line 2"},
    {"joint_twice", robot(link("a") + link("b") + link("c") + joint("j", "a", "b") + joint("j", "b", "c")),
     duplicate_name, 7, 1, "two joints are named 'j'", "line 5"},
    {"inertial_twice", robot(link("a", "<inertial/>\n<inertial/>")), duplicate_name, 3, 1, "<inertial> twice",
     "line 2"},
    {"no_mass", with_inertial(""), bad_value, 2, 16, "link 'a': <inertial> has no <mass>", "<mass value="},
    {"no_inertia", with_inertial("<mass value='1'/>"), bad_value, 2, 16, "no <inertia>", "ixx"},
    {"no_izz", with_inertial("<mass value='1'/>\n<inertia ixx='1' iyy='1' ixz='0'/>"), bad_value, 4, 1, "has no izz",
     "izz="},
    {"no_type", robot(link("a") + "<joint name='j'/>"), bad_value, 3, 1, "joint 'j' has no type", "revolute"},
    {"type", robot(link("a") + "<joint name='j' type='revolut'/>"), unknown_name, 3, 23, "unknown type 'revolut'",
     "'revolute'"},
    {"no_parent", robot(link("a") + "<joint name='j' type='fixed'><child link='a'/></joint>"), bad_value, 3, 1,
     "has no <parent>", "<parent link="},
    {"parent_link", robot(link("a") + "<joint name='j' type='fixed'><parent/><child link='a'/></joint>"), bad_value, 3,
     30, "<parent> has no link", "<parent link="},
    {"axis_zero", with_joint("<axis xyz='0 0.0 -0'/>"), bad_value, 5, 12, "<axis> is zero", "0 0 1"},
    {"rpy_and_quaternion", with_joint("<origin rpy='0 0 1' quat_xyzw='0 0 0 1'/>"), bad_value, 5, 32, "both rpy",
     "keep one"},
    {"quaternion_zero", with_joint("<origin quat_xyzw='0 0 0 0'/>"), bad_value, 5, 20, "quat_xyzw is zero", "0 0 0 1"},
};

const std::vector<BadFile> bad_numbers{
    {"word", with_inertial("<mass value='heavy'/>"), bad_value, 3, 14, "link 'a': <mass> value: 'heavy'", "decimal"},
    {"nan", with_inertial("<mass value='nan'/>"), bad_value, 3, 14, "'nan' is not a number", "finite"},
    {"inf", with_inertial("<mass value='-inf'/>"), bad_value, 3, 14, "'-inf' is not a number", "finite"},
    {"too_large", with_inertial("<mass value='1e309'/>"), bad_value, 3, 14, "'1e309' is not a number", "finite"},
    {"huge", with_inertial("<mass value='1e999999999'/>"), bad_value, 3, 14, "is not a number", "finite"},
    {"long", with_inertial("<mass value='" + std::string(5000, '1') + "'/>"), bad_value, 3, 14, "...'", "finite"},
    {"hex", with_inertial("<mass value='0x10'/>"), bad_value, 3, 14, "'0x10' is not a number", "decimal"},
    {"unit", with_inertial("<mass value='1kg'/>"), bad_value, 3, 14, "'1kg' is not a number", "decimal"},
    {"none", with_inertial("<mass value=' '/>"), bad_value, 3, 14, "0 numbers in place of 1", "one number"},
    {"no_value", with_inertial("<mass/>"), bad_value, 3, 1, "<mass> has no value", "value="},
    {"two", with_inertial("<mass value='1 2'/>"), bad_value, 3, 14, "2 numbers in place of 1", "one number"},
    {"comma", with_inertial("<origin xyz='1, 2, 3'/>"), bad_value, 3, 14, "'1,' is not a number", "blanks"},
    {"short", with_joint("<origin xyz='1 2'/>"), bad_value, 5, 14, "joint 'j': <origin> xyz has 2 numbers",
     "3 numbers"},
    {"second_line", with_joint("<origin xyz='1\n  2 x'/>"), bad_value, 6, 5, "'x' is not a number", "decimal"},
    {"many", with_joint("<axis xyz='1 2 3 4'/>"), bad_value, 5, 12, "has 4 numbers", "3 numbers"},
    {"limit", with_joint("<limit lower='a'/>"), bad_value, 5, 15, "<limit> lower: 'a'", "decimal"},
    {"friction", with_joint("<dynamics friction='-1'/>"), bad_value, 5, 21, "friction is negative", "against"},
    {"damping", with_joint("<dynamics damping=''/>"), bad_value, 5, 20, "<dynamics> damping has 0", "one number"},
};

const std::vector<BadFile> bad_trees{
    {"unknown_parent", robot(link("arm") + link("b") + joint("j", "amr", "b")), unknown_name, 4, 47,
     "joint 'j': there is no link 'amr'", "'arm'"},
    {"unknown_child", robot(link("a") + joint("j", "a", "elsewhere")), unknown_name, 3, 64, "no link 'elsewhere'", "a"},
    {"itself", robot(link("a") + link("b") + joint("j", "b", "b")), cyclic, 4, 64, "'b' to itself", "different"},
    {"two_parents", robot(link("a") + link("b") + link("c") + joint("j", "a", "c") + joint("k", "b", "c")), bad_value,
     7, 64, "'c' has two parents: joints 'j' and 'k'", "line 5"},
    {"two_roots", robot(link("a") + link("b") + link("c") + joint("j", "a", "b")), bad_value, 4, 1,
     "2 root links: 'a', 'c'", "one tree"},
    {"loop",
     robot(link("a") + link("b") + link("c") + joint("j", "a", "b") + joint("k", "b", "c") + joint("l", "c", "a")),
     cyclic, 9, 1, "'b' -> 'c' -> 'a' -> 'b'", "model file"},
    {"loop_apart", robot(link("a") + link("b") + link("c") + joint("j", "b", "c") + joint("k", "c", "b")), cyclic, 7, 1,
     "'c' -> 'b' -> 'c'", "model file"},
    {"mimic_unknown", with_joint("<mimic joint='jj'/>"), unknown_name, 5, 15, "joint 'j' mimics 'jj'", ""},
    {"mimic_near",
     robot(link("a") + link("b") + link("c") + joint("left", "a", "b") + joint("k", "b", "c", "<mimic joint='lefd'/>")),
     unknown_name, 8, 15, "does not exist", "'left'"},
    {"mimic_itself", with_joint("<mimic joint='j'/>"), cyclic, 5, 15, "mimics itself", "another"},
    {"mimic_nothing", with_joint("<mimic/>"), bad_value, 5, 1, "<mimic> has no joint", "<mimic joint="},
    {"mimic_cycle",
     robot(link("a") + link("b") + link("c") + joint("j", "a", "b", "<mimic joint='k'/>") +
           joint("k", "b", "c", "<mimic joint='j'/>")),
     cyclic, 6, 15, "'j' -> 'k' -> 'j'", "on its own"},
    {"mimic_fixed",
     robot(link("a") + link("b") + link("c") + joint("j", "a", "b", "<mimic joint='k'/>") +
           "<joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint>"),
     bad_value, 6, 15, "which has no coordinate", "revolute"},
    {"mimic_of_planar",
     robot(link("a") + link("b") +
           "<joint name='k' type='planar'><parent link='a'/><child link='b'/>\n"
           "<mimic joint='k'/></joint>"),
     bad_value, 5, 1, "planar joint cannot mimic", "revolute"},
};

INSTANTIATE_TEST_SUITE_P(Xml, BadUrdf, ::testing::ValuesIn(bad_xml), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Structure, BadUrdf, ::testing::ValuesIn(bad_structure), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Numbers, BadUrdf, ::testing::ValuesIn(bad_numbers), bad_file_name);
INSTANTIATE_TEST_SUITE_P(Trees, BadUrdf, ::testing::ValuesIn(bad_trees), bad_file_name);

TEST(BadUrdfFile, MissingFileSaysSo) {
  try {
    static_cast<void>(read_urdf("no/such/robot.urdf", {}));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), unreadable);
    EXPECT_NE(error.message().find("robot.urdf"), std::string::npos);
  }
}

TEST(BadUrdfFile, LargeFileIsRefusedBeforeItIsRead) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "large.urdf";
  std::ofstream(path) << "<robot/>";
  std::filesystem::resize_file(path, std::uintmax_t{200} << 20U);  // holds nothing on the disk
  try {
    static_cast<void>(read_urdf(path, {}));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), too_large);
    EXPECT_NE(error.message().find("200 MB"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("right file"), std::string::npos);
  }
  std::filesystem::remove(path);
}

TEST(BadUrdfFile, TooManyTagsAreRefusedBeforeTheyAreParsed) {
  std::string text = "<robot>";
  for (int i = 0; i < 2'000'001; ++i) text += "<a/>";
  try {
    static_cast<void>(urdf(text + "</robot>"));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), too_large);
    EXPECT_NE(error.message().find("2000000 tags"), std::string::npos) << error.what();
  }
}

// A chain this long would overflow the stack of anything that goes down it by recursion.
TEST(BadUrdfFile, LongChainsAreRead) {
  constexpr int length = 100'000;
  std::string text = "<robot><link name='l0'/>";
  for (int i = 1; i < length; ++i) {
    const std::string here = std::to_string(i), before = std::to_string(i - 1);
    text += "<link name='l" + here + "'/><joint name='j" + here + "' type='fixed'><parent link='l" + before +
            "'/><child link='l" + here + "'/></joint>";
  }
  EXPECT_EQ(urdf(text + "</robot>").joints.size(), std::size_t{length});
}

}  // namespace
}  // namespace alembert::urdf_errors_test
