// Tables of numbers that users bring.
#include "alembert/io/tables/csv_reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "alembert/core/error.h"

namespace alembert::csv_reader_test {
namespace {

class CsvReaderTest : public ::testing::Test {
 protected:
  CsvReader reader(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return CsvReader(path_);
  }
  std::string refusal(const std::string& text) {
    try {
      CsvReader table = reader(text);
      while (table.next()) {
      }
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::filesystem::path path_ = std::filesystem::temp_directory_path() / "alembert_csv_reader_test.csv";
};

TEST_F(CsvReaderTest, NamesAndNumbers) {
  CsvReader table =
      reader("\xEF\xBB\xBFt, x ,\"a \"\"b\"\", c\",\"two\nlines\"\r\n0,-1.5e-3,\"7\",1\r\n\r\n 1 ,+2,inf,nan\r\n");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"t", "x", "a \"b\", c", "two\nlines"}));
  ASSERT_TRUE(table.next());
  EXPECT_EQ(table.line(), 3);
  EXPECT_EQ(std::vector<double>(table.values().begin(), table.values().end()), (std::vector<double>{0, -1.5e-3, 7, 1}));
  ASSERT_TRUE(table.next());
  EXPECT_EQ(table.line(), 5);
  EXPECT_EQ(table.values()[0], 1.0);
  EXPECT_EQ(table.values()[1], 2.0);
  EXPECT_GT(table.values()[2], 1e308);
  EXPECT_NE(table.values()[3], table.values()[3]);
  EXPECT_FALSE(table.next());
}

TEST_F(CsvReaderTest, Refusals) {
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1\n").find(":2:"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1\n").find("1 values, but there are 2 columns"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,2,3\n").find("more than 2 values"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,\n").find("expected a number"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,2x\n").find("2:3: column 'b'"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,1e999\n").find("beyond"), std::string::npos);
  EXPECT_NE(refusal("a,a\n").find("two columns"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,\"2\n").find("not closed"), std::string::npos);
  EXPECT_NE(refusal("a,b\n\"1\"x,2\n").find("comma"), std::string::npos);
}

}  // namespace
}  // namespace alembert::csv_reader_test
