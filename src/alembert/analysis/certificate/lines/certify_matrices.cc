#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/certify_bench.h"
#include "alembert/analysis/certificate/lines/certify_inertia.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/forms/classical/form_answer.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/product_of_exponentials.h"
#include "alembert/linalg/dense_solve.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/scalar/dual.h"

namespace alembert {
namespace {

using D = Dual<8>;
using Bench = CertifyBench;
using Samples = MechanismSamples;

/// Columns of M that are compared with the product of exponentials: all, or at most this many at equal distances.
constexpr std::size_t most_columns = 100;

std::vector<int> compared_columns(std::size_t n) {
  const std::size_t count = std::min(n, most_columns);
  std::vector<int> columns;
  for (std::size_t k = 0; k < count; ++k) columns.push_back(static_cast<int>(k * n / count));
  return columns;
}

/// How far M is from being positive definite. Where its eigenvalues would take long the signs of its pivots tell
/// (Sylvester's law of inertia).
double missing_definiteness(std::size_t n, const std::vector<double>& M, std::span<const double> rows) {
  constexpr std::size_t most_eigenvalues = 400;
  if (n <= most_eigenvalues) return missing_inertia(n, inertia_of_motions(n, M, rows));
  std::vector<double> factors = M;
  const int failed = ldlt_factor_checked(static_cast<int>(n), factors);
  return failed < 0 ? 0.0 : 1.0;
}

void check_mass(Certificate& certificate, Bench& bench, const Samples& samples) {
  const std::size_t n = bench.n;
  Worst exponentials("M by product of exponentials", rounding_tolerance), definite("M positive definite", 0.0);
  Worst gravity("g by product of exponentials", rounding_tolerance);
  ProductOfExponentials<double> product(bench.plan, bench.par);
  MechanismDynamics<double> dynamics(bench.setup);
  const std::vector<int> columns = compared_columns(n);
  for (const MechanismSample& s : samples) {
    const Evaluation e = bench.numbers(s);
    product.set_position(s.x.q);
    const std::vector<double> found = product.mass_columns(columns), g = product.gravity_vector();
    std::vector<double> other(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < columns.size(); ++k) other[i * n + index(columns[k])] = found[i * columns.size() + k];
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    dynamics.armatures().add_mass(other);
    bench.pose(s);
    // Twists of this route are written at the world's origin.
    double offset = 0.0;
    for (const Transform<double>& X : bench.w.X_WB) offset = std::max(offset, norm(X.p));
    const std::vector<double> weight = bench.force_sizes.efforts(bench.w, {{}, {}, bench.gravity(), offset});
    for (std::size_t i = 0; i < n; ++i) gravity.add(e.g[i] - g[i], weight[i], bench.where(s));
    const std::vector<double> size = bench.force_sizes.mass(bench.w, offset);
    for (std::size_t i = 0; i < n; ++i)
      for (const int c : columns) {
        const std::size_t at = i * n + index(c);
        exponentials.add(e.M[at] - other[at], size[at] + std::abs(e.M[at]), bench.where(s));
      }
    // Where the tree alone has motions without inertia, those that the rows allow count.
    const std::span<const double> rows =
        bench.setup.massless ? std::span<const double>(e.jacobian) : std::span<const double>();
    definite.add_relative(missing_definiteness(n, e.M, rows), bench.where(s));
  }
  certificate.checks.push_back(exponentials.finish("M of composite bodies differs from the sum of J^T G J"));
  if (columns.size() < n && certificate.checks.back().note.empty())
    certificate.checks.back().note = std::to_string(columns.size()) + " of " + std::to_string(n) + " columns";
  certificate.checks.push_back(gravity.finish("g differs from the gradient of the sum of m g h"));
  certificate.checks.push_back(definite.finish("a motion that is allowed has no inertia, or a negative one,"));
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

/// Sizes [speed] of a row of C times units of the speeds: velocity forces where every speed is of the size of the
/// fastest, for each unit of speed. Needs pose().
std::vector<double> coriolis_sizes(Bench& bench, const MechanismSample& s) {
  const double fastest = bench.fastest(s.x.v);
  std::vector<double> v = bench.force_sizes.units();
  for (double& x : v) x *= fastest;
  std::vector<double> sizes = bench.force_sizes.efforts(bench.w, {v, {}, 0.0, 0.0});
  for (double& x : sizes) x = fastest > 0.0 ? x / fastest : 0.0;
  return sizes;
}

void check_coriolis(Certificate& certificate, Bench& bench, const Samples& samples) {
  const std::size_t n = bench.n;
  const std::vector<double>& units = bench.force_sizes.units();
  Worst skew("Mdot - 2C skew", rounding_tolerance), bias("C v + g by Newton-Euler", rounding_tolerance);
  MechanismDynamics<D> dynamics(bench.setup);
  for (const MechanismSample& s : samples) {
    const Evaluation e = bench.numbers(s);
    const std::vector<double> rate = mass_rate(bench, s, dynamics);
    bench.pose(s);
    const std::vector<double> terms = bench.sizes(s.x.v, {}), moving = coriolis_sizes(bench, s);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        skew.add(rate[i * n + j] - e.C[i * n + j] - e.C[j * n + i],
                 moving[i] / units[j] + moving[j] / units[i] + std::abs(rate[i * n + j]), bench.where(s));
      double sum = e.g[i], size = terms[i];
      for (std::size_t j = 0; j < n; ++j) {
        sum += e.C[i * n + j] * s.x.v[j];
        size += std::abs(e.C[i * n + j] * s.x.v[j]);
      }
      bias.add(sum - e.bias[i], size, bench.where(s));
    }
  }
  certificate.checks.push_back(skew.finish("Mdot differs from C + C^T"));
  certificate.checks.push_back(bias.finish("C v + g differs from inverse dynamics without acceleration"));
}

/// Where M has no inverse: x of M x + A^T y = f, A x = A vdot, which is the acceleration `vdot` that f belongs to.
std::vector<double> solved_on_rows(std::size_t n, const Evaluation& e, const std::vector<double>& f,
                                   const std::vector<double>& vdot) {
  const std::size_t rows = e.rows.size(), size = n + rows;
  std::vector<double> K(size * size, 0.0), right(size, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    right[i] = f[i];
    for (std::size_t j = 0; j < n; ++j) K[i * size + j] = e.M[i * n + j];
    for (std::size_t k = 0; k < rows; ++k) {
      K[i * size + n + k] = K[(n + k) * size + i] = e.jacobian[k * n + i];
      right[n + k] += e.jacobian[k * n + i] * vdot[i];
    }
  }
  std::vector<double> inertia(size, -1.0);
  for (std::size_t i = 0; i < n; ++i) inertia[i] = e.M[i * n + i];
  const std::vector<double> factors = unit_inertia(inertia);
  std::vector<double> x = solve_dense(static_cast<int>(size), static_cast<int>(size), K, right, {factors, factors}).x;
  x.resize(n);
  return x;
}

void check_inverse(Certificate& certificate, Bench& bench, const Samples& samples) {
  const std::size_t n = bench.n;
  Worst product("Newton-Euler = M a + C v + g", rounding_tolerance);
  Worst solved("M^-1 (tau - C v - g) = a", rounding_tolerance);
  for (const MechanismSample& s : samples) {
    const Evaluation e = bench.numbers(s);
    bench.pose(s);
    std::vector<double> size = bench.sizes(s.x.v, s.vdot), a(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double tau = e.inverse_dynamics[i] + e.passive[i];
      double sum = e.bias[i];
      for (std::size_t j = 0; j < n; ++j) {
        sum += e.M[i * n + j] * s.vdot[j];
        size[i] += std::abs(e.M[i * n + j] * s.vdot[j]);
      }
      product.add(tau - sum, size[i] + std::abs(e.passive[i]), bench.where(s));
      a[i] = tau - e.bias[i];
    }
    if (bench.setup.massless) {
      a = solved_on_rows(n, e, a, s.vdot);
    } else {
      std::vector<double> factor = e.M;
      ldlt_factor<double>(bench.plan.nv, factor);
      ldlt_solve<double>(bench.plan.nv, factor, a);
    }
    // As a force: M (a - vdot). Elimination adds up terms of the size of sqrt(M_ii M_jj) a_j.
    double reach = 0.0;
    for (std::size_t j = 0; j < n; ++j) reach += std::sqrt(std::abs(e.M[j * n + j])) * std::abs(s.vdot[j]);
    for (std::size_t i = 0; i < n; ++i) {
      double left = 0.0;
      for (std::size_t j = 0; j < n; ++j) left += e.M[i * n + j] * (a[j] - s.vdot[j]);
      solved.add(left, size[i] + std::abs(e.passive[i]) + std::sqrt(std::abs(e.M[i * n + i])) * reach, bench.where(s));
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
