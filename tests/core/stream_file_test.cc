// Files that grow, are cut back and gone on with.
#include "alembert/core/stream_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"

namespace alembert::stream_file_test {
namespace {

namespace fs = std::filesystem;

class StreamFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("alembert_stream_" + std::to_string(::getpid()));
    make_folder(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path path() const { return folder_ / "rows"; }
  std::string content() const { return read_file(path(), 1U << 30U); }
  fs::path folder_;
};

// Published values of 64-bit FNV-1a: of nothing, of "a" and of "foobar".
TEST(Hash, KnownValues) {
  const auto of = [](std::string_view text) {
    Hash64 hash;
    hash.add(text);
    return hex(hash.value());
  };
  EXPECT_EQ(of(""), "cbf29ce484222325");
  EXPECT_EQ(of("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(of("foobar"), "85944171f73967e8");
  Hash64 pieces;
  pieces.add("foo");
  pieces.add("bar");
  EXPECT_EQ(hex(pieces.value()), of("foobar"));
}

TEST_F(StreamFileTest, IsCutBackToAMark) {
  StreamFile::Mark mark;
  {
    StreamFile file(path());
    file.clear();
    file.append("first,");
    mark = file.end();
    file.append("second");
    file.flush();
  }
  EXPECT_EQ(content(), "first,second");
  EXPECT_EQ(mark.bytes, 6U);
  StreamFile file(path());
  EXPECT_EQ(content(), "first,second") << "opening changes nothing";
  ASSERT_TRUE(file.cut(mark));
  file.append("third");
  file.sync();
  EXPECT_EQ(content(), "first,third");
  EXPECT_EQ(file.end().bytes, 11U);
}

TEST_F(StreamFileTest, LeavesOtherContentAlone) {
  StreamFile::Mark mark;
  {
    StreamFile file(path());
    file.append("one two three");
    mark = file.end();
    file.flush();
  }
  write_file(path(), "one two fourteen");
  EXPECT_FALSE(StreamFile(path()).cut(mark));
  EXPECT_EQ(content(), "one two fourteen");
  write_file(path(), "one");
  EXPECT_FALSE(StreamFile(path()).cut(mark));
  EXPECT_EQ(content(), "one");
}

TEST_F(StreamFileTest, LargeContent) {
  const std::string block(100'000, 'x');
  StreamFile::Mark mark;
  {
    StreamFile file(path());
    for (int i = 0; i < 30; ++i) file.append(block);
    mark = file.end();
    file.append("tail");
    file.flush();
  }
  EXPECT_EQ(fs::file_size(path()), 3'000'004U);
  EXPECT_TRUE(StreamFile(path()).cut(mark));
  EXPECT_EQ(fs::file_size(path()), 3'000'000U);
}

TEST_F(StreamFileTest, OneAtATime) {
  const StreamFile first(path());
  try {
    const StreamFile second(path());
    FAIL() << "two writers";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::file);
    EXPECT_NE(std::string(e.what()).find("another run"), std::string::npos);
  }
}

TEST_F(StreamFileTest, FullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "skipped: there is no /dev/full here";
  StreamFile file("/dev/full");
  file.append("text");
  EXPECT_THROW(file.flush(), Error);
}

TEST_F(StreamFileTest, ScopesNoteWhatIsRead) {
  write_file(path(), "a");
  const ReadScope outer;
  {
    const ReadScope inner;
    read_file(path(), 10);
    ASSERT_EQ(inner.files.size(), 1U);
    EXPECT_EQ(inner.files[0].path, path());
    EXPECT_EQ(hex(inner.files[0].hash), "af63dc4c8601ec8c");
  }
  EXPECT_TRUE(outer.files.empty());
  copy_whole_file(path(), folder_ / "copy");
  EXPECT_EQ(read_file(folder_ / "copy", 10), "a");
  EXPECT_EQ(outer.files.size(), 1U);
}

}  // namespace
}  // namespace alembert::stream_file_test
