/// Our recursive kernels as the benchmark calls them: each from coordinates to its result, on states in turn.
#pragma once
#include <type_traits>
#include <vector>

#include "alembert/kernel/aba.h"
#include "alembert/kernel/aba_derivatives.h"
#include "alembert/kernel/coriolis.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/rnea.h"
#include "alembert/linalg/ldlt.h"
#include "mechanisms.h"

namespace alembert::bench {

/// States in lanes: one of S holds as many of them as S has numbers.
template <Scalar S>
struct LaneStates {
  static constexpr std::size_t lanes = sizeof(S) / sizeof(double);
  std::vector<std::vector<S>> q, v, vdot, tau;  ///< [group of states]

  explicit LaneStates(const PlainStates& states)
      : q(grouped(states.q)), v(grouped(states.v)), vdot(grouped(states.vdot)), tau(grouped(states.tau)) {}
  std::size_t count() const { return q.size(); }

 private:
  static std::vector<std::vector<S>> grouped(const std::vector<std::vector<double>>& all) {
    if constexpr (std::is_same_v<S, double>) {
      return all;
    } else {
      std::vector<std::vector<S>> result;
      for (std::size_t s = 0; s + lanes <= all.size(); s += lanes) {
        std::vector<S> group(all[s].size());
        for (std::size_t i = 0; i < group.size(); ++i)
          for (std::size_t k = 0; k < lanes; ++k) group[i].set(static_cast<int>(k), all[s + k][i]);
        result.push_back(group);
      }
      return result;
    }
  }
};

/// Kernels that cost O(n). Each leaves its result in `out` and takes a number that is added to a coordinate first: zero
/// made from the result before lets it wait for that.
template <Scalar S>
struct Sweeps {
  Sweeps(const TestMechanism& mechanism, const PlainStates& plain)
      : plan(mechanism.plan), states(plain), w(plan), out(static_cast<std::size_t>(plan.nv)) {
    if constexpr (std::is_same_v<S, double>)
      par = mechanism.par;
    else
      par = cast<S>(mechanism.par);
    shifted = plan.kind[1] == JointKind::free ? 3 : 0;  // a turn, on which all that follows depends
  }

  void poses(std::size_t s, S shift) {
    states.q[s][shifted] += shift;
    joint_poses<S>(plan, par, states.q[s], w);
  }
  S kinematics(std::size_t s, S shift) {
    poses(s, shift);
    world_poses(plan, w);
    return w.X_WB.back().p.x;
  }
  S inverse(std::size_t s, S shift) {
    poses(s, shift);
    rnea<S>(plan, par, states.v[s], states.vdot[s], {}, out, w);
    return out[0];
  }
  S forward(std::size_t s, S shift) {
    poses(s, shift);
    aba<S>(plan, par, states.v[s], states.tau[s], {}, out, w);
    return out[0];
  }

  const Plan& plan;
  Params<S> par;
  LaneStates<S> states;
  Workspace<S> w;
  std::vector<S> out;  ///< [nv]
  std::size_t shifted = 0;
};

/// Kernels whose results are matrices.
struct Matrices : Sweeps<double> {
  Matrices(const TestMechanism& mechanism, const PlainStates& plain)
      : Sweeps(mechanism, plain), ww(plan), dw(plan), aw(plan), M(out.size() * out.size()), A(M.size()), B(M.size()) {}

  double mass_matrix(std::size_t s, double shift) {
    poses(s, shift);
    crba<double>(plan, par, M, w, ww);
    return M[0];
  }
  /// Accelerations by M and the bias instead of aba().
  double forward_by_matrix(std::size_t s, double shift) {
    mass_matrix(s, shift);
    rnea<double>(plan, par, states.v[s], {}, {}, out, w);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = states.tau[s][i] - out[i];
    ldlt_factor<double>(plan.nv, M);
    ldlt_solve<double>(plan.nv, M, out);
    return out[0];
  }
  double coriolis(std::size_t s, double shift) {
    poses(s, shift);
    coriolis_matrix<double>(plan, par, states.v[s], A, {}, w, dw);
    return A[0];
  }
  double inverse_derivatives(std::size_t s, double shift) {
    poses(s, shift);
    rnea_derivatives<double>(plan, par, states.v[s], states.vdot[s], {}, A, B, M, w, dw);
    return A.back();
  }
  double forward_derivatives(std::size_t s, double shift) {
    forward(s, shift);
    aba_derivatives<double>(plan, par, states.v[s], out, {}, A, B, M, w, aw);
    return A.back();
  }

  WorldWorkspace<double> ww;
  DerivativeWorkspace<double> dw;
  AbaDerivativeWorkspace<double> aw;
  std::vector<double> M, A, B;  ///< [nv x nv]
};

}  // namespace alembert::bench
