/// Files that are wrong, and what is to be said about them: code, place, words and remedy.
#pragma once
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "alembert/core/error.h"

namespace alembert {

struct BadFile {
  const char* name;  ///< of the test
  std::string text;
  Error::Code code;
  int line;
  int column;
  const char* message;  ///< part of it
  const char* hint;     ///< part of it
};

inline void PrintTo(const BadFile& bad, std::ostream* out) { *out << bad.name; }

inline std::string bad_file_name(const ::testing::TestParamInfo<BadFile>& info) { return info.param.name; }

/// Calls `read`, a callable without arguments that reads bad.text under the name `file`, and compares its error.
template <class Read>
void expect_error(const BadFile& bad, const char* file, const Read& read) {
  try {
    static_cast<void>(read());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), bad.code) << error.what();
    EXPECT_EQ(error.at().file, file) << error.what();
    EXPECT_EQ(error.at().line, bad.line) << error.what();
    EXPECT_EQ(error.at().column, bad.column) << error.what();
    EXPECT_NE(error.message().find(bad.message), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find(bad.hint), std::string::npos) << error.what();
  }
}

}  // namespace alembert
