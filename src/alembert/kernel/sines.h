/// Sines and cosines of all joint angles at once.
#pragma once
#include <array>
#include <span>

#include "alembert/plan/plan.h"
#include "alembert/scalar/pack.h"

namespace alembert {

/// [slot] s = sin, c = cos of the coordinate of body plan.angles[slot].
template <Scalar S>
void sines(const Plan& plan, std::span<const S> q, std::span<S> s, std::span<S> c) {
  for (std::size_t k = 0; k < plan.angles.size(); ++k)
    sincos(q[static_cast<std::size_t>(plan.first_q[static_cast<std::size_t>(plan.angles[k])])], s[k], c[k]);
}

/// The same for double, eight angles in one register: a third of the time of a whole recursion otherwise goes into
/// libm.
template <>
inline void sines(const Plan& plan, std::span<const double> q, std::span<double> s, std::span<double> c) {
  constexpr std::size_t lanes = 8;
  const std::size_t n = plan.angles.size();
  for (std::size_t k = 0; k < n; k += lanes) {
    const std::size_t count = n - k < lanes ? n - k : lanes;
    std::array<double, lanes> angle{}, sine{}, cosine{};
    for (std::size_t i = 0; i < count; ++i)
      angle[i] = q[static_cast<std::size_t>(plan.first_q[static_cast<std::size_t>(plan.angles[k + i])])];
    Pack<8> x = Pack<8>::load(angle.data()), sin_x(0.0), cos_x(0.0);
    sincos(x, sin_x, cos_x);
    sin_x.store(sine.data());
    cos_x.store(cosine.data());
    for (std::size_t i = 0; i < count; ++i) {
      s[k + i] = sine[i];
      c[k + i] = cosine[i];
    }
  }
}

}  // namespace alembert
