// Tables of long runs, as CSV and HDF5; HDF5 is read back by the library's own functions.
#include "alembert/io/tables/row_stream.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <unistd.h>

#include <cmath>
#include <limits>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"

namespace alembert::row_stream_test {
namespace {

namespace fs = std::filesystem;
using Numbers = std::vector<double>;

class RowStreamTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("alembert_rows_" + std::to_string(::getpid()));
    make_folder(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path csv() const { return folder_ / "t.csv"; }
  fs::path h5() const { return folder_ / "t.h5"; }
  std::string content(const fs::path& path) const { return read_file(path, 1U << 30U); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

const TableHead head{"A title", {"t", "th'", "a/b"}, {"s", "rad/s", ""}};

Numbers row(int i) { return {0.01 * i, std::sin(0.1 * i), 1.0 / (i + 3)}; }

Numbers column_in(const fs::path& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t column = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(column);
  Numbers values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  H5Dread(column, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(column);
  H5Fclose(file);
  return values;
}

std::string text_in(const fs::path& path, const char* object, const char* key) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t attribute = H5Aopen_by_name(file, object, key, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  std::string text(H5Tget_size(type), '\0');
  H5Aread(attribute, type, text.data());
  H5Tclose(type);
  H5Aclose(attribute);
  H5Fclose(file);
  return text.c_str();
}

TEST_F(RowStreamTest, GoesOnAsIfNothingHadHappened) {
  for (const TableFormat format : {TableFormat::csv, TableFormat::hdf5}) {
    const fs::path target = format == TableFormat::csv ? csv() : h5();
    StreamFile::Mark mark;
    {
      RowStream stream(target, format, head);
      stream.begin();
      for (int i = 0; i < 5000; ++i) stream.row(row(i));
      mark = stream.mark();
      for (int i = 0; i < 100; ++i) stream.row({{9, 9, 9}});  // lost work
      stream.flush();
    }
    EXPECT_FALSE(fs::exists(target));
    RowStream stream(target, format, head);
    ASSERT_TRUE(stream.resume(mark));
    for (int i = 5000; i < 9000; ++i) stream.row(row(i));
    int count = 0;
    stream.each_row([&](std::span<const double> values) {
      const Numbers expected = row(count++);
      ASSERT_TRUE(std::equal(values.begin(), values.end(), expected.begin()));
    });
    EXPECT_EQ(count, 9000);
    stream.finish();
    stream.discard();
  }
  EXPECT_EQ(entries(), 2U);
  EXPECT_EQ(content(csv()).substr(0, 10), "t,th',a/b\n");
  const Numbers speeds = column_in(h5(), "th'"), last = column_in(h5(), "a_b");
  ASSERT_EQ(speeds.size(), 9000U);
  ASSERT_EQ(last.size(), 9000U);
  for (int i = 0; i < 9000; ++i) {
    EXPECT_EQ(speeds[static_cast<std::size_t>(i)], row(i)[1]);
    EXPECT_EQ(last[static_cast<std::size_t>(i)], row(i)[2]);
  }
  EXPECT_EQ(text_in(h5(), "th'", "units"), "rad/s");
  EXPECT_EQ(text_in(h5(), "a_b", "name"), "a/b");
  EXPECT_EQ(text_in(h5(), "a_b", "units"), "");
  EXPECT_EQ(text_in(h5(), "/", "title"), "A title");
}

TEST_F(RowStreamTest, PublishedRowsStayWhileTheRunGoesOn) {
  RowStream stream(csv(), TableFormat::csv, head);
  write_file(csv(), "old");
  stream.begin();
  stream.row(row(0));
  EXPECT_EQ(content(csv()), "old");
  stream.publish();
  const std::string first = content(csv());
  EXPECT_EQ(first, "t,th',a/b\n0,0,0.3333333333333333\n");
  stream.row(row(1));
  EXPECT_EQ(content(csv()), first);
  stream.finish();
  EXPECT_GT(content(csv()).size(), first.size());
}

TEST_F(RowStreamTest, RowsUnderTheirNameAlready) {
  StreamFile::Mark mark;
  {
    RowStream stream(csv(), TableFormat::csv, head);
    stream.begin();
    stream.row(row(0));
    mark = stream.mark();
    stream.row(row(1));
    stream.finish();
  }
  const std::string whole = content(csv());
  {
    RowStream stream(csv(), TableFormat::csv, head);
    ASSERT_TRUE(stream.resume(mark));
    stream.row(row(1));
    stream.finish();
  }
  EXPECT_EQ(content(csv()), whole);
}

TEST_F(RowStreamTest, OtherRowsAreRefused) {
  write_file(csv(), "t,th',a/b\n1,2,3\n");
  RowStream stream(csv(), TableFormat::csv, head);
  EXPECT_FALSE(stream.resume({16, 12345}));
  EXPECT_EQ(content(csv()), "t,th',a/b\n1,2,3\n");
}

TEST_F(RowStreamTest, NumbersOfEveryKindReadBack) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const TableFormat format : {TableFormat::csv, TableFormat::hdf5}) {
    RowStream stream(format == TableFormat::csv ? csv() : h5(), format, head);
    stream.begin();
    stream.row({{1e-310, -inf, 0.1}});
    stream.row({{std::nan(""), inf, -0.0}});
    std::vector<Numbers> rows;
    stream.each_row([&](std::span<const double> r) { rows.emplace_back(r.begin(), r.end()); });
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0], (Numbers{1e-310, -inf, 0.1}));
    EXPECT_TRUE(std::isnan(rows[1][0]));
    EXPECT_TRUE(std::signbit(rows[1][2]));
  }
}

TEST_F(RowStreamTest, Formats) {
  EXPECT_EQ(table_format("hdf5", "--format"), TableFormat::hdf5);
  EXPECT_EQ(table_name("trajectory", TableFormat::hdf5), "trajectory.h5");
  EXPECT_THROW(table_format("xlsx", "--format"), Error);
  EXPECT_THROW(RowStream(folder_ / "none" / "t.csv", TableFormat::csv, head), Error);
}

}  // namespace
}  // namespace alembert::row_stream_test
