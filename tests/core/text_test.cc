#include "alembert/core/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "alembert/core/error.h"
#include "alembert/core/random.h"

namespace alembert::text_test {
namespace {

TEST(Shortest, ReadsBackExactly) {
  Random random(3);
  for (int k = 0; k < 10000; ++k) {
    const double x = std::ldexp(random.uniform(-1.0, 1.0), static_cast<int>(random.bits() % 200) - 100);
    EXPECT_EQ(std::stod(shortest(x)), x);
  }
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(shortest(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(CompareNatural, OrdersNumbersInNames) {
  EXPECT_LT(compare_natural("th2", "th10"), 0);
  EXPECT_GT(compare_natural("th10", "th2"), 0);
  EXPECT_LT(compare_natural("a", "b"), 0);
  EXPECT_LT(compare_natural("a", "a1"), 0);
  EXPECT_EQ(compare_natural("m1", "m1"), 0);
  EXPECT_NE(compare_natural("m01", "m1"), 0);  // different names are never equal
  EXPECT_LT(compare_natural("x99999999999999999998", "x99999999999999999999"), 0);
}

TEST(SplitList, CommasInParenthesesAndNamesSeparateNothing) {
  EXPECT_EQ(split_list("a, f(b, c) ,d"), (std::vector<std::string>{"a", "f(b, c)", "d"}));
  EXPECT_EQ(split_list("`a,(b`=1,`c`"), (std::vector<std::string>{"`a,(b`=1", "`c`"}));
  EXPECT_EQ(split_list(""), (std::vector<std::string>{""}));
}

TEST(FindOutsideNames, SkipsWhatStandsInBackquotes) {
  EXPECT_EQ(find_outside_names("`a=b`=1", '='), 5U);
  EXPECT_EQ(find_outside_names("a,`b,c`,d", ',', 2), 7U);
  EXPECT_EQ(find_outside_names("`a``=b`", '='), std::string_view::npos);
}

TEST(Trimmed, TakesBlanksAway) {
  EXPECT_EQ(trimmed("  a b\t\n"), "a b");
  EXPECT_EQ(trimmed(" \t"), "");
  EXPECT_EQ(trimmed("x"), "x");
}

TEST(DidYouMean, FindsTypingSlips) {
  const std::vector<std::string> known{"mass", "length", "theta"};
  EXPECT_EQ(nearest_word("mas", known), "mass");
  EXPECT_EQ(nearest_word("tehta", known), "theta");
  EXPECT_EQ(nearest_word("gravity", known), "");
  EXPECT_EQ(nearest_word("y", std::vector<std::string>{"t"}), "");
  EXPECT_EQ(did_you_mean("lenght", known), "did you mean 'length'?");
  EXPECT_EQ(did_you_mean("zzz", known), "known here: mass, length, theta");
  EXPECT_EQ(nearest_word(std::string(100000, 'a'), known), "");
  const std::vector<std::string> keys{"damping_ratio", "damping", "gravity", "g"};
  EXPECT_EQ(did_you_mean("damp", keys), "did you mean 'damping'?") << "the shortest that begins with it";
  EXPECT_EQ(did_you_mean("gr", keys), "did you mean 'g'?");
  EXPECT_EQ(did_you_mean("da", keys), "known here: damping_ratio, damping, gravity, g") << "too little to tell";
}

TEST(Error, SaysWhereAndWhatToDo) {
  const Error e(Error::Code::unknown_name, "no parameter 'mas'", {"arm.toml", 14, 11}, "did you mean 'mass'?");
  EXPECT_STREQ(e.what(), "arm.toml:14:11: no parameter 'mas'\n  hint: did you mean 'mass'?");
  EXPECT_STREQ(Error(Error::Code::file, "disk full").what(), "disk full");
}

TEST(Random, IsTheSameEverywhere) {
  // First outputs of splitmix64 for seed 1234567, from the generator's published test vector.
  Random random(1234567);
  EXPECT_EQ(random.bits(), 6457827717110365317U);
  EXPECT_EQ(random.bits(), 3203168211198807973U);
}

}  // namespace
}  // namespace alembert::text_test
