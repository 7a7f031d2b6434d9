// A whole report: every part is there, and large models say what was left out.
#include "alembert/workbench/report/report.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "alembert/io/tables/json.h"
#include "alembert/workbench/report/report_page.h"
#include "workbench/held_recording.h"

namespace alembert::report_test {
namespace {

/// The recording in the report of a short run.
Json report_of(const std::string& name) {
  Workbench workbench(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name);
  RunOptions options;
  options.folder = std::filesystem::path(::testing::TempDir()) / "report";
  options.time = 0.01;
  const RunSummary summary = run(workbench, options);
  const std::string page = make_report(workbench, summary, {{"rows", 2}}, "no picture", "alembert run " + name);
  return Json::parse(held_recording(page));
}

class ReportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_page()) GTEST_SKIP() << "built without the page";
  }
};

TEST_F(ReportTest, HoldsEveryPart) {
  const Json report = report_of("four-bar.toml");
  EXPECT_EQ(report["format"], 1);
  EXPECT_EQ(report["kind"], "run");
  EXPECT_EQ(report["name"], "Four-bar linkage");
  EXPECT_EQ(report["file"], "four-bar.toml");
  EXPECT_EQ(report["command"], "alembert run four-bar.toml");
  EXPECT_EQ(report["table"]["rows"], 2);
  EXPECT_EQ(report["motion_note"], "no picture");
  EXPECT_FALSE(report.contains("motion"));
  EXPECT_EQ(report["equations"]["forms"].size(), 13U);
  EXPECT_EQ(report["certificate"]["passed"], true);
  EXPECT_FALSE(report["facts"]["groups"].empty());
}

TEST_F(ReportTest, OfALargeModelSaysWhatWasLeftOut) {
  const Json report = report_of("chain-1000.toml");
  EXPECT_FALSE(report.contains("certificate"));
  const Json& last = report["facts"]["groups"].back();
  EXPECT_EQ(last["title"], "Certificate");
  EXPECT_EQ(last["rows"][0]["note"], "the model is large; `alembert check chain-1000.toml` makes it");
}

}  // namespace
}  // namespace alembert::report_test
