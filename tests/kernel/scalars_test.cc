// The same kernels on other scalars: every lane of a Pack, and formulas put into numbers, give what double gives.
#include "alembert/kernel/aba.h"
#include "alembert/kernel/aba_derivatives.h"
#include "alembert/kernel/centroidal.h"
#include "alembert/kernel/coriolis.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/jacobian.h"
#include "alembert/kernel/product_of_exponentials.h"
#include "alembert/kernel/regressor.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/world_columns.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/tape_machine.h"
#include "kernel/random_tree.h"

namespace alembert::scalars_test {
namespace {

using testing::Numbers;
using testing::State;
using testing::tol;
using testing::Tree;

/// Everything that the kernels say about a state, one after the other. A frame on the last body.
template <Scalar S>
std::vector<S> everything(const Plan& plan, const Params<S>& par, const std::vector<S>& q, const std::vector<S>& v,
                          const std::vector<S>& vdot, const std::vector<Force<S>>& F) {
  const auto nv = static_cast<std::size_t>(plan.nv);
  std::vector<S> all;
  const auto add = [&](const std::vector<S>& x) { all.insert(all.end(), x.begin(), x.end()); };
  std::vector<S> x(nv), A(nv * nv), B(nv * nv), C(nv * nv), J(6 * nv);
  Workspace<S> w(plan);
  WorldWorkspace<S> ww(plan);
  AbaDerivativeWorkspace<S> aw(plan);
  joint_poses<S>(plan, par, q, w);
  crba<S>(plan, par, A, w);
  add(A);
  world_crba<S>(plan, par, A, w, ww);
  add(A);
  world_velocities<S>(plan, v, ww);
  const Transform<S> X_BE{Mat3<S>::identity(), {S(0.5), S(-0.25), S(0.125)}};
  for (const TwistFrame frame : {TwistFrame::world, TwistFrame::body, TwistFrame::mixed}) {
    jacobian<S>(ww, plan.n_bodies() - 1, X_BE, frame, J);
    add(J);
    jacobian_rate<S>(ww, plan.n_bodies() - 1, X_BE, frame, J);
    add(J);
  }
  centroidal_matrix<S>(plan, par, false, J, ww);
  add(J);
  const CentroidalMotion<S> motion = centroidal_motion<S>(plan, par, false, v, ww);
  add({motion.momentum.n.x, motion.momentum.f.y, motion.bias.n.z, motion.bias.f.x, motion.velocity.y});
  rnea<S>(plan, par, v, vdot, F, x, w);
  add(x);
  std::vector<S> Y(nv * 10 * (plan.parent.size() - 1));
  regressor<S>(plan, w, ww, Y);
  add(Y);
  coriolis_matrix<S>(plan, par, v, A, B, w, aw.inverse);
  add(A);
  add(B);
  rnea_derivatives<S>(plan, par, v, vdot, F, A, B, C, w, aw.inverse);
  add(A);
  add(B);
  aba_derivatives<S>(plan, par, v, vdot, F, A, B, C, w, aw);
  add(A);
  add(B);
  add(C);
  aba<S>(plan, par, v, vdot, F, x, w);
  add(x);
  ProductOfExponentials<S> poe(plan, par);
  poe.set_position(q);
  add(poe.mass_matrix());
  add(poe.gravity_vector());
  add({poe.gravity_energy()});
  return all;
}

Numbers everything(const Tree& tree, const State& x) {
  return everything<double>(tree.plan, tree.par, x.q, x.v, x.vdot, x.F_ext);
}

/// Different rounding only; through M^-1 it grows with the condition of M, so each number is compared with the largest.
void expect_close(const Numbers& got, const Numbers& expected, const char* what) {
  EXPECT_LE(testing::residual(got, expected), tol(1e-12)) << what;
}

template <int N>
void check_lanes() {
  using P = Pack<N>;
  Random random(41);
  for (const Tree& tree : testing::sample_trees()) {
    std::vector<State> x;
    for (int i = 0; i < N; ++i) x.push_back(testing::random_state(tree.plan, random));
    std::vector<P> q(x[0].q.size()), v(tree.nv()), vdot(tree.nv());
    std::vector<Force<P>> F(tree.bodies());
    for (int i = 0; i < N; ++i) {
      const State& s = x[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < q.size(); ++k) q[k].set(i, s.q[k]);
      for (std::size_t k = 0; k < v.size(); ++k) v[k].set(i, s.v[k]);
      for (std::size_t k = 0; k < v.size(); ++k) vdot[k].set(i, s.vdot[k]);
      for (std::size_t b = 0; b < F.size(); ++b) {
        F[b].n.x.set(i, s.F_ext[b].n.x);
        F[b].n.y.set(i, s.F_ext[b].n.y);
        F[b].n.z.set(i, s.F_ext[b].n.z);
        F[b].f.x.set(i, s.F_ext[b].f.x);
        F[b].f.y.set(i, s.F_ext[b].f.y);
        F[b].f.z.set(i, s.F_ext[b].f.z);
      }
    }
    const std::vector<P> packed = everything<P>(tree.plan, alembert::cast<P>(tree.par), q, v, vdot, F);
    for (int i = 0; i < N; ++i) {
      Numbers lane;
      for (const P& p : packed) lane.push_back(p[i]);
      expect_close(lane, everything(tree, x[static_cast<std::size_t>(i)]), "lane");
    }
  }
}

TEST(Scalars, LanesOfFourAgreeWithDouble) { check_lanes<4>(); }
TEST(Scalars, LanesOfEightAgreeWithDouble) { check_lanes<8>(); }

/// Formulas in symbols that stand for given numbers.
class Symbols {
 public:
  Expr operator()(double value) {
    symbols_.push_back(Expr::symbol("x" + std::to_string(symbols_.size()), SymbolKind::coordinate));
    values_.push_back(value);
    return symbols_.back();
  }
  Vec3<Expr> operator()(const Vec3<double>& a) { return {(*this)(a.x), (*this)(a.y), (*this)(a.z)}; }
  std::vector<Expr> operator()(const Numbers& numbers) {
    std::vector<Expr> result;
    for (const double x : numbers) result.push_back((*this)(x));
    return result;
  }
  Params<Expr> operator()(const Params<double>& par) {
    Params<Expr> result;
    result.gravity_W = (*this)(par.gravity_W);
    for (const Transform<double>& X : par.X_PF)
      result.X_PF.push_back({{(*this)(X.R.r0), (*this)(X.R.r1), (*this)(X.R.r2)}, (*this)(X.p)});
    for (const Inertia<double>& I : par.I_B) {
      const std::array<double, 10> p = inertial_parameters(I);
      const std::vector<Expr> e = (*this)(Numbers(p.begin(), p.end()));
      result.I_B.push_back({e[0], {e[1], e[2], e[3]}, {e[4], e[6], e[9], e[5], e[7], e[8]}});
    }
    result.pitch = (*this)(par.pitch);
    result.armature = (*this)(par.armature);
    return result;
  }
  Numbers values_of(const std::vector<Expr>& formulas) const {
    Numbers out(formulas.size());
    TapeMachine<double>(Tape(symbols_, formulas)).run(values_, out);
    return out;
  }

 private:
  std::vector<Expr> symbols_;
  Numbers values_;
};

// Parameters are symbols as well, so that formulas are the general ones.
TEST(Scalars, FormulasAgreeWithDouble) {
  Random random(43);
  for (const auto& kinds : {testing::single_axis_kinds(), testing::all_kinds()}) {
    const Tree tree = testing::random_tree(random, 3, kinds, 0.3, true);
    const State x = testing::random_state(tree.plan, random);
    Graph graph;
    const GraphScope scope(graph);
    Symbols symbols;
    std::vector<Force<Expr>> F;
    for (const Force<double>& f : x.F_ext) F.push_back({symbols(f.n), symbols(f.f)});
    const std::vector<Expr> formulas =
        everything<Expr>(tree.plan, symbols(tree.par), symbols(x.q), symbols(x.v), symbols(x.vdot), F);
    expect_close(symbols.values_of(formulas), everything(tree, x), "formula");
  }
}

}  // namespace
}  // namespace alembert::scalars_test
