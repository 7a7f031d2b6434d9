#include "alembert/analysis/certificate/lines/certify_derivatives.h"

#include "alembert/analysis/certificate/worst.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/aba_derivatives.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/manifold.h"
#include "alembert/kernel/rnea.h"

namespace alembert {
namespace {

using D = Dual<8>;

/// At one state after the other: kernels, and what they are compared with, one direction at a time. Of forward
/// dynamics, or where the tree has a motion without inertia of inverse dynamics.
class Derivatives {
 public:
  explicit Derivatives(CertifyBench& bench)
      : bench_(bench),
        n_(bench.n),
        inverse_dynamics_(bench.setup.massless),
        aw_(bench.plan),
        par_dual_(cast<D>(bench.par)),
        w_dual_(bench.plan),
        tau_(n_),
        M(n_ * n_),
        by_q(M),
        by_v(M),
        inverse_(M) {}

  void at(const MechanismSample& s) {
    s_ = &s;
    bench_.pose(s);
    crba<double>(bench_.plan, bench_.par, M, bench_.w);
    rnea<double>(bench_.plan, bench_.par, s.x.v, s.vdot, {}, tau_, bench_.w);
    if (inverse_dynamics_) {
      rnea_derivatives<double>(bench_.plan, bench_.par, s.x.v, s.vdot, {}, by_q, by_v, M, bench_.w, aw_.inverse);
      return;
    }
    std::vector<double> vdot(n_);
    aba<double>(bench_.plan, bench_.par, s.x.v, tau_, {}, vdot, bench_.w);
    aba_derivatives<double>(bench_.plan, bench_.par, s.x.v, vdot, {}, by_q, by_v, inverse_, bench_.w, aw_);
  }

  /// Accelerations, or forces, whose derivative 0 is along coordinate c and 1 along its speed.
  std::vector<D> by_dual_numbers(std::size_t c) {
    const Point& x = s_->x;
    std::vector<double> unit(n_, 0.0), moved(x.q.size());
    unit[c] = 1.0;
    coordinate_rates<double>(bench_.plan, x.q, unit, moved);
    std::vector<D> q(x.q.begin(), x.q.end()), v(x.v.begin(), x.v.end()), t(tau_.begin(), tau_.end()), a(n_);
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, moved[i]);
    v[c].d.set(1, 1.0);
    const std::vector<D> vdot(s_->vdot.begin(), s_->vdot.end());
    joint_poses<D>(bench_.plan, par_dual_, q, w_dual_);
    if (inverse_dynamics_)
      rnea<D>(bench_.plan, par_dual_, v, vdot, {}, a, w_dual_);
    else
      aba<D>(bench_.plan, par_dual_, v, t, {}, a, w_dual_);
    return a;
  }

  /// Central differences along coordinate c.
  std::vector<double> by_differences(std::size_t c, double h) {
    std::vector<double> plus = displaced(c, h);
    const std::vector<double> minus = displaced(c, -h);
    for (std::size_t i = 0; i < n_; ++i) plus[i] = (plus[i] - minus[i]) / (2.0 * h);
    return plus;
  }

  /// M times a difference of accelerations: as forces, they can be judged joint by joint.
  std::vector<double> as_forces(const std::vector<double>& a) const {
    if (inverse_dynamics_) return a;
    std::vector<double> f(n_, 0.0);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) f[i] += M[i * n_ + j] * a[j];
    return f;
  }
  /// The size of as_forces() of column c of a matrix before anything cancels.
  std::vector<double> force_sizes(const std::vector<double>& matrix, std::size_t c) const {
    std::vector<double> f(n_, 0.0);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        f[i] += (inverse_dynamics_ ? (i == j ? 1.0 : 0.0) : std::abs(M[i * n_ + j])) * std::abs(matrix[j * n_ + c]);
    return f;
  }

 private:
  std::vector<double> displaced(std::size_t c, double step) {
    std::vector<double> dq(n_, 0.0), q(s_->x.q.size()), vdot(n_);
    dq[c] = step;
    step_on_manifold(bench_.plan, s_->x.q, dq, q);
    joint_poses<double>(bench_.plan, bench_.par, q, bench_.w);
    if (inverse_dynamics_)
      rnea<double>(bench_.plan, bench_.par, s_->x.v, s_->vdot, {}, vdot, bench_.w);
    else
      aba<double>(bench_.plan, bench_.par, s_->x.v, tau_, {}, vdot, bench_.w);
    return vdot;
  }

  CertifyBench& bench_;
  const MechanismSample* s_ = nullptr;
  std::size_t n_;
  bool inverse_dynamics_;
  AbaDerivativeWorkspace<double> aw_;
  Params<D> par_dual_;
  Workspace<D> w_dual_;
  std::vector<double> tau_;

 public:
  std::vector<double> M, by_q, by_v;

 private:
  std::vector<double> inverse_;
};

}  // namespace

void check_derivatives(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  constexpr double difference_tolerance = 1e-5;  // central differences lose a third of the digits, and once more
  constexpr double h = 1e-5;
  Worst dual("derivatives by dual numbers", 1e-9), differences("derivatives by differences", difference_tolerance);
  const std::size_t n = bench.n;
  Derivatives derivatives(bench);
  const std::vector<double>& units = bench.force_sizes.units();
  for (const MechanismSample& s : samples) {
    derivatives.at(s);
    // Forces change by their own size over a unit of a coordinate, and over the speed itself and a unit of it.
    const std::vector<double> size = bench.sizes(s.x.v, s.vdot);
    std::vector<double> faster = s.x.v;
    for (std::size_t i = 0; i < n; ++i) faster[i] = std::abs(faster[i]) + units[i];
    const std::vector<double> size_v = bench.force_sizes.efforts(bench.w, {faster, s.vdot, 0.0, 0.0});
    const auto judge = [&](Worst& worst, const std::vector<double>& miss, const std::vector<double>& matrix,
                           std::size_t c, const std::vector<double>& sizes) {
      const std::vector<double> force = derivatives.as_forces(miss), terms = derivatives.force_sizes(matrix, c);
      for (std::size_t i = 0; i < n; ++i) worst.add(force[i], sizes[i] / units[c] + terms[i], bench.where(s));
    };
    // One direction in eight, a different one at each state, keeps the cost linear in the model.
    for (std::size_t c = static_cast<std::size_t>(&s - samples.data()) % 8; c < n; c += 8) {
      const std::vector<D> a = derivatives.by_dual_numbers(c);
      std::vector<double> miss_q(n), miss_v(n);
      for (std::size_t i = 0; i < n; ++i) {
        miss_q[i] = derivatives.by_q[i * n + c] - a[i].d[0];
        miss_v[i] = derivatives.by_v[i * n + c] - a[i].d[1];
      }
      judge(dual, miss_q, derivatives.by_q, c, size);
      judge(dual, miss_v, derivatives.by_v, c, size_v);
      const std::vector<double> found = derivatives.by_differences(c, h * units[c]);
      for (std::size_t i = 0; i < n; ++i) miss_q[i] = derivatives.by_q[i * n + c] - found[i];
      judge(differences, miss_q, derivatives.by_q, c, size);
    }
  }
  certificate.checks.push_back(dual.finish("dvdot/dq or dvdot/dv differs from dual numbers through the dynamics"));
  certificate.checks.push_back(differences.finish("dvdot/dq differs from central differences"));
}

}  // namespace alembert
