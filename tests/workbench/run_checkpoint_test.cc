// Checkpoints as text, and what makes two runs the same.
#include "alembert/workbench/run/run_checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "alembert/core/error.h"
#include "alembert/core/random.h"

namespace alembert::run_checkpoint_test {
namespace {

RunCheckpoint sample() {
  RunCheckpoint c;
  c.identity = {{"file arm.toml", "0123"}, {"--time", "10"}, {"--set", "a=1, b=\"2\""}};
  c.simulation.t = 0.1;
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const double x = std::bit_cast<double>(random.bits());
    if (!std::isnan(x)) c.simulation.y.push_back(x);
  }
  c.simulation.method = {-0.0, std::numeric_limits<double>::infinity(), 5e-324};
  c.simulation.counts = {1, 2, 3, 4};
  c.simulation.next_row = std::int64_t{1} << 60;
  c.simulation.account.rows = 77;
  c.simulation.account.rank_changes = 5;
  c.stream = {std::uint64_t{1} << 63U, 0xffffffffffffffffU};
  c.limits = {std::nan(""), 2.5};
  c.wall_seconds = 1.0 / 3.0;
  return c;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(
      a, b, [](double x, double y) { return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y); });
}

TEST(RunCheckpointText, ReadsBackBitForBit) {
  const RunCheckpoint c = sample();
  const RunCheckpoint back = read_checkpoint(checkpoint_text(c), "file");
  EXPECT_EQ(back.identity, c.identity);
  EXPECT_EQ(back.simulation.t, c.simulation.t);
  EXPECT_TRUE(same_bits(back.simulation.y, c.simulation.y));
  EXPECT_TRUE(same_bits(back.simulation.method, c.simulation.method));
  EXPECT_EQ(back.simulation.counts.jacobians, 4);
  EXPECT_EQ(back.simulation.next_row, c.simulation.next_row);
  EXPECT_EQ(back.stream.bytes, c.stream.bytes);
  EXPECT_EQ(back.stream.hash, c.stream.hash);
  EXPECT_TRUE(std::isnan(back.limits[0]));
  EXPECT_EQ(back.limits[1], 2.5);
  EXPECT_EQ(back.wall_seconds, c.wall_seconds);
  EXPECT_EQ(back.simulation.account.rows, 77);
  EXPECT_EQ(back.simulation.account.rank_changes, 5);
  EXPECT_EQ(back.simulation.account.kinetic.low, std::numeric_limits<double>::infinity());
}

// Every single byte counts: whatever is changed, cut or missing is an Error, never a crash or another checkpoint.
TEST(RunCheckpointText, DamageIsNoticed) {
  RunCheckpoint c = sample();
  c.simulation.y.resize(5);
  const std::string text = checkpoint_text(c);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string bad = text;
    bad[i] = bad[i] == '3' ? '4' : '3';
    EXPECT_THROW(read_checkpoint(bad, "file"), Error) << i;
    if (i + 1 == text.size()) continue;
    EXPECT_THROW(read_checkpoint(text.substr(0, i), "file"), Error) << i;
  }
}

TEST(RunIdentityDifference, NamesWhatDiffers) {
  const RunIdentity then{{"file arm.toml", "1"}, {"--time", "10"}, {"--set", ""}, {"start", "a"}};
  EXPECT_EQ(difference(then, then), "");
  RunIdentity now = then;
  now[1].second = "20";
  EXPECT_EQ(difference(then, now), "--time was 10 and is 20");
  now[0].second = "2";
  EXPECT_EQ(difference(then, now), "the file 'arm.toml' has changed; --time was 10 and is 20");
  now = then;
  now[2].second = "m=2";
  EXPECT_EQ(difference(then, now), "--set was not given and is m=2");
  now = then;
  now[3].second = "b";
  EXPECT_EQ(difference(then, now), "the start (--q, --v) is another one");
  now = then;
  now.emplace_back("file leg.toml", "5");
  EXPECT_EQ(difference(then, now), "the file 'leg.toml' was not part of the model");
  EXPECT_EQ(difference(now, then), "the file 'leg.toml' is no longer part of the model");
  EXPECT_NE(fingerprint(std::vector<double>{0.0}), fingerprint(std::vector<double>{-0.0}));
}

}  // namespace
}  // namespace alembert::run_checkpoint_test
