// Tables read back from HDF5.
#include "alembert/io/tables/hdf5_reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "alembert/core/error.h"
#include "alembert/io/tables/hdf5_writer.h"

namespace alembert::hdf5_reader_test {
namespace {

class Hdf5ReaderTest : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::filesystem::path path_ = std::filesystem::temp_directory_path() / "alembert_hdf5_reader_test.h5";
};

TEST_F(Hdf5ReaderTest, ReadsWhatWasWritten) {
  const std::vector<std::string> names{"t", "b/a", "z'", "a"}, units{"s", "", "m/s", ""};
  constexpr int rows = 10000;  // more than are read at once
  Hdf5Writer writer(path_, "A table", names, units);
  for (int k = 0; k < rows; ++k) writer.row(std::vector<double>{1.0 * k, 0.1 * k, -1.0 / (k + 1), 7.0});
  writer.commit();
  EXPECT_TRUE(is_hdf5(path_));
  Hdf5Reader table(path_);
  EXPECT_EQ(table.names(), names);
  for (int k = 0; k < rows; ++k) {
    ASSERT_TRUE(table.next());
    ASSERT_EQ(table.row(), static_cast<std::size_t>(k) + 1);
    ASSERT_EQ(std::vector<double>(table.values().begin(), table.values().end()),
              (std::vector<double>{1.0 * k, 0.1 * k, -1.0 / (k + 1), 7.0}));
  }
  EXPECT_FALSE(table.next());
}

TEST_F(Hdf5ReaderTest, RefusesOtherFiles) {
  EXPECT_FALSE(is_hdf5(path_));
  EXPECT_THROW(Hdf5Reader{path_}, Error);
  std::ofstream(path_) << "t,x\n0,1\n";
  EXPECT_FALSE(is_hdf5(path_));
  EXPECT_THROW(Hdf5Reader{path_}, Error);
  Hdf5Writer(path_, "empty", {}, {}).commit();
  EXPECT_TRUE(is_hdf5(path_));
  try {
    Hdf5Reader table(path_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no columns"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace alembert::hdf5_reader_test
