#pragma once
#include <variant>

#include "alembert/kernel/rows/geometric_rows.h"
#include "alembert/kernel/rows/relative_angles.h"
#include "alembert/kernel/rows/rolling_contact.h"

namespace alembert {
namespace pairwise {

template <Scalar S>
struct GeometricRows {
  bool planar = false;
  const GeometricRowReals<S>& reals;
  const FramePair<S>& pair;
  const RowDrive<S>& drive;
  const S& turn;
  RowSet<S>& rows;

  void operator()(const Constraint& /*formula*/) const {}

  void operator()(const NoSlip& /*c*/) const {
    add_row(pair, slip(pair, moving(on_M(pair, pair.M.R.c2())), MovingVector<S>{}), rows);
  }
  void operator()(const Distance& /*c*/) const {
    add_row(pair, distance(pair), rows, drive.value, drive.rate, drive.acceleration);
  }
  void operator()(const InLine& /*c*/) const {
    if (planar) {
      const Vec3<S> z = pair.F.R.c2();
      return add_row(pair, along(pair, on_F<S>(pair, {-z.y, z.x, S(0.0)})), rows);
    }
    add_row(pair, along(pair, on_F(pair, pair.F.R.c0())), rows);
    add_row(pair, along(pair, on_F(pair, pair.F.R.c1())), rows);
  }
  void operator()(const InPlane& /*c*/) const { add_row(pair, along(pair, on_F(pair, pair.F.R.c2())), rows); }

  /// The pitch line touches the pinion on the side where a positive turn moves it along the line for a positive radius:
  /// the centre is at radius z_F x z_M from it.
  void operator()(const Rack& c) const {
    const Direction<S> line = on_F(pair, pair.F.R.c2()), axis = on_M(pair, pair.M.R.c2());
    const PairFunction<S> way = along(pair, line);
    add_row(pair, reals.radius * turning(line, axis, way.value + drive.value) - way, rows, drive.value, drive.rate,
            drive.acceleration);
    if (!c.normal) return;
    const PairFunction<S> sine = root(constant(S(1.0)) - square(dot(line, axis)));
    add_row(pair, quotient(along_cross(pair, line, axis), sine), rows, reals.radius);
  }

  /// The pinion's turn. In space it is counted from the line as M's x-y plane sees it, so that its rate is exact
  /// however the axis moves in the rack's body; it is the spin about the axis wherever that is at right angles to the
  /// line, or fixed in the rack's body. Whole turns are those that bring the turn times the radius nearest to
  /// `unrolled`.
  PairFunction<S> turning(const Direction<S>& line, const Direction<S>& axis, const S& unrolled) const {
    if (planar) {
      PairFunction<S> result = spin(pair, axis);
      result.value = turn;
      return result;
    }
    const PairFunction<S> y = dot(line, on_M(pair, pair.M.R.c1())), x = dot(line, on_M(pair, pair.M.R.c0()));
    return -angle_of(y, x, turn_on_thread(y.value, x.value, unrolled, -reals.radius));
  }

  void operator()(const Rolling& c) const {
    const RollingRows wanted(c, planar);
    const RollingContact<S> contact = rolling_contact(c.shape, planar, pair, reals.radius, reals.semiaxes);
    if (wanted.normal) add_row(pair, contact.height, rows);
    if (wanted.forward) add_row(pair, slip(pair, contact.forward, contact.r), rows);
    if (wanted.sideways) add_row(pair, slip(pair, contact.sideways, contact.r), rows);
  }
};

}  // namespace pairwise

template <Scalar S>
void add_geometric_rows(const MechanismConstraint& constraint, bool planar, const GeometricRowReals<S>& reals,
                        const FramePair<S>& pair, const RowDrive<S>& drive, const S& turn, RowSet<S>& rows) {
  std::visit(pairwise::GeometricRows<S>{planar, reals, pair, drive, turn, rows}, constraint);
}

}  // namespace alembert
