/// Momentum and Newton-Euler of rigid bodies against the point masses that they consist of.
#include "alembert/spatial/momentum.h"

#include <gtest/gtest.h>

#include <vector>

#include "alembert/spatial/angular_velocity.h"
#include "spatial/motion_in_time.h"

namespace alembert::momentum_test {
namespace {

using testing::curve;
using testing::expect_equal;
using testing::moving_pose;
using testing::rate;
using testing::Sampler;
using testing::Timed;
using testing::value;

/// Point masses fixed in a body.
template <class S>
struct Cloud {
  std::vector<S> masses;
  std::vector<Vec3<S>> places;  ///< in the body's frame

  explicit Cloud(Sampler<S>& sample) {
    for (int i = 0; i < 5; ++i) {
      masses.push_back(sample.scalar(0.5, 1.0));
      places.push_back(sample.vector());
    }
  }
  /// By its definition, summed over the masses.
  Inertia<S> inertia() const {
    Inertia<S> G;
    for (std::size_t i = 0; i < masses.size(); ++i) {
      const auto& [x, y, z] = places[i];
      const S& m = masses[i];
      G += Inertia<S>{
          m,
          {m * x, m * y, m * z},
          {m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y), -m * x * y, -m * x * z, -m * y * z}};
    }
    return G;
  }
};

/// Sums over point masses of a moving body: momentum about the fixed point at Q, and forces m a about it.
template <class S>
struct Sums {
  Force<S> momentum, force;
  S energy{0.0};

  void add(const Cloud<S>& cloud, const Transform<Timed<Timed<S>>>& X, const Vec3<S>& Q) {
    for (std::size_t i = 0; i < cloud.masses.size(); ++i) {
      const auto r = X.point(testing::constant(testing::constant(cloud.places[i])));
      const S& m = cloud.masses[i];
      const Vec3<S> arm = value(value(r)) - Q, v = value(rate(r)), a = rate(rate(r));
      momentum += {m * cross(arm, v), m * v};
      force += {m * cross(arm, a), m * a};
      energy += S(0.5) * m * dot(v, v);
    }
  }
};

/// Pose, twist and rate of the twist, in the body's frame, at the given time.
template <class S>
struct State {
  Transform<S> X;
  Motion<S> V, Vdot;

  explicit State(const Transform<Timed<Timed<S>>>& motion) : X(value(value(motion))) {
    const auto R = value(motion.R), Rdot = rate(motion.R);
    const Motion<Timed<S>> twist{body_angular_velocity(R, Rdot), R.transpose_times(rate(motion.p))};
    V = value(twist);
    Vdot = rate(twist);
  }
};

template <class S>
class Momentum : public testing::Laws<S> {};
TYPED_TEST_SUITE(Momentum, testing::Numbers);

// Five masses up to 1 at distances up to 2; speeds up to 5, accelerations up to 30; derivatives multiply by 10.
constexpr double speeds = 512, accelerations = 8 * speeds;

TYPED_TEST(Momentum, OfOneBody) {
  using S = TypeParam;
  Sampler<S> sample(1);
  for (int i = 0; i < sample.repeats; ++i) {
    const Cloud<S> cloud(sample);
    const auto motion = moving_pose(sample);
    const State<S> state(motion);
    const Inertia<S> G = cloud.inertia();
    Sums<S> at_W, at_B;
    at_W.add(cloud, motion, {});
    at_B.add(cloud, motion, state.X.p);
    const Force<S> h = momentum(G, state.V), F = newton_euler_force(G, state.V, state.Vdot);

    // About B's origin in B's axes, and about W's in W's.
    expect_equal(Force<S>{state.X.R * h.n, state.X.R * h.f}, at_B.momentum, speeds, "h about B");
    expect_equal(state.X.to_parent(h), at_W.momentum, speeds, "h about W");
    expect_equal(Force<S>{state.X.R * F.n, state.X.R * F.f}, at_B.force, accelerations, "F about B");
    expect_equal(state.X.to_parent(F), at_W.force, accelerations, "F about W");
    expect_equal(kinetic_energy(G, state.V), at_W.energy, speeds, "energy");
    expect_equal(newton_euler_acceleration(G, state.V, F), state.Vdot, 16 * accelerations, "solved");
    // S01: the force does the work, the gyroscopic part none.
    expect_equal(dot(state.V, F), dot(state.V, G * state.Vdot), accelerations, "power");
  }
}

// The momentum in fixed axes as a function of time, differentiated.
TYPED_TEST(Momentum, RateIsForceAndMoment) {
  using S = TypeParam;
  using T = Timed<S>;
  Sampler<S> sample(2);
  for (int i = 0; i < sample.repeats; ++i) {
    const Cloud<S> cloud(sample);
    const auto motion = moving_pose(sample);
    const State<S> state(motion);
    const Inertia<S> G = cloud.inertia();
    const Inertia<T> constant{
        T(G.m), testing::constant(G.h), {T(G.I.xx), T(G.I.yy), T(G.I.zz), T(G.I.xy), T(G.I.xz), T(G.I.yz)}};
    const Transform<T> X = value(motion);
    const Motion<T> V{body_angular_velocity(X.R, rate(motion.R)), X.R.transpose_times(rate(motion.p))};
    const Force<T> h_W = X.to_parent(momentum(constant, V));
    expect_equal(rate(h_W), state.X.to_parent(newton_euler_force(G, state.V, state.Vdot)), accelerations, "dh/dt = F");
    // Energy's rate is the power.
    expect_equal(kinetic_energy(constant, V).d[0], dot(state.V, newton_euler_force(G, state.V, state.Vdot)),
                 accelerations, "dT/dt = V.F");
  }
}

TYPED_TEST(Momentum, OfSeveralBodiesAboutAnyPoint) {
  using S = TypeParam;
  using T = Timed<S>;
  Sampler<S> sample(3);
  for (int i = 0; i < sample.repeats; ++i) {
    std::vector<Transform<S>> X;
    std::vector<Inertia<S>> G;
    std::vector<Motion<S>> V, Vdot;
    const auto x = curve(sample), y = curve(sample), z = curve(sample);
    const Vec3<Timed<T>> Q{x, y, z};  // a point that moves
    const Vec3<S> p = value(value(Q)), v = value(rate(Q));
    Sums<S> at_W, at_Q;
    Vec3<T> angular;  // about Q as a function of time
    S mass(0.0);
    Vec3<S> first_moment;
    for (int b = 0; b < 3; ++b) {
      const Cloud<S> cloud(sample);
      const auto motion = moving_pose(sample);
      const State<S> state(motion);
      X.push_back(state.X);
      G.push_back(cloud.inertia());
      V.push_back(state.V);
      Vdot.push_back(state.Vdot);
      at_W.add(cloud, motion, {});
      at_Q.add(cloud, motion, p);
      for (std::size_t k = 0; k < cloud.masses.size(); ++k) {
        const auto r = motion.point(testing::constant(testing::constant(cloud.places[k])));
        angular += T(cloud.masses[k]) * cross(value(r) - value(Q), rate(r));
        mass += cloud.masses[k];
        first_moment += cloud.masses[k] * value(value(r));
      }
    }
    const Force<S> h = total_momentum<S>(X, G, V), hdot = total_momentum_rate<S>(X, G, V, Vdot);
    expect_equal(h, at_W.momentum, 4 * speeds, "total momentum");
    expect_equal(hdot, at_W.force, 4 * accelerations, "its rate");
    expect_equal(about_point(h, p), at_Q.momentum, 4 * speeds, "about Q");
    const Force<S> moving = rate_about_moving_point(h, hdot, p, v);
    expect_equal(moving.n, rate(angular), 4 * accelerations, "rate about a moving point");
    expect_equal(moving.f, hdot.f, 0, "linear part");

    // About the mass centre, moving with it, the rate is the moment.
    const Inertia<S> all = total_inertia<S>(X, G);
    const Vec3<S> c = mass_center(all);
    expect_equal(all.m, mass, speeds, "mass");
    expect_equal(all.m * c, first_moment, speeds, "mass centre");
    expect_equal(rate_about_moving_point(h, hdot, c, (S(1.0) / mass) * h.f).n, about_point(hdot, c).n,
                 4 * accelerations, "about the mass centre");
  }
}

TYPED_TEST(Momentum, InertiaInAnotherFrame) {
  using S = TypeParam;
  Sampler<S> sample(4);
  for (int i = 0; i < sample.repeats; ++i) {
    const Cloud<S> cloud(sample);
    const auto X = sample.pose();
    Cloud<S> moved = cloud;
    for (auto& place : moved.places) place = X.R * place + X.p;
    const Inertia<S> G = transformed(X, cloud.inertia()), exact = moved.inertia();
    expect_equal(G.m, exact.m, 0, "m");
    expect_equal(G.h, exact.h, speeds, "h");
    expect_equal(G.I, exact.I, speeds, "I");
    const Vec3<S> c = mass_center(exact);
    const auto central = Inertia<S>::about_center(exact.m, c, exact.I - exact.m * point_inertia(c));
    expect_equal(central.I, exact.I, speeds, "about_center");
  }
}

template <class S>
class EulerTop : public testing::Laws<S> {};
TYPED_TEST_SUITE(EulerTop, testing::Scalars);

// Euler's equations about the mass centre in principal axes: I1 w1' = (I2 - I3) w2 w3 + n1, and so on.
TYPED_TEST(EulerTop, EulersEquations) {
  using S = TypeParam;
  Sampler<S> sample(5);
  for (int i = 0; i < sample.repeats; ++i) {
    const S zero(0.0), m = sample.scalar(0.5, 2), A = sample.scalar(0.5, 2), B = sample.scalar(0.5, 2),
                       C = sample.scalar(0.5, 2);
    const Inertia<S> G{m, {}, {A, B, C, zero, zero, zero}};
    const auto V = sample.motion();
    const auto F = sample.force();
    const auto& w = V.w;
    const Motion<S> a = newton_euler_acceleration(G, V, F);
    expect_equal(a.w.x, ((B - C) * w.y * w.z + F.n.x) / A, 1024, "x");
    expect_equal(a.w.y, ((C - A) * w.z * w.x + F.n.y) / B, 1024, "y");
    expect_equal(a.w.z, ((A - B) * w.x * w.y + F.n.z) / C, 1024, "z");
    expect_equal(m * (a.v + cross(w, V.v)), F.f, 1024, "m a = f");  // dv/dt in fixed axes

    // A symmetric top free of moments: w precesses about the axis at the rate (C - A) w3 / A.
    const Inertia<S> top{m, {}, {A, A, C, zero, zero, zero}};
    const Motion<S> free = newton_euler_acceleration(top, V, Force<S>{});
    const S precession = (C - A) * w.z / A;
    expect_equal(free.w, Vec3<S>{-precession * w.y, precession * w.x, zero}, 1024, "precession");
  }
}

}  // namespace
}  // namespace alembert::momentum_test
