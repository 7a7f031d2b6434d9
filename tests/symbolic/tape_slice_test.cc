// Parts of a program compute what the whole one does.
#include "alembert/symbolic/tape_slice.h"

#include <gtest/gtest.h>

#include <array>

#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/tape_machine.h"

namespace alembert {
namespace {

class TapeSliceTest : public ::testing::Test {
 protected:
  Graph graph;
  GraphScope scope{graph};
  Expr x = Expr::symbol("x", SymbolKind::coordinate), p = Expr::symbol("p", SymbolKind::parameter), t = Expr::time();
  std::vector<Expr> inputs{p, t, x};

  /// Of the inputs apart from x.
  static std::vector<bool> apart() { return {true, true, false}; }
};

TEST_F(TapeSliceTest, ComparisonsOfTimeAreFoundWithTheirPlaces) {
  const Expr of_time = select(less(sin(p * t), Expr(0.5)), Expr(1.0), Expr(2.0));
  const Expr of_x = select(less(sin(p * x), t), Expr(1.0), Expr(2.0));
  const Tape whole(inputs, std::array{of_x * of_time, abs(x), abs(cos(t))});
  TapeMachine<double> machine(whole);
  ASSERT_EQ(machine.comparisons(), 4U);
  const TapeSlice slice = comparisons_from(whole, apart());
  ASSERT_EQ(slice.comparisons.size(), 2U);
  TapeMachine<double> part(slice.tape);
  for (const double time : {0.1, 0.7, 2.9}) {
    std::array<double, 3> out{};
    machine.run(std::array{3.0, time, 0.4}, out);
    part.run(std::array{3.0, time, 77.0}, {});
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(part.differences()[k], machine.differences()[slice.comparisons[k]]);
  }
  EXPECT_EQ(comparisons_from(whole, {true, true, true}).comparisons.size(), 4U);
  EXPECT_EQ(inputs_read(slice.tape), (std::vector<bool>{true, true, false}));
}

TEST_F(TapeSliceTest, FunctionsOfTimeAreThoseThatResultsFollow) {
  // The sine decides alone; of the exponential everything is seen, of p squared nothing changes.
  const Expr decided = select(less(sin(t), p), x, Expr(2.0));
  const Tape whole(inputs, std::array{decided + exp(t) * x + p * p});
  const TapeSlice slice = functions_from(whole, apart(), {false, true, false}, false);
  ASSERT_EQ(slice.tape.outputs().size(), 1U);
  TapeMachine<double> part(slice.tape);
  std::array<double, 1> out{};
  part.run(std::array{1.0, 0.5, 0.0}, out);
  EXPECT_EQ(out[0], std::exp(0.5));
  const TapeSlice with_results = functions_from(whole, apart(), {false, true, false}, true);
  std::array<double, 2> both{};
  TapeMachine<double>(with_results.tape).run(std::array{1.0, 0.5, 3.0}, both);
  EXPECT_DOUBLE_EQ(both[0], 3.0 + std::exp(0.5) * 3.0 + 1.0);
  EXPECT_EQ(both[1], std::exp(0.5));
}

}  // namespace
}  // namespace alembert
