// Recordings inside pages: nothing in them can leave the element that they stand in.
#include "alembert/workbench/report/report_page.h"

#include <gtest/gtest.h>

#include "alembert/core/error.h"
#include "alembert/io/tables/json.h"
#include "workbench/held_recording.h"

namespace alembert::report_page_test {
namespace {

TEST(ReportPage, HoldsTheRecordingAndNothingOfItElsewhere) {
  Json recording{{"format", 1}, {"kind", "equations"}};
  recording["name"] = "</script><script>alert(1)</script><!-- & \" \\ \u2028\u2029 {recording}";
  if (!has_page()) {
    EXPECT_THROW(report_page(recording), Error);
    return;
  }
  const std::string page = report_page(recording);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("\xE2\x80\xA8"), std::string::npos);
  EXPECT_EQ(Json::parse(held_recording(page)), recording);
}

TEST(ReportPage, TextThatIsNotUtf8DoesNotStopIt) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const std::string page = report_page({{"name", "a\xFF\xC3"}});
  EXPECT_NE(held_recording(page).find("a\uFFFD"), std::string::npos);
}

}  // namespace
}  // namespace alembert::report_page_test
