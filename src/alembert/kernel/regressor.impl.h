#pragma once
#include <algorithm>

#include "alembert/kernel/regressor.h"

namespace alembert {
namespace recursion {

/// The force on a body, in its frame, that each of its parameters needs: with d = a + w x v the classical acceleration
/// of the origin,
///   moment = h x d + I alpha + w x I w          force = m d + alpha x h + w x (w x h)
template <Scalar S>
std::array<Force<S>, 10> forces_of_parameters(const Motion<S>& V, const Motion<S>& A) {
  const S zero(0.0), one(1.0);
  const Vec3<S>&w = V.w, &alpha = A.w;
  const Vec3<S> d = A.v + cross(w, V.v);
  const auto moment = [&](const Vec3<S>& e) { return Force<S>{cross(e, d), cross(alpha, e) + cross(w, cross(w, e))}; };
  // I x = sum of elements of I times a vector that has components of x.
  const auto turn = [&](const auto& part) { return Force<S>{part(alpha) + cross(w, part(w)), {}}; };
  return {Force<S>{{}, d},
          moment(Vec3<S>{one, zero, zero}),
          moment(Vec3<S>{zero, one, zero}),
          moment(Vec3<S>{zero, zero, one}),
          turn([&](const Vec3<S>& x) {
            return Vec3<S>{x.x, zero, zero};
          }),
          turn([&](const Vec3<S>& x) {
            return Vec3<S>{x.y, x.x, zero};
          }),
          turn([&](const Vec3<S>& x) {
            return Vec3<S>{zero, x.y, zero};
          }),
          turn([&](const Vec3<S>& x) {
            return Vec3<S>{x.z, zero, x.x};
          }),
          turn([&](const Vec3<S>& x) {
            return Vec3<S>{zero, x.z, x.y};
          }),
          turn([&](const Vec3<S>& x) {
            return Vec3<S>{zero, zero, x.z};
          })};
}

}  // namespace recursion

template <Scalar S>
void regressor(const Plan& plan, const Workspace<S>& w, const WorldWorkspace<S>& ww, std::span<S> Y) {
  std::fill(Y.begin(), Y.end(), S(0.0));
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  const std::size_t width = 10 * (n - 1);
  for (std::size_t b = 1; b < n; ++b) {
    std::array<Force<S>, 10> F = recursion::forces_of_parameters(w.V_B[b], w.A_B[b]);
    for (Force<S>& f : F) f = ww.X_OB[b].to_parent(f);
    ww.order.for_runs_above(b, [&](std::size_t first, std::size_t last) {
      for (std::size_t c = first; c < last; ++c) {
        const Motion<S> J = ww.J[c];
        S* block = Y.data() + ww.order.speed[c] * width + 10 * (b - 1);
        for (std::size_t k = 0; k < 10; ++k) block[k] = dot(J, F[k]);
      }
    });
  }
}

}  // namespace alembert
