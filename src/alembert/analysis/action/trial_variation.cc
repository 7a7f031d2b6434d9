#include "alembert/analysis/action/trial_variation.h"

namespace alembert {

TrialVariation::TrialVariation(double from, double to, std::size_t size, Random& random)
    : from_(from), to_(to), coefficients_(size), direction_(size) {
  for (std::size_t i = 0; i < size; ++i) {
    for (double& c : coefficients_[i]) c = random.symmetric();
    direction_[i] = random.symmetric();
  }
}

double TrialVariation::bump(double t) const {
  const double s = (t - from_) / (to_ - from_), k = 4.0 * s * (1.0 - s);
  return k > 0.0 ? k * k : 0.0;
}

void TrialVariation::at(double t, std::span<double> eta) const {
  const double s = (t - from_) / (to_ - from_), k = bump(t);
  for (std::size_t i = 0; i < eta.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = terms; j-- > 0;) sum = coefficients_[i][j] + s * sum;
    eta[i] = k * sum;
  }
}

}  // namespace alembert
