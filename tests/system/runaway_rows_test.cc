// Multipliers that rounding has chosen.
#include "alembert/system/rank/runaway_rows.h"

#include <gtest/gtest.h>

#include <vector>

namespace alembert::runaway_rows_test {
namespace {

/// Two rows on two speeds, apart by `angle`.
class TwoRows : public System {
 public:
  explicit TwoRows(double angle) : angle_(angle) {}
  Sizes sizes() const override { return {2, 2, 0, 0, 2, 2, 0}; }
  std::string coordinate_name(int /*i*/) const override { return "x"; }
  std::string speed_name(int /*i*/) const override { return "x'"; }
  void inputs(double /*t*/, Out /*u*/) const override {}
  Status accelerate(const State&, In, Out, Out, Out) const override { return {}; }
  Status accelerate_jacobian(const State&, In, Out, Out, Out, Out) const override { return {}; }
  Energies energies(const State&, In) const override { return {}; }
  void constraint_jacobian(double /*t*/, In /*q*/, SparseRows& A) const override {
    A.first = {0, 2, 4};
    A.column = {0, 1, 0, 1};
    A.value = {1.0, 0.0, 1.0, angle_};
  }

 private:
  double angle_;
};

int runaway(double angle, std::vector<double> lambda, double force) {
  const std::vector<double> q{0.0, 0.0}, forces{force, 0.0};
  const RowScales scales{{1.0, 1.0}, {1.0, 1.0}, {}};
  return runaway_row(TwoRows(angle), 0.0, q, lambda, scales, forces);
}

TEST(RunawayRows, ForcesThatHoldSomethingAreForces) {
  EXPECT_EQ(runaway(1.0, {3.0, -5.0}, 10.0), -1);
  EXPECT_EQ(runaway(1e-3, {3e3, -3e3}, 1.0), -1);  // rows that are nearly parallel need large ones
}

TEST(RunawayRows, LargeOnesThatHoldEachOtherAreNamed) {
  EXPECT_EQ(runaway(1e-17, {4e13, -4.1e13 + 1e12}, 1.0), 0);
  EXPECT_EQ(runaway(0.0, {1e12, -1e12 - 1e3}, 1.0), 1);
}

TEST(RunawayRows, RoundingOfNothingIsNothing) {
  EXPECT_EQ(runaway(0.0, {1e-17, -1e-17}, 1.0), -1);
  EXPECT_EQ(runaway(1.0, {0.0, 0.0}, 0.0), -1);
}

}  // namespace
}  // namespace alembert::runaway_rows_test
