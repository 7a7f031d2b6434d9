#include "alembert/io/tables/csv.h"
#include "alembert/io/tables/csv_reader.h"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/core/random.h"

namespace alembert::csv_test {
namespace {

class Csv : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "alembert_csv_test";
    make_folder(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path path() const { return folder_ / "rows.csv"; }
  std::string content() const { return read_file(path(), std::size_t{1} << 30U); }

 private:
  std::filesystem::path folder_;
};

TEST_F(Csv, HeaderAndRows) {
  const std::vector<std::string> names{"t", "theta", "theta'", "a,b", "say \"x\"", "=1+1", "-x", "two\nlines", ""};
  CsvWriter writer(path(), names);
  writer.row(std::vector<double>{0.0, 0.1, -0.0, 1e300, 1e-5, 100000, 123456789012, 1.0 / 3.0, 5e-324});
  writer.commit();
  EXPECT_EQ(content(),
            "t,theta,theta',\"a,b\",\"say \"\"x\"\"\",`=1+1`,`-x`,\"two\nlines\",\n"
            "0,0.1,-0,1e+300,1e-05,1e+05,123456789012,0.3333333333333333,5e-324\n");
}

TEST_F(Csv, NamesThatSpreadsheetsWouldRunAreInBackquotes) {
  const std::vector<std::string> names{"=1+1", "+x", "-knee'", "@a,b", "\tc", "-d`e", "x-y"};
  {
    CsvWriter writer(path(), names);
    writer.row(std::vector<double>(names.size(), 1.0));
    writer.commit();
  }
  EXPECT_TRUE(content().starts_with("`=1+1`,`+x`,`-knee`',\"`@a,b`\",`\tc`,`-d``e`,x-y\n")) << content();
  EXPECT_EQ(CsvReader(path()).names(), names);
}

TEST_F(Csv, BlanksAtTheEndsOfNamesSurvive) {
  const std::vector<std::string> names{" =1", " a", "b ", " a'", "b '", " ", "in side", " c,d\t"};
  {
    CsvWriter writer(path(), names);
    writer.row(std::vector<double>(names.size(), 1.0));
    writer.commit();
  }
  EXPECT_TRUE(content().starts_with("` =1`,` a`,`b `,` a`',`b `',` `,in side,\"` c,d\t`\"\n")) << content();
  EXPECT_EQ(CsvReader(path()).names(), names);
}

TEST_F(Csv, NotFinite) {
  const std::vector<std::string> names{"a", "b", "c"};
  CsvWriter writer(path(), names);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  writer.row(std::vector<double>{std::nan(""), infinity, -infinity});
  writer.commit();
  EXPECT_EQ(content(), "a,b,c\nnan,inf,-inf\n");
}

TEST_F(Csv, EveryNumberReadsBack) {
  const std::vector<std::string> names{"x"};
  Random random(7);
  std::vector<double> values;
  for (int i = 0; i < 20'000; ++i) {
    const double x = std::bit_cast<double>(random.bits());
    if (std::isfinite(x)) values.push_back(x);
  }
  CsvWriter writer(path(), names);
  for (const double& x : values) writer.row({&x, 1});
  writer.commit();
  std::istringstream lines(content());
  std::string line;
  std::getline(lines, line);
  for (const double x : values) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(std::strtod(line.c_str(), nullptr), x) << line;
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(Csv, NothingIsLeftWithoutCommit) {
  const std::vector<std::string> names{"x"};
  { CsvWriter writer(path(), names); }
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_TRUE(std::filesystem::is_empty(path().parent_path()));
}

TEST_F(Csv, FolderThatDoesNotExist) {
  const std::vector<std::string> names{"x"};
  EXPECT_THROW(CsvWriter(path() / "no" / "rows.csv", names), Error);
}

TEST_F(Csv, MillionNumbersInSeconds) {
  const std::vector<std::string> names(10, "x");
  const auto start = std::chrono::steady_clock::now();
  CsvWriter writer(path(), names);
  Random random(1);
  std::vector<double> row(10);
  for (int i = 0; i < 100'000; ++i) {
    for (double& x : row) x = random.uniform(-1, 1);
    writer.row(row);
  }
  writer.commit();
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10.0);
}

}  // namespace
}  // namespace alembert::csv_test
