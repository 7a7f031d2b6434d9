#pragma once
#include <algorithm>

#include "alembert/kernel/jacobian.h"

namespace alembert {
namespace recursion {

/// Sets column c of a 6 x nv matrix to f(c), for the columns that move the body, the others to zero.
template <Scalar S, class F>
void fill_columns(const ColumnOrder& order, int body, std::span<S> J, F&& f) {
  const std::size_t nv = order.size();
  std::fill(J.begin(), J.end(), S(0.0));
  order.for_runs_above(static_cast<std::size_t>(body), [&](std::size_t first, std::size_t last) {
    for (std::size_t c = first; c < last; ++c) {
      const Motion<S> column = f(c);
      S* element = J.data() + order.speed[c];
      for (const Vec3<S>& part : {column.w, column.v}) {
        element[0] = part.x;
        element[nv] = part.y;
        element[2 * nv] = part.z;
        element += 3 * nv;
      }
    }
  });
}

/// A motion about O, about the point p instead.
template <Scalar S>
Motion<S> at_point(const Motion<S>& V, const Vec3<S>& p) {
  return {V.w, V.v + cross(V.w, p)};
}

}  // namespace recursion

template <Scalar S>
void jacobian(const WorldWorkspace<S>& ww, int body, const Transform<S>& X_BE, TwistFrame frame, std::span<S> J) {
  const auto b = static_cast<std::size_t>(body);
  const Transform<S> X_OE = ww.X_OB[b] * X_BE;
  const Vec3<S> p = frame == TwistFrame::world ? -ww.p_WO[b] : X_OE.p;
  recursion::fill_columns(ww.order, body, J, [&](std::size_t c) {
    const Motion<S> V = recursion::at_point(ww.J[c], p);
    if (frame != TwistFrame::body) return V;
    return Motion<S>{X_OE.R.transpose_times(V.w), X_OE.R.transpose_times(V.v)};
  });
}

template <Scalar S>
void jacobian_rate(const WorldWorkspace<S>& ww, int body, const Transform<S>& X_BE, TwistFrame frame,
                   std::span<S> Jdot) {
  const auto b = static_cast<std::size_t>(body);
  const Transform<S> X_OE = ww.X_OB[b] * X_BE;
  const Motion<S> V_E = recursion::at_point(ww.V[b], X_OE.p);  // mixed twist of E
  recursion::fill_columns(ww.order, body, Jdot, [&](std::size_t c) {
    if (frame == TwistFrame::world) return recursion::at_point(ww.Jdot[c], Vec3<S>(-ww.p_WO[b]));
    // The point moves with E ...
    const Motion<S> J = ww.J[c];
    Motion<S> rate = recursion::at_point(ww.Jdot[c], X_OE.p);
    rate.v += cross(J.w, V_E.v);
    if (frame == TwistFrame::mixed) return rate;
    // ... and the axes too: d(R^T x)/dt = R^T (dx/dt - w x x).
    const Motion<S> at_E = recursion::at_point(J, X_OE.p);
    return Motion<S>{X_OE.R.transpose_times(rate.w - cross(V_E.w, at_E.w)),
                     X_OE.R.transpose_times(rate.v - cross(V_E.w, at_E.v))};
  });
}

}  // namespace alembert
