#include "alembert/integrate/step_bounds.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

constexpr int nodes = StepBounds::parts + 1;
using Matrix = std::array<std::array<double, nodes>, nodes>;

/// [power][node]: what each value contributes to each coefficient, by Lagrange's polynomials.
Matrix coefficients_by_values() {
  Matrix result{};
  const auto place = [](int k) { return -1.0 + 2.0 * k / StepBounds::parts; };
  for (int k = 0; k < nodes; ++k) {
    std::array<double, nodes> product{1.0};
    int degree = 0;
    for (int j = 0; j < nodes; ++j) {
      if (j == k) continue;
      const double scale = 1.0 / (place(k) - place(j));
      for (int power = ++degree; power >= 0; --power) {
        const auto p = static_cast<std::size_t>(power);
        product[p] = scale * ((p > 0 ? product[p - 1] : 0.0) - place(j) * product[p]);
      }
    }
    for (std::size_t power = 0; power < nodes; ++power) result[power][static_cast<std::size_t>(k)] = product[power];
  }
  return result;
}

}  // namespace

std::span<double> StepBounds::node(int k) {
  return std::span(values_).subspan(static_cast<std::size_t>(k) * polynomials_.size(), polynomials_.size());
}

void StepBounds::fit(double begin, double end) {
  static const Matrix matrix = coefficients_by_values();
  middle_ = 0.5 * (begin + end);
  half_ = 0.5 * (end - begin);
  const std::size_t count = polynomials_.size();
  for (std::size_t f = 0; f < count; ++f) {
    // Of the differences from the middle, so that rounding is relative to what moves.
    const double base = values_[parts / 2 * count + f];
    Polynomial& c = polynomials_[f];
    for (std::size_t power = 0; power < nodes; ++power) {
      c[power] = 0.0;
      for (std::size_t k = 0; k < nodes; ++k) c[power] += matrix[power][k] * (values_[k * count + f] - base);
    }
    c[0] = base;
  }
}

std::span<const Enclosure> StepBounds::over(double begin, double end) {
  bounds_.clear();
  const double from = (begin - middle_) / half_, to = (end - middle_) / half_;
  const double x = 0.5 * (from + to), r = 0.5 * (to - from);
  for (const Polynomial& polynomial : polynomials_) {
    Polynomial c = polynomial;  // by powers of the distance from x: Horner's scheme again and again
    for (std::size_t low = 0; low + 1 < nodes; ++low)
      for (std::size_t power = nodes - 1; power-- > low;) c[power] += x * c[power + 1];
    const double unknown = 2.0 * std::abs(polynomial[parts]);
    double up = std::abs(c[1]) * r + unknown, down = up, bend = StepBounds::parts * unknown, power = r;
    for (std::size_t k = 2; k < nodes; ++k) {
      bend += static_cast<double>(k) * std::abs(c[k]) * power;
      power *= r;
      const bool even = k % 2 == 0;
      up += power * (even ? std::max(c[k], 0.0) : std::abs(c[k]));
      down += power * (even ? std::max(-c[k], 0.0) : std::abs(c[k]));
    }
    Enclosure bound(Interval(c[0] - down, c[0] + up));
    bound.d.set(0, Interval((c[1] - bend) / half_, (c[1] + bend) / half_));
    bounds_.push_back(bound);
  }
  return bounds_;
}

}  // namespace alembert
