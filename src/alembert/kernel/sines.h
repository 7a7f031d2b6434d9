/// Sines and cosines of all joint angles at once.
#pragma once
#include <array>
#include <span>

#include "alembert/kernel/wide.h"
#include "alembert/plan/plan.h"

namespace alembert {

/// [slot] s = sin, c = cos of the coordinate of body plan.angles[slot].
template <Scalar S>
void sines(const Plan& plan, std::span<const S> q, std::span<S> s, std::span<S> c) {
  for (std::size_t k = 0; k < plan.angles.size(); ++k)
    sincos(q[static_cast<std::size_t>(plan.first_q[static_cast<std::size_t>(plan.angles[k])])], s[k], c[k]);
}

/// The same for double, eight angles in one register: a third of the time of a whole recursion otherwise goes into
/// libm. s and c have room for whole registers.
template <>
inline void sines(const Plan& plan, std::span<const double> q, std::span<double> s, std::span<double> c) {
  constexpr std::size_t lanes = wide_lanes<double>;
  const std::size_t n = plan.angles.size();
  for (std::size_t k = 0; k < n; k += lanes) {
    const std::size_t count = n - k < lanes ? n - k : lanes;
    Pack<8> x, sin_x, cos_x;
    if (plan.first_angle >= 0) {
      x = load_wide(q.data() + plan.first_angle + k, count);
    } else {
      std::array<double, lanes> angle{};
      for (std::size_t i = 0; i < count; ++i)
        angle[i] = q[static_cast<std::size_t>(plan.first_q[static_cast<std::size_t>(plan.angles[k + i])])];
      x = Pack<8>::load(angle.data());
    }
    sincos(x, sin_x, cos_x);
    sin_x.store(&s[k]);
    cos_x.store(&c[k]);
  }
}

}  // namespace alembert
