/// Every real number of a compiled mechanism, in the scalar of the computation.
#pragma once
#include <vector>

#include "alembert/plan/plan.h"
#include "alembert/spatial/inertia.h"

namespace alembert {

/// Frames: P parent, F joint frame on the parent, B the body's frame, which is the moving joint frame M.
template <Scalar S>
struct Params {
  Vec3<S> gravity_W;               ///< [m/s^2]
  std::vector<Transform<S>> X_PF;  ///< [body] joint frame in the parent's frame; [0] is not used
  std::vector<Inertia<S>> I_B;     ///< [body] about and in its frame; [0] is what is fixed to the world
  std::vector<S> pitch;            ///< [body] of screws [m/rad]
  /// [speed] added to the mass matrix' diagonal [kg m^2, kg]; then those of closing joints, along their own speeds
  std::vector<S> armature;
  std::vector<Transform<S>> X_BU;  ///< [model body] pose of the user's body frame in its carrier's frame
};

/// Zero parameters of the right sizes.
template <Scalar S>
Params<S> empty_params(const Plan& plan) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  Params<S> par;
  par.X_PF.assign(n, Transform<S>::identity());
  par.I_B.resize(n);
  par.pitch.assign(n, S(0.0));
  par.armature.assign(static_cast<std::size_t>(plan.nv), S(0.0));
  par.X_BU.assign(plan.carrier.size(), Transform<S>::identity());
  return par;
}

/// The same numbers in another scalar that can be made from a double.
template <Scalar T>
Params<T> cast(const Params<double>& par) {
  const auto vec = [](const Vec3<double>& a) { return Vec3<T>{T(a.x), T(a.y), T(a.z)}; };
  const auto pose = [&](const Transform<double>& X) {
    return Transform<T>{{vec(X.R.r0), vec(X.R.r1), vec(X.R.r2)}, vec(X.p)};
  };
  Params<T> result;
  result.gravity_W = vec(par.gravity_W);
  for (const auto& X : par.X_PF) result.X_PF.push_back(pose(X));
  for (const auto& i : par.I_B)
    result.I_B.push_back({T(i.m), vec(i.h), {T(i.I.xx), T(i.I.yy), T(i.I.zz), T(i.I.xy), T(i.I.xz), T(i.I.yz)}});
  for (const double x : par.pitch) result.pitch.push_back(T(x));
  for (const double x : par.armature) result.armature.push_back(T(x));
  for (const auto& X : par.X_BU) result.X_BU.push_back(pose(X));
  return result;
}

}  // namespace alembert
