#include "alembert/analysis/certificate/lines/certify_slip.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "alembert/core/index.h"

namespace alembert {
namespace {

using D = Dual<8>;

Vec3<double> value(const Vec3<D>& a) { return {a.x.x, a.y.x, a.z.x}; }
Vec3<double> rate(const Vec3<D>& a) { return {a.x.d[0], a.y.d[0], a.z.d[0]}; }
Mat3<double> value(const Mat3<D>& R) { return {value(R.r0), value(R.r1), value(R.r2)}; }
Vec3<D> constant(const Vec3<double>& a) { return {D(a.x), D(a.y), D(a.z)}; }

/// The user's frame of a body of the model, moving.
Transform<D> pose(const MechanismSetup& setup, const MechanismDynamics<D>& moving, const Workspace<D>& w, int body) {
  if (body == 0) return Transform<D>::identity();
  return w.X_WB[index(setup.compiled.plan.carrier[index(body)])] * moving.params().X_BU[index(body)];
}

/// Velocity of the point of a body that is at P in the world.
Vec3<double> velocity_at(const Transform<D>& X, const Vec3<double>& P) {
  const Vec3<double> own = value(X.R).transpose_times(P - value(X.p));
  return rate(X.point(constant(own)));
}

/// From the centre of what rolls to the point that touches a plane with normal n.
Vec3<double> to_lowest(const Rolling& c, bool planar, const GeometricRowReals<double>& reals, const Mat3<double>& R,
                       const Vec3<double>& n) {
  if (c.shape == Rolling::Shape::ellipsoid) {
    const Vec3<double> n_M = R.transpose_times(n), s = reals.semiaxes;
    const Vec3<double> An{s.x * s.x * n_M.x, s.y * s.y * n_M.y, s.z * s.z * n_M.z};
    return R * ((-1.0 / std::sqrt(dot(n_M, An))) * An);
  }
  if (c.shape == Rolling::Shape::sphere || planar) return -reals.radius * n;
  const Vec3<double> axis = R.c2(), down = n - dot(n, axis) * axis;
  return (-reals.radius / norm(down)) * down;
}

std::vector<Expr> written_formulas(const MechanismSetup& setup) {
  std::vector<Expr> list;
  for (const FormulaRow& row : setup.constraints.rows.formulas)
    if (!row.holonomic) list.push_back(std::get<Constraint>(setup.model.constraints[index(row.index)]).row.formula);
  return list;
}

}  // namespace

WrittenSlip::WrittenSlip(const MechanismSetup& setup)
    : setup_(setup),
      bodies_(number_body_params<double>(setup.model, setup.choices, BodyReference::frame, setup.real, setup.lengths)),
      program_(setup.model, setup.motion, written_formulas(setup)),
      machine_(program_, setup.real.parameters()) {
  std::size_t next = 0;
  for (const FormulaRow& row : setup.constraints.rows.formulas) formula_place_.push_back(row.holonomic ? 0 : next++);
}

double WrittenSlip::geometric(const MechanismDynamics<D>& moving, Workspace<D>& w, std::size_t constraint,
                              std::size_t row) const {
  const GeometricRowReals<double>& reals = bodies_.constraints[constraint];
  const Transform<D> first = pose(setup_, moving, w, reals.first), second = pose(setup_, moving, w, reals.second);
  const Mat3<double> F = value(first.R) * reals.X_1F.R, M = value(second.R) * reals.X_2M.R;
  Vec3<double> P = value(second.point(constant(reals.X_2M.p))), direction = M.c2();
  if (const auto* rolling = std::get_if<Rolling>(&setup_.model.constraints[constraint])) {
    const bool planar = setup_.model.planar;
    const Vec3<double> n = F.c2(), axis = planar ? Vec3<double>{0.0, 0.0, 1.0} : M.c2();
    const Vec3<double> track = cross(axis, n);
    const bool along_track = planar || rolling->shape == Rolling::Shape::disc;
    direction = along_track ? (1.0 / norm(track)) * track : F.c0();
    // Rows are in the order normal, forward, sideways, as far as they are wanted; the normal is no row of speeds.
    const RollingRows wanted(*rolling, planar);
    const bool sideways = row > (wanted.normal ? 1U : 0U) || !wanted.forward;
    if (sideways) direction = cross(n, direction);
    P += to_lowest(*rolling, planar, reals, M, n);
  }
  return dot(direction, velocity_at(second, P) - velocity_at(first, P));
}

double WrittenSlip::measured(const MechanismDynamics<D>& moving, Workspace<D>& w, std::size_t measure) const {
  Measure place = setup_.model.measures[measure];
  const bool speed = place.kind == Measure::Kind::angular_velocity || place.kind == Measure::Kind::closing_speed;
  const bool is_rate = !speed && place.order == 1;
  if (is_rate) place.order = 0;
  if (place.kind != Measure::Kind::point) {
    const D x = moving.value(place);
    return is_rate ? x.d[0] : x.x;
  }
  const auto& at = bodies_.measure_points[measure];
  const Vec3<D> p = pose(setup_, moving, w, at.body).point(constant(at.p));
  const Vec3<double> x = is_rate ? rate(p) : value(p);
  return place.component == 0 ? x.x : (place.component == 1 ? x.y : x.z);
}

std::vector<double> WrittenSlip::at(MechanismDynamics<D>& moving, const FormulaState<double>& x) {
  Workspace<D>& w = moving.workspace();
  std::vector<double> measures(setup_.model.measures.size(), 0.0);
  for (const int i : program_.measures()) measures[index(i)] = measured(moving, w, index(i));
  FormulaState<double> state = x;
  state.measures = measures;
  const std::span<const double> formulas = machine_.outputs() == 0 ? std::span<const double>() : machine_.run(state);
  const RowPlan& plan = setup_.constraints.rows;
  std::vector<double> slip;
  for (int i = plan.holonomic; i < plan.size(); ++i) {
    const RowSource& source = plan.sources[index(plan.source_of[index(i)])];
    const auto within = static_cast<std::size_t>(std::ranges::find(source.rows, i) - source.rows.begin());
    slip.push_back(source.kind == RowSource::Kind::formula ? formulas[formula_place_[index(source.index)]]
                                                           : geometric(moving, w, index(source.index), within));
  }
  return slip;
}

}  // namespace alembert
