#include "alembert/core/output_file.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include "alembert/core/error.h"

namespace alembert::output_file_test {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("alembert_output_" + std::to_string(::getpid()));
    make_folder(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

TEST_F(OutputFileTest, AppearsWholeOrNotAtAll) {
  {
    OutputFile file(folder_ / "a.txt");
    file.write("half");
    EXPECT_FALSE(fs::exists(folder_ / "a.txt"));
  }
  EXPECT_EQ(entries(), 0U);  // never committed: nothing is left
  write_file(folder_ / "a.txt", "whole");
  EXPECT_EQ(read_file(folder_ / "a.txt", 100), "whole");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(OutputFileTest, OldContentSurvivesAFailedWrite) {
  write_file(folder_ / "a.txt", "old");
  {
    OutputFile file(folder_ / "a.txt");
    file.write("new");
  }
  EXPECT_EQ(read_file(folder_ / "a.txt", 100), "old");
}

TEST_F(OutputFileTest, SaysWhatWentWrong) {
  const auto message = [](auto action, Error::Code code = Error::Code::file) -> std::string {
    try {
      action();
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), code);
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message([&] { write_file(folder_ / "no" / "a.txt", ""); }).find("a.txt"), std::string::npos);
  EXPECT_NE(message([&] { read_file(folder_ / "none", 10); }, Error::Code::unreadable).find("none"), std::string::npos);
  EXPECT_NE(message([&] { read_file(folder_, 10); }, Error::Code::unreadable).find("folder"), std::string::npos);
  write_file(folder_ / "big", std::string(1000, 'x'));
  EXPECT_NE(message([&] { read_file(folder_ / "big", 10); }, Error::Code::unreadable).find("larger"),
            std::string::npos);
  EXPECT_NE(message([&] { make_folder(folder_ / "big" / "sub"); }).find("big"), std::string::npos);
}

}  // namespace
}  // namespace alembert::output_file_test
