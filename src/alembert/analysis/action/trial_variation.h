/// Random variations of a motion.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "alembert/core/random.h"

namespace alembert {

///   eta_i(t) = bump(s) sum_k c_ik s^k,    s = (t - from) / (to - from),    bump = 16 s^2 (1 - s)^2 inside, 0 outside
///
/// once continuously differentiable, zero at both ends.
class TrialVariation {
 public:
  /// @param size  components
  TrialVariation(double from, double to, std::size_t size, Random& random);

  double from() const { return from_; }
  double to() const { return to_; }
  bool covers(double t) const { return from_ < t && t < to_; }
  double bump(double t) const;
  void at(double t, std::span<double> eta) const;
  /// A constant direction of its own, for momenta.
  std::span<const double> direction() const { return direction_; }

 private:
  static constexpr std::size_t terms = 4;
  double from_, to_;
  std::vector<std::array<double, terms>> coefficients_;
  std::vector<double> direction_;
};

}  // namespace alembert
