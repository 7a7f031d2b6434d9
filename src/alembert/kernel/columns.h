/// Arrays of spatial vectors, stored so that dot products with many of them run through contiguous memory.
#pragma once
#include <cstddef>
#include <vector>

#include "alembert/spatial/motion.h"

namespace alembert {

/// [column] spatial vectors, component by component: six arrays behind one another, angular part first.
/// Vector is Motion or Force.
template <Scalar S, template <class> class Vector>
class Columns {
 public:
  Columns() = default;
  explicit Columns(std::size_t n) : n_(n), data_(6 * n, S(0.0)) {}

  /// [column] of component i, 0 <= i < 6.
  const S* component(std::size_t i) const { return data_.data() + i * n_; }

  Vector<S> operator[](std::size_t c) const {
    const S* x = data_.data() + c;
    return {{x[0], x[n_], x[2 * n_]}, {x[3 * n_], x[4 * n_], x[5 * n_]}};
  }
  void set(std::size_t c, const Vector<S>& vector) {
    const auto& [angular, linear] = vector;
    S* x = data_.data() + c;
    x[0] = angular.x;
    x[n_] = angular.y;
    x[2 * n_] = angular.z;
    x[3 * n_] = linear.x;
    x[4 * n_] = linear.y;
    x[5 * n_] = linear.z;
  }

 private:
  std::size_t n_ = 0;
  std::vector<S> data_;
};

template <Scalar S>
using MotionColumns = Columns<S, Motion>;
template <Scalar S>
using ForceColumns = Columns<S, Force>;

/// out[c] = a . x[c] for first <= c < last; one of a and x is a motion, the other a force. `out` must not overlap x.
template <Scalar S, template <class> class A, template <class> class B>
void dot_columns(const A<S>& a, const Columns<S, B>& x, std::size_t first, std::size_t last, S* __restrict out) {
  const auto& [angular, linear] = a;
  const S a0 = angular.x, a1 = angular.y, a2 = angular.z, a3 = linear.x, a4 = linear.y, a5 = linear.z;
  const S *x0 = x.component(0), *x1 = x.component(1), *x2 = x.component(2);
  const S *x3 = x.component(3), *x4 = x.component(4), *x5 = x.component(5);
  for (std::size_t c = first; c < last; ++c)
    out[c] = (a0 * x0[c] + a1 * x1[c] + a2 * x2[c]) + (a3 * x3[c] + a4 * x4[c] + a5 * x5[c]);
}

/// out[c] = a . x[c] + b . y[c].w for first <= c < last: a force, x and y motions, b a pure moment.
template <Scalar S>
void dot_columns(const Force<S>& a, const MotionColumns<S>& x, const Vec3<S>& b, const MotionColumns<S>& y,
                 std::size_t first, std::size_t last, S* __restrict out) {
  const S a0 = a.n.x, a1 = a.n.y, a2 = a.n.z, a3 = a.f.x, a4 = a.f.y, a5 = a.f.z, b0 = b.x, b1 = b.y, b2 = b.z;
  const S *x0 = x.component(0), *x1 = x.component(1), *x2 = x.component(2);
  const S *x3 = x.component(3), *x4 = x.component(4), *x5 = x.component(5);
  const S *y0 = y.component(0), *y1 = y.component(1), *y2 = y.component(2);
  for (std::size_t c = first; c < last; ++c)
    out[c] = (a0 * x0[c] + a1 * x1[c] + a2 * x2[c]) + (a3 * x3[c] + a4 * x4[c] + a5 * x5[c]) +
             (b0 * y0[c] + b1 * y1[c] + b2 * y2[c]);
}

}  // namespace alembert
