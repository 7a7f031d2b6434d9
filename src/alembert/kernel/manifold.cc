#include "alembert/kernel/manifold.h"

#include "alembert/spatial/rotations.h"

namespace alembert {
namespace {

Quaternion<double> read(const double* p) { return {p[0], p[1], p[2], p[3]}; }

void write(const Quaternion<double>& q, double* p) {
  p[0] = q.w;
  p[1] = q.x;
  p[2] = q.y;
  p[3] = q.z;
}

Vec3<double> vector(const double* p) { return {p[0], p[1], p[2]}; }

}  // namespace

void step_on_manifold(const Plan& plan, std::span<const double> q, std::span<const double> dq,
                      std::span<double> q_new) {
  for (std::size_t b = 1; b < static_cast<std::size_t>(plan.n_bodies()); ++b) {
    const double* from = q.data() + plan.first_q[b];
    const double* by = dq.data() + plan.first_v[b];
    double* to = q_new.data() + plan.first_q[b];
    const auto turn = [&](int at) { write(normalized(read(from + at) * exp_quaternion(vector(by))), to + at); };
    if (plan.kind[b] == JointKind::spherical) {
      turn(0);
    } else if (plan.kind[b] == JointKind::free) {
      const Vec3<double> p = vector(from) + rotation(read(from + 3)) * vector(by + 3);
      turn(3);
      to[0] = p.x;
      to[1] = p.y;
      to[2] = p.z;
    } else {
      to[0] = from[0] + by[0];
    }
  }
}

void normalize_on_manifold(const Plan& plan, std::span<double> q) {
  for (std::size_t b = 1; b < static_cast<std::size_t>(plan.n_bodies()); ++b) {
    if (coordinates_of(plan.kind[b]) == 1) continue;
    double* p = q.data() + plan.first_q[b] + (plan.kind[b] == JointKind::free ? 3 : 0);
    write(normalized(read(p)), p);
  }
}

void difference_on_manifold(const Plan& plan, std::span<const double> from, std::span<const double> to,
                            std::span<double> dq) {
  for (std::size_t b = 1; b < static_cast<std::size_t>(plan.n_bodies()); ++b) {
    const double* a = from.data() + plan.first_q[b];
    const double* z = to.data() + plan.first_q[b];
    double* by = dq.data() + plan.first_v[b];
    const auto turn = [&](int at) {
      const Vec3<double> phi = log_quaternion(read(a + at).conjugate() * read(z + at));
      by[0] = phi.x;
      by[1] = phi.y;
      by[2] = phi.z;
    };
    if (plan.kind[b] == JointKind::spherical) {
      turn(0);
    } else if (plan.kind[b] == JointKind::free) {
      turn(3);
      const Vec3<double> p = rotation(read(a + 3)).transpose_times(vector(z) - vector(a));
      by[3] = p.x;
      by[4] = p.y;
      by[5] = p.z;
    } else {
      by[0] = z[0] - a[0];
    }
  }
}

}  // namespace alembert
