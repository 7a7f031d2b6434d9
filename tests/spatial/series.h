/// Power series of matrices in long double: the definition of exp and of its integral, sharing nothing with spatial/.
#pragma once
#include <array>

#include "alembert/spatial/transform.h"

namespace alembert::testing {

using Long = long double;
template <std::size_t N>
using Square = std::array<std::array<Long, N>, N>;

template <std::size_t N>
Square<N> product(const Square<N>& a, const Square<N>& b) {
  Square<N> c{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j)
      for (std::size_t k = 0; k < N; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

/// sum_k A^k / (k + shift)!: exp(A) for shift 0, the integral of exp(s A) over s from 0 to 1 for shift 1. For
/// |A| < 7 the largest term is below 200, so cancellation leaves 200 * 2^-64 = 1e-17.
template <std::size_t N>
Square<N> exponential_series(const Square<N>& A, int shift = 0) {
  Square<N> sum{}, term{};
  for (std::size_t i = 0; i < N; ++i) term[i][i] = 1;
  for (int k = 0; k < 60; ++k) {
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; j < N; ++j) sum[i][j] += term[i][j];
    term = product(term, A);
    for (auto& row : term)
      for (Long& x : row) x /= static_cast<Long>(k + 1 + shift);
  }
  return sum;
}

/// The matrix of the cross product, element by element.
inline Square<3> cross_matrix(const Vec3<double>& a) {
  Square<3> m{};
  m[2][1] = a.x, m[1][2] = -a.x;
  m[0][2] = a.y, m[2][0] = -a.y;
  m[1][0] = a.z, m[0][1] = -a.z;
  return m;
}
/// A twist as the 4x4 matrix that acts on (p; 1).
inline Square<4> twist_matrix(const Motion<double>& V) {
  Square<4> m{};
  const Square<3> w = cross_matrix(V.w);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) m[i][j] = w[i][j];
  m[0][3] = V.v.x, m[1][3] = V.v.y, m[2][3] = V.v.z;
  return m;
}
inline Square<6> ad_matrix(const Motion<double>& V) {
  Square<6> m{};
  const Square<3> w = cross_matrix(V.w), v = cross_matrix(V.v);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      m[i][j] = m[i + 3][j + 3] = w[i][j];
      m[i + 3][j] = v[i][j];
    }
  return m;
}

/// The upper left 3x3 block that starts at (row, column), rounded to double.
template <std::size_t N>
Mat3<double> block(const Square<N>& m, std::size_t row = 0, std::size_t column = 0) {
  const auto at = [&](std::size_t i) {
    return Vec3<double>{static_cast<double>(m[row + i][column]), static_cast<double>(m[row + i][column + 1]),
                        static_cast<double>(m[row + i][column + 2])};
  };
  return {at(0), at(1), at(2)};
}

}  // namespace alembert::testing
