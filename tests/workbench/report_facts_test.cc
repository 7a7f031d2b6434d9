// What a report says about a model and its run.
#include "alembert/workbench/report/report_facts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "alembert/io/tables/json.h"

namespace alembert::report_facts_test {
namespace {

namespace fs = std::filesystem;

std::string example(const std::string& name) { return std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name; }

/// The row of a group, or null.
Json row(const Json& facts, const std::string& title, const std::string& label) {
  for (const Json& group : facts["groups"])
    for (const Json& one : group["rows"])
      if (group["title"] == title && one["label"] == label) return one;
  return nullptr;
}

RunSummary run_of(Workbench& workbench) {
  RunOptions options;
  options.folder = fs::path(::testing::TempDir()) / "report-facts";
  return run(workbench, options);
}

TEST(ReportFacts, FourBarMovesInOneWay) {
  Workbench workbench(example("four-bar.toml"));
  const Json facts = report_facts(workbench, nullptr);
  EXPECT_EQ(row(facts, "Model", "Kind")["value"], "mechanism in a plane");
  EXPECT_EQ(row(facts, "Model", "Degrees of freedom")["value"], "1");
  EXPECT_EQ(row(facts, "Model", "Gruebler's count")["value"], "1");  // 3 * 3 - 4 * 2
  EXPECT_TRUE(row(facts, "Method", "Method").is_null()) << "nothing was run";
  EXPECT_TRUE(facts["warnings"].empty());
}

TEST(ReportFacts, SpatialMechanismsMayBeRedundant) {
  Workbench workbench(example("bennett.toml"));  // 6 * 3 - 5 * 4 = -2, and yet it moves
  const Json facts = report_facts(workbench, nullptr);
  EXPECT_EQ(row(facts, "Model", "Degrees of freedom")["value"], "1");
  EXPECT_EQ(row(facts, "Model", "Gruebler's count")["value"], "-2");
  EXPECT_FALSE(row(facts, "Model", "Redundant rows").is_null());
}

TEST(ReportFacts, ParametersWithValuesUnitsAndFormulas) {
  const fs::path file = fs::path(::testing::TempDir()) / "facts.toml";
  std::ofstream(file) << R"toml(
space = "planar"
[parameters]
m  = 2
a  = "30 deg"
m2 = "2*m"
[inputs]
F = "m*sin(t)"
[body.slider]
mass    = "m2"
inertia = 1
[joint.x]
type   = "prismatic"
bodies = ["ground", "slider"]
limits = [-1, 1]
rate   = 10
)toml";
  Workbench workbench(file);
  const RunSummary summary = run_of(workbench);
  const Json facts = report_facts(workbench, &summary);
  EXPECT_EQ(row(facts, "Parameters", "m")["value"], "2");
  EXPECT_EQ(row(facts, "Parameters", "a")["value"], "30");
  EXPECT_EQ(row(facts, "Parameters", "a")["unit"], "deg");
  EXPECT_EQ(row(facts, "Parameters", "a")["note"], "0.5235987756 in SI units");  // pi / 6
  EXPECT_EQ(row(facts, "Parameters", "m2")["value"], "4");
  EXPECT_EQ(row(facts, "Parameters", "m2")["note"], "= 2*m");
  EXPECT_EQ(row(facts, "Parameters", "F")["value"], "m*sin(t)");
  EXPECT_EQ(row(facts, "Method", "Steps")["value"], std::to_string(summary.result.counts.steps));
  EXPECT_EQ(row(facts, "Method", "Method")["note"], summary.method_reason);
  EXPECT_EQ(row(facts, "Accuracy", "Kinetic energy")["value"], "200 to 200");  // 4 * 10^2 / 2, nothing acts
  EXPECT_FALSE(row(facts, "Files", "trajectory.csv").is_null());
  ASSERT_EQ(facts["warnings"].size(), 1U) << "the limit is passed";
  EXPECT_NEAR(facts["warnings"][0]["time"].get<double>(), 0.1, 0.011);  // 1 m at 10 m/s, rows every 0.01 s
}

TEST(ReportFacts, LargeModelsAreNotSearchedForMobility) {
  Workbench workbench(example("chain-1000.toml"));
  const Json facts = report_facts(workbench, nullptr);
  EXPECT_EQ(row(facts, "Model", "Degrees of freedom")["note"], "`alembert mobility chain-1000.toml` counts them");
}

TEST(ReportFacts, EventsAreThoseOfTheRun) {
  Workbench workbench(example("bouncing-ball.toml"));
  const RunSummary summary = run_of(workbench);
  const Json facts = report_facts(workbench, &summary);
  ASSERT_EQ(facts["events"].size(), summary.happenings.size());
  ASSERT_FALSE(facts["events"].empty());
  EXPECT_EQ(facts["events"][0]["time"].get<double>(), summary.happenings[0].time);
  EXPECT_EQ(facts["events"][0]["what"], summary.happenings[0].what);
}

}  // namespace
}  // namespace alembert::report_facts_test
