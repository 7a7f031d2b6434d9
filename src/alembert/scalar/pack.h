/// Pack<N>: N numbers that are computed with together, one in each lane of SIMD registers.
#pragma once
#include <concepts>
#include <cstring>

#include "alembert/scalar/lanes_exp.h"
#include "alembert/scalar/lanes_trig.h"
#include "alembert/scalar/scalar.h"

namespace alembert {
inline namespace ALEMBERT_ISA {

namespace detail {
/// Lanes of one register of a Pack<N>, and how many registers it takes. Left to the compiler, g++ 12 would keep a
/// vector wider than the hardware in memory and take its comparisons apart lane by lane.
template <int N>
inline constexpr int part_lanes = N < native_lanes ? N : native_lanes;
template <int N>
inline constexpr int part_count = N / part_lanes<N>;
}  // namespace detail

/// One truth value per lane of a Pack<N>. Combines with & | !, is consumed by select(), and never converts to bool:
/// `if (less(a, b))` does not compile.
template <int N>
class Mask {
 public:
  bool operator[](int lane) const { return v_[lane / width][lane % width] != 0; }

  friend Mask operator&(Mask a, Mask b) {
    return Mask::from([&](int k) { return a.v_[k] & b.v_[k]; });
  }
  friend Mask operator|(Mask a, Mask b) {
    return Mask::from([&](int k) { return a.v_[k] | b.v_[k]; });
  }
  friend Mask operator!(Mask a) {
    return Mask::from([&](int k) { return ~a.v_[k]; });
  }

  /// For short cuts that do not change results: skip work that no lane needs.
  friend bool any(Mask a) {
    V sum = a.v_[0];
    for (int k = 1; k < parts; ++k) sum |= a.v_[k];
    return detail::any_flag<width>(sum);
  }
  friend bool all(Mask a) { return !any(!a); }

  /// Register k; for the implementation of Pack.
  static constexpr int width = detail::part_lanes<N>;
  static constexpr int parts = detail::part_count<N>;
  using V = detail::Flags<width>;
  V part(int k) const { return v_[k]; }
  template <class F>
  static Mask from(F f) {
    Mask m;
    for (int k = 0; k < parts; ++k) m.v_[k] = f(k);
    return m;
  }

 private:
  V v_[parts]{};
};

/// N independent numbers: one call of an algorithm advances N systems.
///
///   vectorised        + - * /  abs min max sign select  sqrt                        exact or correctly rounded
///                     sin cos sincos (|x| <= 1e5)  exp log (normal results)         < 1 ulp
///                     pow(x, int)                                                   about |n| ulp
///   lane by lane      floor tan asin acos atan atan2 sinh cosh tanh pow                   as libm
///
/// Special values are libm's throughout. Aligned to its size or to a register; N a power of two, 2 or more; wider than
/// the registers of the machine is allowed. No comparison operators: see concept Scalar.
template <int N>
class Pack {
  static_assert(N >= 2 && (N & (N - 1)) == 0, "a Pack has 2, 4, 8, 16, ... lanes");
  static constexpr int width = detail::part_lanes<N>;
  static constexpr int parts = detail::part_count<N>;
  using V = detail::Lanes<width>;

 public:
  static constexpr int size = N;

  Pack() = default;  ///< all zero
  // NOLINTNEXTLINE(google-explicit-constructor): a Scalar is made from a double
  Pack(double x) {  ///< the same number in every lane; x - 0 keeps -0.0
    for (V& v : v_) v = x - V{};
  }

  /// N numbers from memory; the aligned forms need p aligned to alignof(Pack).
  static Pack load(const double* p) {
    Pack a;
    std::memcpy(a.v_, p, sizeof(a.v_));
    return a;
  }
  static Pack load_aligned(const double* p) {
    return load(static_cast<const double*>(__builtin_assume_aligned(p, sizeof(V))));
  }
  void store(double* p) const { std::memcpy(p, v_, sizeof(v_)); }
  void store_aligned(double* p) const { store(static_cast<double*>(__builtin_assume_aligned(p, sizeof(V)))); }

  double operator[](int lane) const { return v_[lane / width][lane % width]; }
  void set(int lane, double x) { v_[lane / width][lane % width] = x; }

  friend Pack operator+(Pack a, Pack b) {
    return Pack::from([&](int k) { return a.v_[k] + b.v_[k]; });
  }
  friend Pack operator-(Pack a, Pack b) {
    return Pack::from([&](int k) { return a.v_[k] - b.v_[k]; });
  }
  friend Pack operator*(Pack a, Pack b) {
    return Pack::from([&](int k) { return a.v_[k] * b.v_[k]; });
  }
  friend Pack operator/(Pack a, Pack b) {
    return Pack::from([&](int k) { return a.v_[k] / b.v_[k]; });
  }
  friend Pack operator-(Pack a) {
    return Pack::from([&](int k) { return -a.v_[k]; });
  }
  Pack& operator+=(Pack b) { return *this = *this + b; }
  Pack& operator-=(Pack b) { return *this = *this - b; }
  Pack& operator*=(Pack b) { return *this = *this * b; }
  Pack& operator/=(Pack b) { return *this = *this / b; }

  // Comparison and choice, as documented for double in scalar.h.
  friend Mask<N> less(Pack a, Pack b) {
    return Mask<N>::from([&](int k) { return a.v_[k] < b.v_[k]; });
  }
  friend Mask<N> less_equal(Pack a, Pack b) {
    return Mask<N>::from([&](int k) { return a.v_[k] <= b.v_[k]; });
  }
  friend Pack select(Mask<N> mask, Pack a, Pack b) {
    return Pack::from([&](int k) { return mask.part(k) ? a.v_[k] : b.v_[k]; });
  }
  template <std::same_as<bool> B>
  friend Pack select(B mask, Pack a, Pack b) {
    return mask ? a : b;
  }
  friend Pack min(Pack a, Pack b) { return select(less(a, b) | !less_equal(b, b), a, b); }
  friend Pack max(Pack a, Pack b) { return select(less(b, a) | !less_equal(b, b), a, b); }
  friend Pack sign(Pack a) { return select(less(0.0, a), 1.0, select(less(a, 0.0), -1.0, a)); }
  friend Pack abs(Pack a) {
    return Pack::from([&](int k) { return detail::magnitude<width>(a.v_[k]); });
  }

  // Vectorised: lanes_trig.h, lanes_exp.h.
  friend Pack sqrt(Pack a) {
    return Pack::from([&](int k) { return detail::sqrt_lanes<width>(a.v_[k]); });
  }
  friend Pack sin(Pack a) {
    return Pack::from([&](int k) { return detail::sin_lanes<width>(a.v_[k]); });
  }
  friend Pack cos(Pack a) {
    return Pack::from([&](int k) { return detail::cos_lanes<width>(a.v_[k]); });
  }
  friend Pack exp(Pack a) {
    return Pack::from([&](int k) { return detail::exp_lanes<width>(a.v_[k]); });
  }
  friend Pack log(Pack a) {
    return Pack::from([&](int k) { return detail::log_lanes<width>(a.v_[k]); });
  }
  friend void sincos(Pack a, Pack& s, Pack& c) {
    for (int k = 0; k < parts; ++k) {
      const auto y = detail::sincos_lanes<width>(a.v_[k]);
      s.v_[k] = y.sin;
      c.v_[k] = y.cos;
    }
  }

  /// x^n by repeated squaring; x^0 = 1 for every x, as libm. One rounding per product, so about |n| ulp at worst.
  template <std::integral I>
  friend Pack pow(Pack x, I n) {
    Pack y = 1.0;
    for (I m = n; m != 0; m = static_cast<I>(m / 2)) {
      if (m % 2 != 0) y *= x;
      x *= x;
    }
    return n < 0 ? 1.0 / y : y;
  }

  // Lane by lane through libm.
  friend Pack tan(Pack a) {
    return map(a, [](double x) { return std::tan(x); });
  }
  friend Pack floor(Pack a) {
    return map(a, [](double x) { return std::floor(x); });
  }
  friend Pack asin(Pack a) {
    return map(a, [](double x) { return std::asin(x); });
  }
  friend Pack acos(Pack a) {
    return map(a, [](double x) { return std::acos(x); });
  }
  friend Pack atan(Pack a) {
    return map(a, [](double x) { return std::atan(x); });
  }
  friend Pack sinh(Pack a) {
    return map(a, [](double x) { return std::sinh(x); });
  }
  friend Pack cosh(Pack a) {
    return map(a, [](double x) { return std::cosh(x); });
  }
  friend Pack tanh(Pack a) {
    return map(a, [](double x) { return std::tanh(x); });
  }
  friend Pack atan2(Pack y, Pack x) {
    return map(y, x, [](double b, double a) { return std::atan2(b, a); });
  }
  friend Pack pow(Pack x, Pack y) {
    return map(x, y, [](double a, double b) { return std::pow(a, b); });
  }

  /// f, a function of double, in each lane.
  template <class F>
  friend Pack map(Pack a, F f) {
    for (int i = 0; i < N; ++i) a.set(i, f(a[i]));
    return a;
  }
  template <class F>
  friend Pack map(Pack a, Pack b, F f) {
    for (int i = 0; i < N; ++i) a.set(i, f(a[i], b[i]));
    return a;
  }

 private:
  /// Register k is f(k).
  template <class F>
  static Pack from(F f) {
    Pack a;
    for (int k = 0; k < parts; ++k) a.v_[k] = f(k);
    return a;
  }

  V v_[parts]{};
};

static_assert(Scalar<Pack<2>> && Scalar<Pack<8>>);

}  // namespace ALEMBERT_ISA
}  // namespace alembert
