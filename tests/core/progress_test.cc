// Who watches long work.
#include "alembert/core/progress.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace alembert::progress_test {
namespace {

TEST(Progress, TheInnerScopeWatchesAlone) {
  std::vector<std::string> seen;
  const auto into = [&](const std::string& name) {
    return [&seen, name](const Progress& p) {
      seen.push_back(name + " " + std::string(p.what) + " " + std::to_string(p.done) + "/" + std::to_string(p.total));
    };
  };
  report_progress("nobody", 1, 2);
  {
    const ProgressScope outer(into("outer"));
    report_progress("states", 1, 2);
    {
      const ProgressScope inner(into("inner"));
      report_progress("starts", 3, 0);
    }
    report_progress("states", 2, 2);
  }
  report_progress("nobody", 2, 2);
  EXPECT_EQ(seen, (std::vector<std::string>{"outer states 1/2", "inner starts 3/0", "outer states 2/2"}));
}

}  // namespace
}  // namespace alembert::progress_test
