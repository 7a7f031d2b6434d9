// Published figures for small mechanisms.
#include "alembert/kernel/aba.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/product_of_exponentials.h"
#include "alembert/kernel/rnea.h"
#include "kernel/random_tree.h"

namespace alembert::exams_test {
namespace {

using testing::Numbers;
using testing::residual;
using testing::tol;
using testing::Tree;
using V3 = Vec3<double>;

/// Builds a tree of revolute joints from what is known in the world at zero angles.
class WorldBuilder {
 public:
  explicit WorldBuilder(const V3& gravity) : gravity_(gravity) {}

  /// A body on `parent` (0: the world) that turns about the line through `point` along the unit vector `axis`.
  /// @param X_WU  pose of the frame that the inertia is given in
  int add(int parent, const V3& point, const V3& axis, const Transform<double>& X_WU, const Inertia<double>& I) {
    const int n = tree_.plan.n_bodies() - 1;
    const int body = add_body(tree_.plan, parent, JointKind::revolute, n, n);
    const V3 side = unit(std::abs(axis.x) < 0.9 ? cross(V3{1, 0, 0}, axis) : cross(V3{0, 1, 0}, axis));
    X_WB_.push_back({Mat3<double>::columns(side, cross(axis, side), axis), point});
    I_.push_back(transformed(X_WB_.back().inverse() * X_WU, I));
    return body;
  }
  /// A body with unit mass and inertia about its mass centre, whose joint is at `point` along `axis`.
  int add_unit(int parent, const V3& point, const V3& axis, const V3& center_from_joint,
               const Sym3<double>& central = {1, 1, 1, 0, 0, 0}) {
    const auto I = Inertia<double>::about_center(1.0, center_from_joint, central);
    return add(parent, point, axis, {Mat3<double>::identity(), point}, I);
  }

  Tree build() {
    finish(tree_.plan);
    tree_.par = empty_params<double>(tree_.plan);
    tree_.par.gravity_W = gravity_;
    for (std::size_t b = 1; b < tree_.bodies(); ++b) {
      tree_.par.X_PF[b] = X_WB_[static_cast<std::size_t>(tree_.plan.parent[b])].inverse() * X_WB_[b];
      tree_.par.I_B[b] = I_[b];
    }
    return tree_;
  }
  const Transform<double>& X_WB(int body) const { return X_WB_[static_cast<std::size_t>(body)]; }

 private:
  Tree tree_;
  V3 gravity_;
  std::vector<Transform<double>> X_WB_{Transform<double>::identity()};
  std::vector<Inertia<double>> I_{Inertia<double>{}};
};

Numbers accelerations(const Tree& tree, const Numbers& q, const Numbers& v, const Numbers& tau,
                      const std::vector<Force<double>>& F = {}) {
  Workspace<double> w(tree.plan);
  Numbers vdot(tree.nv());
  joint_poses<double>(tree.plan, tree.par, q, w);
  aba<double>(tree.plan, tree.par, v, tau, F, vdot, w);
  return vdot;
}

// V47: accelerations from rest without efforts, gravity (0, -9.81, 0). Figures of Featherstone's spatial_v1, as in the
// tests of RBDL (github.com/rbdl/rbdl, DynamicsTests.cc), printed to 15 digits.
class SmallTrees : public ::testing::Test {
 protected:
  static constexpr V3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  WorldBuilder builder{V3{0, -9.81, 0}};

  void expect(const Numbers& q, const Numbers& vdot) {
    const Tree tree = builder.build();
    const Numbers zero(tree.nv());
    EXPECT_LE(residual(accelerations(tree, q, zero, zero), vdot), tol(1e-14));
  }
};

TEST_F(SmallTrees, OneBody) {
  builder.add_unit(0, {}, z, {1.5, 1, 1}, {1, 2, 3, 0, 0, 0});
  expect({0}, {-2.3544});
}
TEST_F(SmallTrees, TwoBodies) {
  const int a = builder.add_unit(0, {}, z, x);
  builder.add_unit(a, x, z, x);
  expect({0, 0}, {-5.886, 3.924});
}
TEST_F(SmallTrees, ThreeBodies) {
  int parent = 0;
  for (int i = 0; i < 3; ++i) parent = builder.add_unit(parent, {1.0 * i, 0, 0}, z, x);
  expect({0, 0, 0}, {-6.03692307692308, 3.77307692307692, 1.50923076923077});
}
TEST_F(SmallTrees, BranchedTree) {
  const int base = builder.add_unit(0, {}, z, x);
  const int a = builder.add_unit(base, {1, 0, 0}, y, y);
  builder.add_unit(a, {1, 1, 0}, x, z);
  const int b = builder.add_unit(base, {-0.5, 0, 0}, y, y);
  builder.add_unit(b, {-0.5, -0.5, 0}, x, z);
  expect({0, 0, 0, 0, 0},
         {-1.60319066147860, -0.534396887159533, 4.10340466926070, 0.267198443579767, 5.30579766536965});
}
// Three axes at one point with massless bodies between; only the first moves.
TEST_F(SmallTrees, ThreeAxesAtOnePoint) {
  const Transform<double> at_origin = Transform<double>::identity();
  const int a = builder.add(0, {}, z, at_origin, {});
  const int b = builder.add(a, {}, y, at_origin, {});
  builder.add(b, {}, x, at_origin, Inertia<double>::about_center(1.0, {0, 0.5, 0}, {1, 1, 1, 0, 0, 0}));
  expect({1, 0, 0}, {3.301932144386186, 0, 0});
}

// V15: the three-link example of Lynch and Park, Modern Robotics (github.com/NxRLab/ModernRobotics, core.py). Its first
// screw has a rotation part of length sqrt 2, that is a unit axis whose angle is sqrt 2 times the coordinate.
struct ThreeLinks {
  Tree tree;
  std::vector<Force<double>> F_ext;  ///< minus what the tip exerts: (1, 1, 1, 1, 1, 1) in the tip's frame
};

ThreeLinks three_links() {
  const Mat3<double> one = Mat3<double>::identity();
  const Transform<double> X1{one, {0, 0, 0.089159}};
  const Transform<double> X2 = X1 * Transform<double>{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, {0.28, 0.13585, 0}};
  const Transform<double> X3 = X2 * Transform<double>{one, {0, -0.1197, 0.395}};
  const Transform<double> tip = X3 * Transform<double>{one, {0, 0, 0.14225}};
  WorldBuilder builder(V3{0, 0, -9.8});
  const auto add = [&](int parent, const V3& w, const V3& v, const Transform<double>& X, const Inertia<double>& I) {
    const double length = norm(w);
    return builder.add(parent, (1.0 / (length * length)) * cross(w, v), (1.0 / length) * w, X, I);
  };
  const int first = add(0, {1, 0, 1}, {0, 1, 0}, X1, {3.7, {}, {0.010267, 0.010267, 0.00666, 0, 0, 0}});
  const int second = add(first, {0, 1, 0}, {-0.089, 0, 0}, X2, {8.393, {}, {0.22689, 0.22689, 0.0151074, 0, 0, 0}});
  const int third =
      add(second, {0, 1, 0}, {-0.089, 0, 0.425}, X3, {2.275, {}, {0.0494433, 0.0494433, 0.004095, 0, 0, 0}});
  ThreeLinks links{builder.build(), std::vector<Force<double>>(4)};
  links.F_ext[3] = (builder.X_WB(third).inverse() * tip).to_parent(Force<double>{{-1, -1, -1}, {-1, -1, -1}});
  return links;
}

/// From the book's coordinates and their rates to angles; efforts go the other way.
Numbers angles(Numbers x) {
  x[0] *= std::numbers::sqrt2;
  return x;
}
/// Efforts in the book's coordinates at theta = (0.1, 0.1, 0.1).
Numbers efforts(const ThreeLinks& links, const Numbers& v, const Numbers& vdot, bool with_tip) {
  const Tree& tree = links.tree;
  Workspace<double> w(tree.plan);
  Numbers tau(3);
  joint_poses<double>(tree.plan, tree.par, angles({0.1, 0.1, 0.1}), w);
  using Forces = std::span<const Force<double>>;
  rnea<double>(tree.plan, tree.par, angles(v), angles(vdot), with_tip ? Forces(links.F_ext) : Forces(), tau, w);
  return angles(tau);
}
/// Published to the digits given, so compared to half of the last.
void expect_published(const Numbers& got, const Numbers& published, double last_digit) {
  for (std::size_t i = 0; i < published.size(); ++i) EXPECT_NEAR(got[i], published[i], tol(0.5 * last_digit)) << i;
}

TEST(ModernRobotics, InverseDynamics) {
  const ThreeLinks links = three_links();
  const Numbers v{0.1, 0.2, 0.3}, vdot{2, 1.5, 1}, zero(3);
  const Numbers g = efforts(links, zero, zero, false);
  expect_published(efforts(links, v, vdot, true), {74.69616155, -33.06766016, -3.23057314}, 1e-8);
  expect_published(g, {28.40331261822, -37.64094817177, -5.441589199968}, 1e-11);
  Numbers quadratic = efforts(links, v, zero, false), tip = efforts(links, zero, zero, true);
  for (std::size_t i = 0; i < 3; ++i) {
    quadratic[i] -= g[i];
    tip[i] -= g[i];
  }
  expect_published(quadratic, {0.264531180545, -0.0550515682892, -0.00689132006825}, 1e-11);
  expect_published(tip, {1.409546078264, 1.857714972318, 1.392409}, 1e-11);
}

TEST(ModernRobotics, MassMatrix) {
  const ThreeLinks links = three_links();
  const Tree& tree = links.tree;
  Workspace<double> w(tree.plan);
  WorldWorkspace<double> ww(tree.plan);
  Numbers M(9), M_W(9);
  joint_poses<double>(tree.plan, tree.par, angles({0.1, 0.1, 0.1}), w);
  crba<double>(tree.plan, tree.par, M, w);
  world_crba<double>(tree.plan, tree.par, M_W, w, ww);
  ProductOfExponentials<double> poe(tree.plan, tree.par);
  poe.set_position(angles({0.1, 0.1, 0.1}));
  for (Numbers matrix : {M, M_W, poe.mass_matrix()}) {
    for (std::size_t i = 0; i < 3; ++i) {
      matrix[i] *= std::numbers::sqrt2;
      matrix[3 * i] *= std::numbers::sqrt2;
    }
    expect_published(
        {matrix[0], matrix[1], matrix[2], matrix[4], matrix[5], matrix[8]},
        {22.5433380355, -0.3071467542247, -0.0071842639094, 1.9685071662555, 0.4321573682932, 0.1916308575143}, 1e-10);
  }
}

TEST(ModernRobotics, ForwardDynamics) {
  const ThreeLinks links = three_links();
  Numbers tau{0.5, 0.6, 0.7};
  tau[0] /= std::numbers::sqrt2;
  Numbers vdot = accelerations(links.tree, angles({0.1, 0.1, 0.1}), angles({0.1, 0.2, 0.3}), tau, links.F_ext);
  vdot[0] /= std::numbers::sqrt2;
  expect_published(vdot, {-0.973929067086, 25.584667840341, -32.914992124781}, 1e-11);
}

}  // namespace
}  // namespace alembert::exams_test
