#include "alembert/io/toml/document.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>

#include "alembert/core/output_file.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/rational.h"

namespace alembert::document_test {
namespace {

Value parsed(std::string_view text) { return parse_toml(text, "m.toml"); }

const Value& at_key(const Value& table, std::string_view key) {
  const Entry* entry = table.find(key);
  if (entry == nullptr) throw std::runtime_error("no key " + std::string(key));
  return entry->value;
}

/// The error that `text` gives.
Error error_of(std::string_view text) {
  try {
    static_cast<void>(parsed(text));
  } catch (const Error& error) {
    return error;
  }
  return Error(Error::Code::file, "no error");
}

std::vector<std::string> keys_of(const Value& table) {
  std::vector<std::string> keys;
  for (const Entry& entry : table.entries) keys.push_back(entry.key);
  return keys;
}

TEST(Document, TablesAreInFileOrder) {
  const Value root = parsed("z = 1\na = 2\n[m]\nq = 1\nb = 2\n[c]\nx.y = 1\n[k.second]\n[k.first]\n");
  EXPECT_EQ(keys_of(root), (std::vector<std::string>{"z", "a", "m", "c", "k"}));
  EXPECT_EQ(keys_of(at_key(root, "m")), (std::vector<std::string>{"q", "b"}));
  EXPECT_EQ(keys_of(at_key(root, "k")), (std::vector<std::string>{"second", "first"}));
}

TEST(Document, InlineTablesAreInFileOrder) {
  const Value root = parsed("p = { start = 1, rate = 2, a = 3 }");
  EXPECT_EQ(keys_of(at_key(root, "p")), (std::vector<std::string>{"start", "rate", "a"}));
}

TEST(Document, PlacesOfKeysAndValues) {
  const Value root = parsed("a = 1\n  b = [1, \"é\", 2.5]\n");
  EXPECT_EQ(root.find("b")->place, (Place{2, 3}));
  const Value& list = at_key(root, "b");
  EXPECT_EQ(list.place, (Place{2, 7}));
  EXPECT_EQ(list.items[1].place, (Place{2, 11}));
  EXPECT_EQ(list.items[1].text_place, (Place{2, 12}));
  EXPECT_EQ(list.items[2].place, (Place{2, 16})) << "columns count characters";
  EXPECT_EQ(list.items[2].text, "2.5");
  EXPECT_EQ(list.at().file, "m.toml");
}

TEST(Document, TextPlaces) {
  const Value root = parsed("a = 'x'\nb = \"\"\"\nx\"\"\"\nc = '''x'''\n");
  EXPECT_EQ(at_key(root, "a").text_place, (Place{1, 6}));
  EXPECT_EQ(at_key(root, "b").text_place, (Place{3, 1}));
  EXPECT_EQ(at_key(root, "c").text_place, (Place{4, 8}));
}

TEST(Document, NumbersAreWhatTheySpell) {
  struct Case {
    std::string literal;
    Rational value;
  };
  const std::vector<Case> cases{
      {"0.1", {1, 10}},
      {"-2.50e-3", {-1, 400}},
      {"+1_000.5", {2001, 2}},
      {"1_000", 1000},
      {"0x1F", 31},
      {"9223372036854775807", INT64_MAX},
      {"0.30000000000000001", *Rational::from_decimal("0.30000000000000001")},
      {"1E3", 1000},
  };
  for (const Case& c : cases) {
    const Value root = parsed("x = " + c.literal + " # comment");
    const std::optional<Rational> number = Rational::from_decimal(at_key(root, "x").text);
    ASSERT_TRUE(number) << c.literal;
    EXPECT_TRUE(*number == c.value) << c.literal;
    EXPECT_EQ(at_key(root, "x").number, c.value.to_double()) << c.literal;
  }
}

TEST(Document, OtherKinds) {
  const Value root = parsed("a = nan\nb = -inf\nc = 1979-05-27\nd = 07:32:00\ne = true\n");
  EXPECT_TRUE(at_key(root, "a").is(Value::Kind::real));
  EXPECT_TRUE(std::isinf(at_key(root, "b").number));
  EXPECT_TRUE(at_key(root, "c").is(Value::Kind::other));
  EXPECT_TRUE(at_key(root, "d").is(Value::Kind::other));
  EXPECT_TRUE(at_key(root, "e").boolean);
}

TEST(Document, ByteOrderMarkAndCarriageReturns) {
  const Value root = parsed("\xEF\xBB\xBFx = 0.1\r\ny = 0.2\r\n");
  EXPECT_EQ(at_key(root, "x").place, (Place{1, 5}));
  EXPECT_EQ(at_key(root, "y").text, "0.2");
}

struct BadSyntax {
  const char* text;
  int line;
  int column;
  const char* hint;
};

class DocumentSyntax : public ::testing::TestWithParam<BadSyntax> {};

TEST_P(DocumentSyntax, IsAnErrorWithItsPlace) {
  const Error error = error_of(GetParam().text);
  EXPECT_EQ(error.code(), Error::Code::syntax) << error.what();
  EXPECT_EQ(error.at().file, "m.toml");
  EXPECT_EQ(error.at().line, GetParam().line) << error.what();
  EXPECT_EQ(error.at().column, GetParam().column) << error.what();
  EXPECT_NE(error.hint().find(GetParam().hint), std::string::npos) << error.what();
}

INSTANTIATE_TEST_SUITE_P(
    All, DocumentSyntax,
    ::testing::Values(BadSyntax{"[++1", 1, 2, "quotes"}, BadSyntax{"[", 1, 2, "bracket"},
                      BadSyntax{"a", 1, 2, "missing"}, BadSyntax{"x = 1\na = m*g", 2, 5, "in quotes"},
                      BadSyntax{"a = \"x\nb = 1", 1, 7, "quote"}, BadSyntax{"a = 1\na = 2", 2, 5, "twice"},
                      BadSyntax{"[a]\n[a]", 2, 1, "one heading"}, BadSyntax{"a = [1", 1, 7, "bracket"},
                      BadSyntax{"a = .5", 1, 5, "0.5"}, BadSyntax{"a = 1e400", 1, 10, "decimals"},
                      BadSyntax{"a = 123456789012345678901", 1, 26, "1e20"}, BadSyntax{"a b = 1", 1, 3, "key = value"},
                      BadSyntax{"\xff\xfe\x01", 1, 1, "UTF-8"}, BadSyntax{"µ = 1", 1, 1, "key = value"},
                      BadSyntax{"aµ = 1", 1, 2, "key = value"}, BadSyntax{"a = \x01", 1, 5, "key = value"}));

TEST(Document, ErrorsHoldNoControlCharacters) {
  for (const char* text : {"a = \x1b[31m", "\x1b = 1", "a = [\x1b", "a \x07 = 1"}) {
    const std::string what = error_of(text).message();
    for (const char c : what) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << what;
  }
}

TEST(Document, DeepInputIsAnError) {
  EXPECT_EQ(error_of("a = " + std::string(100'000, '[')).code(), Error::Code::syntax);
  std::string inline_tables = "a = ";
  for (int i = 0; i < 10'000; ++i) inline_tables += "{a=";
  EXPECT_EQ(error_of(inline_tables).code(), Error::Code::syntax);
  std::string dotted = "a";
  for (int i = 0; i < 1'000'000; ++i) dotted += ".a";
  EXPECT_EQ(error_of(dotted + " = 1").code(), Error::Code::too_large);
  EXPECT_EQ(error_of("x = 1\n[" + dotted + "]").at().line, 2);
  EXPECT_EQ(error_of("[a]\nb.c = '.................'\n[d]\ne = 1.5").message(), "no error") << "dots in strings";
}

double seconds_for(const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  static_cast<void>(error_of(text));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Document, LargeInputTakesLinearTime) {
  constexpr double limit = 30.0;  // seconds; quadratic time would be minutes
  std::string one_line = "a = [", dotted, flat;
  while (one_line.size() < 5'000'000) one_line += "0.125, ";
  for (int i = 0; dotted.size() < 5'000'000; ++i) dotted += "k" + std::to_string(i) + ".x = 1\n";
  for (int i = 0; i < 200'000; ++i) flat += "k" + std::to_string(i) + " = 1.5\n";
  EXPECT_LT(seconds_for(one_line + "]"), limit);
  EXPECT_LT(seconds_for(dotted + dotted), limit);
  EXPECT_LT(seconds_for(flat), limit);
  EXPECT_LT(seconds_for("a = \"" + std::string(10'000'000, '(') + "\""), limit);
}

TEST(Document, FilesThatCannotBeRead) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "alembert_document_test";
  make_folder(folder);
  EXPECT_THROW(read_toml(folder), Error);
  EXPECT_THROW(read_toml(folder / "missing.toml"), Error);
  write_file(folder / "large.toml", std::string(largest_file + 1, '\n'));
  EXPECT_THROW(read_toml(folder / "large.toml"), Error);
  write_file(folder / "small.toml", "x = 1");
  EXPECT_EQ(read_toml(folder / "small.toml").entries.size(), 1U);
  std::filesystem::remove_all(folder);
}

TEST(TableReader, TypedValuesAndDefaults) {
  const Value root = parsed("text = 'x'\nyes = true\n");
  const TableReader reader(root, "", {"text", "yes", "other"});
  EXPECT_EQ(reader.text("text", ""), "x");
  EXPECT_EQ(reader.text("other", "default"), "default");
  EXPECT_TRUE(reader.boolean("yes", false));
  EXPECT_FALSE(reader.boolean("other", false));
  EXPECT_EQ(reader.find("other"), nullptr);
}

TEST(TableReader, UnknownKeyHasPlacePathAndRemedy) {
  const Value root = parsed("[energy]\nkinetik = 1\n");
  try {
    const TableReader reader(at_key(root, "energy"), "[energy]", {"kinetic", "potential"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "m.toml:2:1: unknown key: [energy] kinetik\n  hint: did you mean 'kinetic'?");
    EXPECT_EQ(error.code(), Error::Code::unknown_name);
  }
}

TEST(TableReader, WrongTypesAndMissingKeys) {
  const Value root = parsed("a = 1\nb = 'x'\nc = 1979-05-27\n");
  const TableReader reader(root, "", {"a", "b", "c"});
  const auto message = [](const auto& f) -> std::string {
    try {
      static_cast<void>(f());
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([&] { return reader.text("a", ""); }),
            "m.toml:1:5: a: expected a text in quotes, found a number\n  hint: write a text in quotes");
  EXPECT_EQ(message([&] { return reader.boolean("b", true); }),
            "m.toml:2:5: b: expected true or false, found a text\n  hint: write true or false");
  EXPECT_EQ(message([&] { return reader.text("c", ""); }),
            "m.toml:3:5: c: expected a text in quotes, found a date or time\n  hint: write a text in quotes");
  EXPECT_EQ(message([&] { return reader.need("d", "write d"); }), "m.toml:1:1: d is missing\n  hint: write d");
  EXPECT_EQ(
      message([&] { return entries_of(at_key(root, "a"), "[a]").size(); }),
      "m.toml:1:5: [a]: expected a table, found a number\n  hint: a table is [name] above its keys, or name = { key = "
      "value, ... }");
}

TEST(TableReader, Paths) {
  EXPECT_EQ(key_path("", "name"), "name");
  EXPECT_EQ(key_path("[energy]", "kinetic"), "[energy] kinetic");
  EXPECT_EQ(key_path("[coordinates] theta", "start"), "[coordinates] theta.start");
}

}  // namespace
}  // namespace alembert::document_test
