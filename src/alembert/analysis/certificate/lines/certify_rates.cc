#include "alembert/analysis/certificate/certify_rate_sizes.h"
#include "alembert/analysis/certificate/lines/certify_formulas.h"
#include "alembert/analysis/certificate/lines/certify_rows.h"
#include "alembert/analysis/certificate/lines/certify_slip.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"

namespace alembert {
namespace {

using D = Dual<8>;

/// Compares rates of rows along one motion (v, vdot) after the other.
class RowRates {
 public:
  explicit RowRates(CertifyBench& bench)
      : bench_(bench),
        numbers_(bench.setup),
        dual_(bench.setup),
        written_(bench.setup),
        system_(bench.setup.kinematics()),
        qdot_(bench.setup.q0.size()) {}

  /// @param held  the speeds are on the constraints: rows of any kind, and second rates, can be compared
  void compare(const MechanismSample& s, bool held) {
    move(s);
    const RowPlan& plan = bench_.setup.constraints.rows;
    const ConstraintRows<double>& rows = numbers_.rows();
    const ConstraintRows<D>& moving = dual_.rows();
    const std::vector<double> slips = written_.at(dual_, {s.x.t, s.x.q, s.x.v, s.x.z, s.u, s.vdot, qdot_, {}});
    const RowRateSizes sizes(bench_, system_, s);
    for (int i = 0; i < plan.size(); ++i) {
      if (!held && reads_closing(bench_.setup, index(i))) continue;
      const double expected = i < plan.holonomic ? moving.phi()[index(i)].d[0] : slips[index(i - plan.holonomic)];
      rate.add(row_along(rows, i, s.x.v) - rows.b()[index(i)] - expected, sizes.rate(i), bench_.where(s));
      if (!held) continue;
      const D slip = row_along(moving, i, v_) - moving.b()[index(i)];
      second.add(row_along(rows, i, s.vdot) - rows.c()[index(i)] - slip.d[0], sizes.second(i), bench_.where(s));
    }
  }

  Worst rate{"A v - b by dual numbers", rounding_tolerance};
  Worst second{"A vdot - c by dual numbers", rounding_tolerance};

 private:
  /// Goes to a state, with numbers and with dual numbers that move along its speeds and accelerations.
  void move(const MechanismSample& s) {
    numbers_.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    coordinate_rates<double>(bench_.plan, s.x.q, s.x.v, qdot_);
    q_.assign(s.x.q.begin(), s.x.q.end());
    v_.assign(s.x.v.begin(), s.x.v.end());
    z_.assign(s.x.z.begin(), s.x.z.end());
    u_.assign(s.u.begin(), s.u.end());
    for (std::size_t i = 0; i < q_.size(); ++i) q_[i].d.set(0, qdot_[i]);
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i].d.set(0, s.vdot[i]);
    dual_.at(D::variable(s.x.t, 0), q_, v_, z_, u_);
  }

  CertifyBench& bench_;
  MechanismDynamics<double> numbers_;
  MechanismDynamics<D> dual_;
  WrittenSlip written_;
  ConstraintSystem system_;
  std::vector<double> qdot_;
  std::vector<D> q_, v_, z_, u_;
};

}  // namespace

void check_rates(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  RowRates rates(bench);
  for (const MechanismSample& s : samples) {
    rates.compare(s, true);
    // Constraints may leave hardly any motion: as functions of any speeds rows must be right as well.
    MechanismSample any = s;
    any.x.v = s.vdot;
    rates.compare(any, false);
  }
  certificate.checks.push_back(rates.rate.finish("A v - b differs from the rates of the constraints"));
  certificate.checks.push_back(rates.second.finish("A vdot - c differs from the second rates of the constraints"));
}

}  // namespace alembert
