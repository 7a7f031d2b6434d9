#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/analysis/certify_bench.h"
#include "alembert/analysis/worst.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/product_of_exponentials.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/linalg/symmetric_eigen.h"
#include "alembert/scalar/dual.h"

namespace alembert {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

using D = Dual<8>;
using Bench = CertifyBench;
using Samples = MechanismSamples;

/// Largest sum of absolute values in a row: how much a matrix can amplify.
double row_size(std::span<const double> M, std::size_t n) {
  double size = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double row = 0.0;
    for (std::size_t j = 0; j < n; ++j) row += std::abs(M[i * n + j]);
    size = std::max(size, row);
  }
  return size;
}

void check_mass(Certificate& certificate, Bench& bench, const Samples& samples) {
  const std::size_t n = bench.n;
  Worst exponentials("M by product of exponentials", rounding_tolerance), definite("M positive definite", 0.0);
  Worst gravity("g by product of exponentials", rounding_tolerance);
  ProductOfExponentials<double> product(bench.plan, bench.par);
  MechanismDynamics<double> dynamics(bench.setup);
  for (const MechanismSample& s : samples) {
    const Evaluation e = bench.numbers(s);
    product.set_position(s.x.q);
    std::vector<double> other = product.mass_matrix();
    const std::vector<double> g = product.gravity_vector();
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    dynamics.armatures().add_mass(other);
    const double weight = bench.weight(s);
    for (std::size_t i = 0; i < n; ++i) gravity.add(e.g[i] - g[i], size_of(e.g) + weight, bench.where(s));
    const double size = size_of(e.M);
    for (std::size_t i = 0; i < n * n; ++i) exponentials.add(e.M[i] - other[i], size, bench.where(s));
    std::vector<double> scaled = e.M;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const double diagonal = e.M[i * n + i] * e.M[j * n + j];
        if (diagonal > 0.0) scaled[i * n + j] /= std::sqrt(diagonal);
      }
    const std::vector<double> values = symmetric_eigen(bench.plan.nv, scaled).values;
    const double limit = static_cast<double>(n) * epsilon * std::max(std::abs(values.front()), std::abs(values.back()));
    definite.add_relative(values.front() > limit ? 0.0 : std::max(limit - values.front(), epsilon), bench.where(s));
  }
  certificate.checks.push_back(exponentials.finish("M of composite bodies differs from the sum of J^T G J"));
  certificate.checks.push_back(gravity.finish("g differs from the gradient of the sum of m g h"));
  certificate.checks.push_back(definite.finish("M has an eigenvalue that is not positive"));
}

/// (dM/dq) qdot, by dual numbers through the kernel.
std::vector<double> mass_rate(const Bench& bench, const MechanismSample& s, MechanismDynamics<D>& dynamics) {
  std::vector<double> qdot(s.x.q.size());
  coordinate_rates<double>(bench.plan, s.x.q, s.x.v, qdot);
  std::vector<D> q(s.x.q.begin(), s.x.q.end()), M(bench.n * bench.n);
  const std::vector<D> v(s.x.v.begin(), s.x.v.end()), z(s.x.z.begin(), s.x.z.end()), u(s.u.begin(), s.u.end());
  for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, qdot[i]);
  dynamics.at(D(s.x.t), q, v, z, u);
  crba<D>(bench.plan, dynamics.params(), M, dynamics.workspace());
  dynamics.armatures().add_mass(M);
  std::vector<double> rate(M.size());
  for (std::size_t i = 0; i < M.size(); ++i) rate[i] = M[i].d[0];
  return rate;
}

void check_coriolis(Certificate& certificate, Bench& bench, const Samples& samples) {
  const std::size_t n = bench.n;
  Worst skew("Mdot - 2C skew", rounding_tolerance), bias("C v + g by Newton-Euler", rounding_tolerance);
  MechanismDynamics<D> dynamics(bench.setup);
  for (const MechanismSample& s : samples) {
    const Evaluation e = bench.numbers(s);
    const std::vector<double> rate = mass_rate(bench, s, dynamics);
    const double size = size_of(rate) + 2.0 * size_of(e.C) + size_of(e.M) * size_of(s.x.v);
    const double terms = row_size(e.C, n) * size_of(s.x.v) + size_of(e.g) + bench.weight(s);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        skew.add(rate[i * n + j] - e.C[i * n + j] - e.C[j * n + i], size, bench.where(s));
      double sum = e.g[i];
      for (std::size_t j = 0; j < n; ++j) sum += e.C[i * n + j] * s.x.v[j];
      bias.add(sum - e.bias[i], terms, bench.where(s));
    }
  }
  certificate.checks.push_back(skew.finish("Mdot differs from C + C^T"));
  certificate.checks.push_back(bias.finish("C v + g differs from inverse dynamics without acceleration"));
}

void check_inverse(Certificate& certificate, Bench& bench, const Samples& samples) {
  const std::size_t n = bench.n;
  Worst product("Newton-Euler = M a + C v + g", rounding_tolerance);
  Worst solved("M^-1 (tau - C v - g) = a", rounding_tolerance);
  for (const MechanismSample& s : samples) {
    const Evaluation e = bench.numbers(s);
    std::vector<double> factor = e.M, a(n);
    ldlt_factor<double>(bench.plan.nv, factor);
    const double size = row_size(e.M, n) * size_of(s.vdot) + size_of(e.bias) + bench.weight(s);
    for (std::size_t i = 0; i < n; ++i) {
      const double tau = e.inverse_dynamics[i] + e.passive[i];
      double sum = e.bias[i];
      for (std::size_t j = 0; j < n; ++j) sum += e.M[i * n + j] * s.vdot[j];
      product.add(tau - sum, size, bench.where(s));
      a[i] = tau - e.bias[i];
    }
    ldlt_solve<double>(bench.plan.nv, factor, a);
    // As a force: M (a - vdot), against what the force consists of.
    for (std::size_t i = 0; i < n; ++i) {
      double left = 0.0;
      for (std::size_t j = 0; j < n; ++j) left += e.M[i * n + j] * (a[j] - s.vdot[j]);
      solved.add(left, size, bench.where(s));
    }
  }
  certificate.checks.push_back(product.finish("inverse dynamics differs from M a + C v + g"));
  certificate.checks.push_back(solved.finish("solving with M does not give the acceleration back"));
}

}  // namespace

void check_matrices(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  check_mass(certificate, bench, samples);
  check_coriolis(certificate, bench, samples);
  check_inverse(certificate, bench, samples);
}

}  // namespace alembert
