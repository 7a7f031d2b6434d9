// What is said of a run while it goes on, and of its account at the end.
#include "alembert/workbench/run/run_method.h"

#include <gtest/gtest.h>

namespace alembert::run_method_test {
namespace {

TEST(PaceNote, TellsOfMinutesAndOfNothingElse) {
  SimulateOptions how;
  how.end_time = 10.0;
  how.method = Method::variational;
  EXPECT_EQ(pace_note(how, 0.0, 1.0, 2.0), "");  // too early to say
  EXPECT_EQ(pace_note(how, 0.0, 5.0, 4.0), "");  // it ends soon
  const std::string note = pace_note(how, 0.0, 0.2, 6.0);  // a fiftieth in 6 s
  EXPECT_NE(note.find("about 5 minutes"), std::string::npos) << note;
  EXPECT_NE(note.find("rk8, cvode or ida"), std::string::npos) << note;
  EXPECT_EQ(pace_note(how, 0.0, 1e-3, 10.0), "");  // a hard place at the start
  EXPECT_NE(pace_note(how, 0.0, 1e-3, 30.0).find("hours"), std::string::npos);
  EXPECT_NE(pace_note(how, 9.0, 9.1, 12.0).find("about 2 minutes"), std::string::npos);  // a resumed run
}

TEST(SayAccount, WarnsBeforeItAccuses) {
  const auto said = [](double drift, bool equal_steps) {
    SimulateOptions how;
    how.relative = 1e-8;
    if (equal_steps) how.method_options.fixed_step = 0.1;
    RunSummary summary;
    summary.result.energy_drift = drift;
    say_account(how, summary);
    return std::pair(!summary.trouble.empty(), summary.warnings.size());
  };
  EXPECT_EQ(said(9e-6, false), std::pair(false, std::size_t{0}));
  EXPECT_EQ(said(2e-5, false), std::pair(false, std::size_t{1}));
  EXPECT_EQ(said(2e-3, false), std::pair(true, std::size_t{0}));
  EXPECT_EQ(said(2e-5, true), std::pair(false, std::size_t{0}));
  EXPECT_EQ(said(2e-3, true), std::pair(false, std::size_t{1}));
}

}  // namespace
}  // namespace alembert::run_method_test
