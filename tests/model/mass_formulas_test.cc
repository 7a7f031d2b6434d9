/// Mass properties as formulas: equal to the numbers at random parameters, and to each other.
#include <gtest/gtest.h>

#include <array>

#include "alembert/model/shape_polygon.h"
#include "alembert/model/shape_solids.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/tape_machine.h"
#include "model/mass_cloud.h"

namespace alembert::mass_formulas_test {
namespace {

class MassFormulas : public ::testing::Test {
 protected:
  /// The formulas at these values of a, b, c, d.
  MassProperties<double> at(const std::array<double, 4>& values, const MassProperties<Expr>& e) const {
    const std::array<Expr, 10> formulas{e.mass,       e.center.x,   e.center.y,   e.center.z,   e.inertia.xx,
                                        e.inertia.yy, e.inertia.zz, e.inertia.xy, e.inertia.xz, e.inertia.yz};
    const std::array<Expr, 4> symbols{a, b, c, d};
    TapeMachine<double> machine(Tape(symbols, formulas));
    std::array<double, 10> r{};
    machine.run(values, r);
    return {r[0], {r[1], r[2], r[3]}, {r[4], r[5], r[6], r[7], r[8], r[9]}};
  }

  Graph graph;
  GraphScope scope{graph};
  Expr a = Expr::symbol("a", SymbolKind::parameter), b = Expr::symbol("b", SymbolKind::parameter);
  Expr c = Expr::symbol("c", SymbolKind::parameter), d = Expr::symbol("d", SymbolKind::parameter);
};

/// A composite of all solids with a cut, the same for formulas and numbers.
template <Scalar S>
MassProperties<S> machine_part(const S& a, const S& b, const S& c, const S& d) {
  const Transform<S> turned{rotation_rpy<S>(a, b, c), {b, c, d}};
  const Transform<S> shifted{Mat3<S>::identity(), {a, S(0.0), -b}};
  const std::array<std::array<S, 2>, 4> outline{{{S(0.0), S(0.0)}, {a, S(0.0)}, {a, b}, {-c, b}}};
  const std::array<MassProperties<S>, 7> parts{with_density(box<S>(a, b, c), d),
                                               moved(turned, with_density(cylinder<S>(b, c), d)),
                                               moved(shifted, with_mass(tube<S>(a, a / S(3.0), c), d)),
                                               moved(turned, with_density(capsule<S>(b, c), d)),
                                               moved(shifted, with_density(cone<S>(c, a), d)),
                                               moved(turned, with_density(extruded(polygon<S>(outline), d), a)),
                                               cut_away(moved(shifted, with_density(sphere<S>(a / S(10.0)), d)))};
  return combined<S>(parts);
}

TEST_F(MassFormulas, EqualTheNumbersAtRandomParameters) {
  const MassProperties<Expr> formulas = machine_part<Expr>(a, b, c, d);
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    std::array<double, 4> v{};
    for (double& x : v) x = random.uniform(0.1, 1.0);
    expect_near(at(v, formulas), machine_part<double>(v[0], v[1], v[2], v[3]), 1e-12);
  }
}

TEST_F(MassFormulas, TubeEqualsTheDifferenceOfCylindersExactly) {
  const MassProperties<Expr> whole = with_density(tube(a, b, c), d);
  const std::array parts{with_density(cylinder(a, c), d), cut_away(with_density(cylinder(b, c), d))};
  const MassProperties<Expr> difference = combined<Expr>(parts);
  EXPECT_TRUE(simplify(whole.mass - difference.mass).is_zero());
  EXPECT_TRUE(simplify(whole.inertia.xx - difference.inertia.xx).is_zero());
  EXPECT_TRUE(simplify(whole.inertia.zz - difference.inertia.zz).is_zero());
}

TEST_F(MassFormulas, RectangleEqualsTheBoxExactly) {
  const Expr two(2.0);
  const std::array<std::array<Expr, 2>, 4> outline{
      {{-a / two, -b / two}, {a / two, -b / two}, {a / two, b / two}, {-a / two, b / two}}};
  const MassProperties<Expr> plate = with_density(extruded(polygon<Expr>(outline), c), d);
  const MassProperties<Expr> block = with_density(box(a, b, c), d);
  EXPECT_TRUE(simplify(plate.mass - block.mass).is_zero());
  EXPECT_TRUE(simplify(plate.center.x).is_zero());
  EXPECT_TRUE(simplify(plate.inertia.xx - block.inertia.xx).is_zero());
  EXPECT_TRUE(simplify(plate.inertia.zz - block.inertia.zz).is_zero());
  EXPECT_TRUE(simplify(plate.inertia.xy).is_zero());
}

}  // namespace
}  // namespace alembert::mass_formulas_test
