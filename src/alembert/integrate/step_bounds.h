/// Bounds of what moves within a step of integration.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "alembert/scalar/interval.h"

namespace alembert {

/// Some smooth functions of time, known at nine times at equal distances, as the polynomials through these values. The
/// last coefficient stands for how far they may be from the functions. Where a value is no number, neither are bounds.
class StepBounds {
 public:
  static constexpr int parts = 8;

  explicit StepBounds(std::size_t functions) : values_(functions * (parts + 1)), polynomials_(functions) {}

  /// Where the values at the k-th of the times are to be written, 0 <= k <= parts [function].
  std::span<double> node(int k);
  /// From the values at all times between begin and end to the polynomials.
  void fit(double begin, double end);
  /// [function] value and rate in time between two times in the step; overwritten by the next call.
  std::span<const Enclosure> over(double begin, double end);

 private:
  /// Coefficients by powers of a time that runs from -1 to 1.
  using Polynomial = std::array<double, parts + 1>;

  std::vector<double> values_;  ///< [time][function]
  std::vector<Polynomial> polynomials_;
  std::vector<Enclosure> bounds_;
  double middle_ = 0.0, half_ = 1.0;  ///< [s]
};

}  // namespace alembert
