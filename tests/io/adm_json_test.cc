/// The loose JSON of .adm files: what is read, and where errors point.
#include <gtest/gtest.h>

#include "alembert/core/text.h"
#include "alembert/io/adm/adm_json.h"

namespace alembert::adm_json_test {
namespace {

/// A value on one line: what kind it is and what it holds.
std::string flat(const Value& value) {
  std::vector<std::string> parts;
  switch (value.kind) {
    case Value::Kind::text: return "'" + value.text + "'";
    case Value::Kind::integer:
    case Value::Kind::real: return shortest(value.number);
    case Value::Kind::boolean: return value.boolean ? "true" : "false";
    case Value::Kind::array:
      for (const Value& item : value.items) parts.push_back(flat(item));
      return "[" + join(parts, " ") + "]";
    case Value::Kind::table:
      for (const Entry& entry : value.entries) parts.push_back(entry.key + "=" + flat(entry.value));
      return "{" + join(parts, " ") + "}";
    case Value::Kind::other: break;
  }
  return "?";
}

std::string read(const std::string& text) { return flat(parse_loose_json(text, "m.adm")); }

TEST(AdmJson, StrictJson) {
  EXPECT_EQ(read(R"({"a": [1, -2.5e3, "x"], "b": {"c": true, "d": false}, "e": ""})"),
            "{a=[1 -2500 'x'] b={c=true d=false} e=''}");
  EXPECT_EQ(read("{}"), "{}");
  EXPECT_EQ(read("\xEF\xBB\xBF{ \"a\" : [ ] }\n"), "{a=[]}");
  EXPECT_EQ(read(R"({"s": "a\"b\\c\/\u00e9\ud83d\ude00\n"})"), "{s='a\"b\\c/\xC3\xA9\xF0\x9F\x98\x80\n'}");
}

TEST(AdmJson, Comments) {
  EXPECT_EQ(read("% head\n{ // one\n \"a\": 1, /* two\n lines */ \"b\": 2 % end\n}"), "{a=1 b=2}");
  EXPECT_EQ(read("{a: 1// x\n, b: [1, % first\n 2]}"), "{a=1 b=[1 2]}");
}

TEST(AdmJson, CommasQuotesAndKeys) {
  EXPECT_EQ(read("{ 'a': 'it', b: \"x\", c: [1, 2,], }"), "{a='it' b='x' c=[1 2]}");
  EXPECT_EQ(read("{ \"a\": 1 \"b\": [1] \"c\": {} \"d\": \"t\" e: 2 }"), "{a=1 b=[1] c={} d='t' e=2}");
  EXPECT_EQ(read("{ \"a\": [ {\"x\": 1} {\"x\": 2} [3] \"s\" ] }"), "{a=[{x=1} {x=2} [3] 's']}");
}

TEST(AdmJson, NumbersAndBareExpressions) {
  EXPECT_EQ(read("{a: [1., .5, +1, -.25e1, 1e-3]}"), "{a=[1 0.5 1 -2.5 0.001]}");
  EXPECT_EQ(read("{a: [187/255, -pi/2, 2 * pi, atan2(1, 2), (1 + 2)*3]}"),
            "{a=['187/255' '-pi/2' '2 * pi' 'atan2(1, 2)' '(1 + 2)*3']}");
  EXPECT_EQ(read("{a: NONE, b: GRF\n c: null, d: true}"), "{a='NONE' b='GRF' d=true}");
}

// MATLAB: a sign with a blank before it and none behind it begins an element.
TEST(AdmJson, BlanksInLists) {
  EXPECT_EQ(read("{a: [0 -9.81]}"), "{a=[0 -9.81]}");
  EXPECT_EQ(read("{a: [1 - 2]}"), "{a=['1 - 2']}");
  EXPECT_EQ(read("{a: [1-2 3]}"), "{a=['1-2' 3]}");
  EXPECT_EQ(read("{a: [1. .5; 2 .* 3]}"), "{a=[1 0.5 '2 .* 3']}");
  EXPECT_EQ(read("{a: [1\n2   +3]}"), "{a=[1 2 3]}");
}

TEST(AdmJson, Places) {
  const Value root = parse_loose_json("{\n  \"n\xC3\xA4me\": 'x',  \"q0\": [1,\n 2*pi]\n}", "m.adm");
  ASSERT_EQ(root.entries.size(), 2U);
  EXPECT_EQ(root.entries[0].place, (Place{2, 3}));
  EXPECT_EQ(root.entries[0].value.place, (Place{2, 11}));
  EXPECT_EQ(root.entries[0].value.text_place, (Place{2, 12}));
  EXPECT_EQ(root.entries[1].place, (Place{2, 17}));
  EXPECT_EQ(root.entries[1].value.items[1].place, (Place{3, 2}));
  EXPECT_EQ(root.entries[1].value.items[1].text_place, (Place{3, 2}));
}

struct Bad {
  const char* text;
  Error::Code code;
  int line;
  int column;
  const char* message;
};

class AdmJsonErrors : public ::testing::TestWithParam<Bad> {};

TEST_P(AdmJsonErrors, PointsAtThePlace) {
  const Bad& bad = GetParam();
  try {
    static_cast<void>(parse_loose_json(bad.text, "m.adm"));
    FAIL() << "no error: " << bad.text;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), bad.code) << error.what();
    EXPECT_EQ(error.at().line, bad.line) << error.what();
    EXPECT_EQ(error.at().column, bad.column) << error.what();
    EXPECT_NE(error.message().find(bad.message), std::string::npos) << error.what();
    EXPECT_FALSE(error.hint().empty()) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, AdmJsonErrors,
                         ::testing::Values(Bad{"", Error::Code::syntax, 1, 1, "'{'"},
                                           Bad{"[1]", Error::Code::syntax, 1, 1, "'{'"},
                                           Bad{"{\"a\": 1", Error::Code::syntax, 1, 1, "never closed"},
                                           Bad{"{\"a\": [1, 2\n}", Error::Code::syntax, 2, 1, "expected a value"},
                                           Bad{"{\"a\" 1}", Error::Code::syntax, 1, 6, "':'"},
                                           Bad{"{\"a\": 1 -2}", Error::Code::syntax, 1, 9, "expected a key"},
                                           Bad{"{\"a\": }", Error::Code::syntax, 1, 7, "expected a value"},
                                           Bad{"{\"a\": [1,,2]}", Error::Code::syntax, 1, 10, "two commas"},
                                           Bad{"{\"a\": \"x\n\"}", Error::Code::syntax, 1, 7, "quote"},
                                           Bad{"{ /* x }", Error::Code::syntax, 1, 3, "comment"},
                                           Bad{"{\"a\": \"\\q\"}", Error::Code::syntax, 1, 8, "escape"},
                                           Bad{"{\"a\": \"\\ud800\"}", Error::Code::syntax, 1, 8, "half"},
                                           Bad{"{\"a\": [1, null]}", Error::Code::syntax, 1, 11, "null"},
                                           Bad{"{\"a\": 1}\n}", Error::Code::syntax, 2, 1, "behind"},
                                           Bad{"{\"a\": 1,\n\"a\": 2}", Error::Code::duplicate_name, 2, 1, "twice"},
                                           Bad{"{\"a\": 1e999}", Error::Code::bad_value, 1, 7, "out of range"},
                                           Bad{"{\"\xC3\xA4\": \"\xFF\"}", Error::Code::syntax, 1, 8, "UTF-8"}));

TEST(AdmJson, Limits) {
  const std::string deep = "{a:" + std::string(100, '[') + std::string(100, ']') + "}";
  EXPECT_THROW(static_cast<void>(read(deep)), Error);
  std::string many = "{a:[";
  for (int i = 0; i < 1'000'001; ++i) many += "1,";
  EXPECT_THROW(static_cast<void>(read(many + "]}")), Error);
  // Blanks are passed once, however many there are.
  EXPECT_EQ(read("{a:[1" + std::string(1'000'000, ' ') + "* 2]}").size(), 1'000'000U + 12U);
}

}  // namespace
}  // namespace alembert::adm_json_test
