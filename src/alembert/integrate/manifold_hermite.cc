#include "alembert/integrate/manifold_hermite.h"

namespace alembert {

ManifoldHermite::ManifoldHermite(const System& system, const Turns& turns) : system_(system), turns_(turns) {
  const auto nv = static_cast<std::size_t>(system.sizes().nv);
  d_.resize(nv);
  slope_.resize(nv);
  p_.resize(nv);
}

void ManifoldHermite::set(double h, In q0, In v0, In q1, In v1) {
  h_ = h;
  q0_.assign(q0.begin(), q0.end());
  v0_.assign(v0.begin(), v0.end());
  system_.difference(q0, q1, d_);
  turns_.rates_in_chart(d_, v1, slope_);
}

void ManifoldHermite::at(double x, Out q) {
  for (std::size_t i = 0; i < p_.size(); ++i) p_[i] = hermite(x, h_, 0.0, v0_[i], d_[i], slope_[i]);
  system_.step(q0_, p_, q);
}

}  // namespace alembert
