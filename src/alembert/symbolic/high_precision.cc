#include "alembert/symbolic/high_precision.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>
#include <stdexcept>
#include <utility>

#include "alembert/symbolic/tape_machine.impl.h"

namespace alembert {
namespace {

using Digits100 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;

/// 100 decimal digits with the functions of concept Scalar, found by argument-dependent lookup.
struct Real {
  Digits100 x;
  Real() = default;
  explicit Real(double value) : x(value) {}
  explicit Real(Digits100 value) : x(std::move(value)) {}
};

Real operator+(const Real& a, const Real& b) { return Real(a.x + b.x); }
Real operator-(const Real& a, const Real& b) { return Real(a.x - b.x); }
Real operator*(const Real& a, const Real& b) { return Real(a.x * b.x); }
Real operator/(const Real& a, const Real& b) { return Real(a.x / b.x); }
Real operator-(const Real& a) { return Real(-a.x); }
Real sqrt(const Real& a) { return Real(sqrt(a.x)); }
Real pow(const Real& a, const Real& b) { return Real(pow(a.x, b.x)); }
Real sin(const Real& a) { return Real(sin(a.x)); }
Real cos(const Real& a) { return Real(cos(a.x)); }
Real tan(const Real& a) { return Real(tan(a.x)); }
Real asin(const Real& a) { return Real(asin(a.x)); }
Real acos(const Real& a) { return Real(acos(a.x)); }
Real atan(const Real& a) { return Real(atan(a.x)); }
Real atan2(const Real& a, const Real& b) { return Real(atan2(a.x, b.x)); }
Real sinh(const Real& a) { return Real(sinh(a.x)); }
Real cosh(const Real& a) { return Real(cosh(a.x)); }
Real tanh(const Real& a) { return Real(tanh(a.x)); }
Real exp(const Real& a) { return Real(exp(a.x)); }
Real log(const Real& a) { return Real(log(a.x)); }
Real abs(const Real& a) { return Real(abs(a.x)); }
Real sign(const Real& a) { return Real(Digits100(a.x.sign())); }
Real min(const Real& a, const Real& b) { return b.x < a.x ? b : a; }
Real max(const Real& a, const Real& b) { return a.x < b.x ? b : a; }
bool less(const Real& a, const Real& b) { return a.x < b.x; }
bool less_equal(const Real& a, const Real& b) { return a.x <= b.x; }
const Real& select(bool condition, const Real& a, const Real& b) { return condition ? a : b; }
void sincos(const Real& a, Real& s, Real& c) {
  s = sin(a);
  c = cos(a);
}

Real real(const Rational& value) {
  return Real(Digits100(value.numerator().text()) / Digits100(value.denominator().text()));
}

}  // namespace

template <>
struct TapeConstant<Real> {
  static Real number(const Rational& value) { return real(value); }
  static Real pi() { return Real(boost::math::constants::pi<Digits100>()); }
};

std::vector<std::optional<PreciseValue>> evaluate_precisely(std::span<const Expr> formulas,
                                                            std::span<const Expr> symbols,
                                                            std::span<const Rational> values) {
  std::vector<Real> in, out(formulas.size());
  in.reserve(values.size());
  for (const Rational& v : values) in.push_back(real(v));
  std::vector<std::optional<PreciseValue>> result(formulas.size());
  try {
    TapeMachine<Real>(Tape(symbols, formulas)).run(in, out);
  } catch (const std::domain_error&) {  // how this number type reports log(-1) and its like
    return result;
  } catch (const std::overflow_error&) {
    return result;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Digits100& x = out[i].x;
    if (!isfinite(x)) continue;
    const double size = x.is_zero() ? -std::numeric_limits<double>::infinity() : log10(abs(x)).convert_to<double>();
    result[i] = PreciseValue{x.convert_to<double>(), size};
  }
  return result;
}

}  // namespace alembert
