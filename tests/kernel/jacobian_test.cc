// Jacobians of frames and their rates against poses differentiated by dual numbers.
#include "alembert/kernel/jacobian.h"

#include "alembert/kernel/world_columns.h"
#include "kernel/oracle.h"

namespace alembert::jacobian_test {
namespace {

using testing::cast;
using testing::Numbers;
using testing::residual;
using testing::State;
using testing::tol;
using testing::Tree;

constexpr TwistFrame frames[] = {TwistFrame::world, TwistFrame::body, TwistFrame::mixed};

/// The twist of E, expressed as `frame` says, from its pose and the rate of the pose.
Motion<double> twist(const Transform<double>& X, const Mat3<double>& Rdot, const Vec3<double>& pdot, TwistFrame frame) {
  const Vec3<double> w = unskew(Rdot * X.R.transposed());
  if (frame == TwistFrame::world) return {w, pdot - cross(w, X.p)};
  if (frame == TwistFrame::mixed) return {w, pdot};
  return {X.R.transpose_times(w), X.R.transpose_times(pdot)};
}

/// Runs f(tree, state, body, X_BE) for one random frame on each body of every sample tree.
template <class F>
void for_frames(F f) {
  Random random(13);
  for (const Tree& tree : testing::sample_trees()) {
    const State x = testing::random_state(tree.plan, random);
    for (std::size_t b = 1; b < tree.bodies(); ++b)
      f(tree, x, b, Transform<double>{testing::random_rotation(random), testing::random_vector(random, 0.5)});
  }
}

template <Scalar S>
WorldWorkspace<S> columns_at(const Tree& tree, const std::vector<S>& q, const std::vector<S>& v) {
  const Params<S> par = [&] {
    if constexpr (std::same_as<S, double>)
      return tree.par;
    else
      return alembert::cast<S>(tree.par);
  }();
  Workspace<S> w(tree.plan);
  WorldWorkspace<S> ww(tree.plan);
  joint_poses<S>(tree.plan, par, q, w);
  world_columns<S>(tree.plan, par, w, ww);
  world_velocities<S>(tree.plan, v, ww);
  return ww;
}

template <Scalar S>
Transform<S> cast_pose(const Transform<double>& X) {
  return {{cast<S>(X.R.r0), cast<S>(X.R.r1), cast<S>(X.R.r2)}, cast<S>(X.p)};
}

TEST(Jacobian, IsTheDerivativeOfThePose) {
  using D = Dual<8>;
  for_frames([](const Tree& tree, const State& x, std::size_t b, const Transform<double>& X_BE) {
    const WorldWorkspace<double> ww = columns_at<double>(tree, x.q, x.v);
    const Transform<double> X = testing::poses(tree.plan, tree.par, x.q)[b] * X_BE;
    for (const TwistFrame frame : frames) {
      Numbers J(6 * tree.nv()), expected(J.size());
      jacobian<double>(ww, static_cast<int>(b), X_BE, frame, J);
      for (std::size_t first = 0; first < tree.nv(); first += 8) {
        const auto q = testing::displaced(tree.plan, cast<D>(x.q), testing::seeds<D>(tree, first));
        const Transform<D> moved = testing::poses(tree.plan, alembert::cast<D>(tree.par), q)[b] * cast_pose<D>(X_BE);
        for (std::size_t d = first; d < std::min(tree.nv(), first + 8); ++d) {
          const int lane = static_cast<int>(d - first);
          const Numbers column =
              testing::flat(twist(X, testing::derivative(moved.R, lane), testing::derivative(moved.p, lane), frame));
          for (std::size_t k = 0; k < 6; ++k) expected[k * tree.nv() + d] = column[k];
        }
      }
      EXPECT_LE(residual(J, expected), tol(2e-14)) << tree.bodies();
    }
  });
}

// dJ/dt along the motion: the same kernel on coordinates that carry their rate.
TEST(JacobianRate, IsTheDerivativeOfTheJacobian) {
  using D = Dual<8>;
  for_frames([](const Tree& tree, const State& x, std::size_t b, const Transform<double>& X_BE) {
    const WorldWorkspace<double> ww = columns_at<double>(tree, x.q, x.v);
    Numbers qdot(x.q.size());
    coordinate_rates<double>(tree.plan, x.q, x.v, qdot);
    std::vector<D> q = cast<D>(x.q);
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, qdot[i]);
    const WorldWorkspace<D> moving = columns_at<D>(tree, q, cast<D>(x.v));
    for (const TwistFrame frame : frames) {
      std::vector<D> J(6 * tree.nv());
      Numbers rate(J.size()), expected;
      jacobian<D>(moving, static_cast<int>(b), cast_pose<D>(X_BE), frame, J);
      jacobian_rate<double>(ww, static_cast<int>(b), X_BE, frame, rate);
      for (const D& element : J) expected.push_back(element.d[0]);
      EXPECT_LE(residual(rate, expected, 1.0), tol(5e-14)) << tree.bodies();
    }
  });
}

// Speeds that do not move a body have zero columns; the world has nothing else.
TEST(Jacobian, IsZeroBesideTheWayToTheWorld) {
  for (const Tree& tree : testing::sample_trees()) {
    Random random(2);
    const State x = testing::random_state(tree.plan, random);
    const WorldWorkspace<double> ww = columns_at<double>(tree, x.q, x.v);
    for (int b = 0; b < tree.plan.n_bodies(); ++b) {
      Numbers J(6 * tree.nv(), 1.0);
      jacobian<double>(ww, b, Transform<double>::identity(), TwistFrame::mixed, J);
      std::vector<bool> moves(tree.nv(), false);
      for (int a = b; a > 0; a = tree.plan.parent[static_cast<std::size_t>(a)])
        for (std::size_t d = 0; d < tree.nv(); ++d)
          if (tree.plan.body_of[d] == a) moves[d] = true;
      for (std::size_t d = 0; d < tree.nv(); ++d)
        for (std::size_t k = 0; k < 6; ++k)
          if (!moves[d]) {
            EXPECT_EQ(J[k * tree.nv() + d], 0.0);
          }
    }
  }
}

}  // namespace
}  // namespace alembert::jacobian_test
