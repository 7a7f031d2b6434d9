#include "alembert/analysis/certificate/lines/certify_closure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/analysis/certificate/certify_rate_sizes.h"
#include "alembert/analysis/certificate/oracles/described_constraints.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/linalg/rank.h"
#include "alembert/system/reactions/joint_wrenches.h"

namespace alembert {
namespace {

using Poses = DescribedConstraints::Poses;
/// A matrix by rows.
using Rows = std::vector<std::vector<double>>;

double size_of_row(const std::vector<double>& row) {
  double sum = 0.0;
  for (const double x : row) sum += x * x;
  return std::sqrt(sum);
}

/// T with rows = T basis in the sense of least squares.
Rows combination(const Rows& rows, const Rows& basis) {
  std::vector<double> transposed;
  const std::size_t width = basis.front().size();
  for (std::size_t i = 0; i < width; ++i)
    for (const std::vector<double>& b : basis) transposed.push_back(b[i]);
  Rows T;
  for (const std::vector<double>& row : rows)
    T.push_back(least_squares(static_cast<int>(width), static_cast<int>(basis.size()), transposed, row));
  return T;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The largest part of a row that is no combination of the basis, over the row.
double off_span(const Rows& rows, const Rows& basis) {
  const Rows T = combination(rows, basis);
  double worst = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<double> rest = rows[i];
    for (std::size_t k = 0; k < rest.size(); ++k)
      for (std::size_t b = 0; b < basis.size(); ++b) rest[k] -= T[i][b] * basis[b][k];
    worst = std::max(worst, size_of_row(rest) / std::max(size_of_row(rows[i]), 1e-300));
  }
  return worst;
}

/// Compares source after source at one state after the other.
class Closure {
 public:
  explicit Closure(CertifyBench& bench)
      : bench_(bench),
        setup_(bench.setup),
        plan_(setup_.model, setup_.constraints.rows.formulas),
        par_(number_body_params<double>(setup_.model, setup_.choices, BodyReference::frame, setup_.real,
                                        setup_.lengths)),
        reader_(setup_, plan_, par_),
        wrenches_(setup_, plan_, par_),
        written_(setup_),
        described_(setup_, written_, plan_, par_),
        system_(setup_.kinematics()),
        dynamics_(setup_) {}

  /// A joint that closes a loop and leaves every motion free has no rows.
  static bool is_described(const RowSource& source) {
    return source.kind != RowSource::Kind::formula && !source.rows.empty();
  }

  /// @param held  the speeds satisfy the rows, so that second rates can be compared
  void compare(const MechanismSample& s, bool held) {
    dynamics_.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    const BodyState<double>& state = reader_.read(dynamics_, s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    body_equations(plan_, par_, state, equations_);
    const Poses poses = written_.poses(written_.coordinates(s.x.q, s.x.v, s.vdot));
    Poses still;
    for (const Transform<Jet>& X : poses)
      still.push_back({jets::constant(jets::value(X.R)), jets::constant(jets::value(X.p))});
    const RowRateSizes sizes(bench_, system_, s);
    for (const RowSource& source : setup_.constraints.rows.sources) {
      if (!is_described(source)) continue;
      const DescribedResidual found = residual(source, poses, state);
      const auto where = [&] {
        return setup_.constraints.rows.names[index(source.rows.front())] + ", " + bench_.where(s)();
      };
      for (const double x : found.value)
        if (held) values.add(x, std::max(1.0, setup_.length) * bench_.remoteness(), where);
      const Rows T = transfer(source, still, state, where);
      const ConstraintRows<double>& rows = dynamics_.rows();
      for (std::size_t k = 0; k < source.rows.size(); ++k) {
        const int i = source.rows[k];
        spans.add(row_along(rows, i, s.x.v) - rows.b()[index(i)] - product(T[k], found.rate), sizes.rate(i), where);
        if (held)
          spans.add(row_along(rows, i, s.vdot) - rows.c()[index(i)] - product(T[k], found.second), sizes.second(i),
                    where);
      }
    }
  }

  Worst values{"constraints hold as described", 1e-10};  // states are assembled to 1e-12 of units
  Worst spans{"rows as described", rounding_tolerance};

 private:
  DescribedResidual residual(const RowSource& source, const Poses& poses, const BodyState<double>& state) const {
    return source.kind == RowSource::Kind::closing_joint ? described_.joint(source.index, poses, state)
                                                         : described_.constraint(source.index, poses, state);
  }

  /// T of the source, from motions of one of its bodies alone; lengths in units of the model's.
  ///
  /// @param poses  without rates; left as they are
  template <class Where>
  Rows transfer(const RowSource& source, Poses& poses, const BodyState<double>& state, const Where& where) {
    const double length = setup_.length;
    const RowEntry<double>& some = equations_.rows.of(wrenches_.body_row(source.rows.front())).front();
    const auto body = index(some.body);
    const std::vector<std::size_t> motions =
        setup_.model.planar ? std::vector<std::size_t>{2, 3, 4} : std::vector<std::size_t>{0, 1, 2, 3, 4, 5};
    Rows given;
    for (const int row : source.rows)
      for (const RowEntry<double>& e : equations_.rows.of(wrenches_.body_row(row))) {
        if (index(e.body) != body) continue;
        const std::array<double, 6> all{e.n.x, e.n.y, e.n.z, e.f.x * length, e.f.y * length, e.f.z * length};
        std::vector<double>& kept = given.emplace_back();
        for (const std::size_t k : motions) kept.push_back(all[k]);
      }
    // What explicit time does is no motion of the body.
    const std::vector<double> by_time = residual(source, poses, state).rate;
    Rows wanted(by_time.size());
    for (const std::size_t k : motions) {
      std::array<Jet, 6> twist{};
      twist[k] = jets::jet(0.0, k < 3 ? 1.0 : length, 0.0);
      const Transform<Jet> still = poses[body];
      poses[body].R = (Mat3<Jet>::identity() + skew(Vec3<Jet>{twist[0], twist[1], twist[2]})) * still.R;
      poses[body].p += Vec3<Jet>{twist[3], twist[4], twist[5]};
      const std::vector<double> rate = residual(source, poses, state).rate;
      poses[body] = still;
      for (std::size_t r = 0; r < rate.size(); ++r) wanted[r].push_back(rate[r] - by_time[r]);
    }
    spans.add(off_span(given, wanted), 1.0, where);
    spans.add(off_span(significant(wanted), given), 1.0, where);
    return combination(given, wanted);
  }

  /// Definitions may have more numbers than rows: those that vanish are left out.
  static Rows significant(const Rows& rows) {
    Rows result;
    for (const std::vector<double>& row : rows)
      if (size_of_row(row) > 1e-6) result.push_back(row);
    return result;
  }

  CertifyBench& bench_;
  const MechanismSetup& setup_;
  BodyPlan plan_;
  BodyParams<double> par_;
  BodyStateReader reader_;
  JointWrenches wrenches_;
  WrittenMotion written_;
  DescribedConstraints described_;
  ConstraintSystem system_;
  MechanismDynamics<double> dynamics_;
  BodyEquations<double> equations_;
};

}  // namespace

void check_closure(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  if (std::ranges::none_of(bench.setup.constraints.rows.sources, Closure::is_described)) {
    for (const char* name : {"constraints hold as described", "rows as described"})
      certificate.checks.push_back(not_applicable(name, "no joint closes a loop, and no constraint is geometric"));
    return;
  }
  Closure closure(bench);
  for (const MechanismSample& s : samples) {
    closure.compare(s, true);
    MechanismSample any = s;
    any.x.v = s.vdot;
    closure.compare(any, false);
  }
  if (bench.setup.constraints.rows.holonomic == 0)
    certificate.checks.push_back(not_applicable("constraints hold as described", "no constraint holds positions"));
  else
    certificate.checks.push_back(closure.values.finish("a state on the rows is not one of the joint or constraint"));
  certificate.checks.push_back(closure.spans.finish("rows hold other motions than the joint or constraint"));
}

}  // namespace alembert
