#include "alembert/symbolic/high_precision.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "alembert/symbolic/tape_machine.impl.h"

namespace alembert {
namespace {

template <unsigned N>
using Digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<N>, boost::multiprecision::et_off>;

/// NaN for what is not finite, which 1/x would bring back as a number.
template <unsigned N>
Digits<N> finite(Digits<N> x) {
  return isfinite(x) ? x : std::numeric_limits<Digits<N>>::quiet_NaN();
}

/// NaN for a zero that is none: too small for the exponents of this type.
template <unsigned N>
Digits<N> not_vanished(Digits<N> x) {
  return finite<N>(x.is_zero() ? std::numeric_limits<Digits<N>>::quiet_NaN() : x);
}

/// NaN unless x lies in the domain of a function, of which `value` is the value there.
template <unsigned N, class F>
Digits<N> inside(bool domain, const F& value) {
  return domain ? finite<N>(value()) : std::numeric_limits<Digits<N>>::quiet_NaN();
}

/// Thrown where it is not known which of two values is meant.
struct NotComparable : std::runtime_error {
  NotComparable() : std::runtime_error("a comparison of what is not defined") {}
};

/// N decimal digits with the functions of concept Scalar, found by argument-dependent lookup. What is not defined, or
/// is beyond the exponents of the type at either end, is NaN from there on.
template <unsigned N>
struct Real {
  Digits<N> x;
  Real() = default;
  explicit Real(double value) : x(value) {}
  explicit Real(Digits<N> value) : x(std::move(value)) {}

  friend Real operator+(const Real& a, const Real& b) { return Real(finite<N>(a.x + b.x)); }
  friend Real operator-(const Real& a, const Real& b) { return Real(finite<N>(a.x - b.x)); }
  friend Real operator*(const Real& a, const Real& b) {
    if (a.x.is_zero() || b.x.is_zero()) return Real(finite<N>(a.x * b.x));
    return Real(not_vanished<N>(a.x * b.x));
  }
  friend Real operator/(const Real& a, const Real& b) {
    return Real(inside<N>(!b.x.is_zero(), [&] { return a.x.is_zero() ? a.x : not_vanished<N>(a.x / b.x); }));
  }
  friend Real operator-(const Real& a) { return Real(-a.x); }
  friend Real sqrt(const Real& a) {
    return Real(inside<N>(a.x >= 0, [&] { return sqrt(a.x); }));
  }
  friend Real pow(const Real& a, const Real& b) {
    if (a.x.is_zero()) return Real(inside<N>(b.x >= 0, [&] { return Digits<N>(b.x.is_zero() ? 1 : 0); }));
    return Real(inside<N>(a.x > 0 || floor(b.x) == b.x, [&] { return not_vanished<N>(pow(a.x, b.x)); }));
  }
  friend Real sin(const Real& a) { return Real(finite<N>(sin(a.x))); }
  friend Real cos(const Real& a) { return Real(finite<N>(cos(a.x))); }
  friend Real tan(const Real& a) { return Real(finite<N>(tan(a.x))); }
  friend Real asin(const Real& a) {
    return Real(inside<N>(abs(a.x) <= 1, [&] { return asin(a.x); }));
  }
  friend Real acos(const Real& a) {
    return Real(inside<N>(abs(a.x) <= 1, [&] { return acos(a.x); }));
  }
  friend Real atan(const Real& a) { return Real(finite<N>(atan(a.x))); }
  friend Real atan2(const Real& a, const Real& b) { return Real(finite<N>(atan2(a.x, b.x))); }
  friend Real sinh(const Real& a) { return Real(finite<N>(sinh(a.x))); }
  friend Real cosh(const Real& a) { return Real(finite<N>(cosh(a.x))); }
  friend Real tanh(const Real& a) { return Real(finite<N>(tanh(a.x))); }
  friend Real exp(const Real& a) { return Real(not_vanished<N>(exp(a.x))); }
  friend Real log(const Real& a) {
    return Real(inside<N>(a.x > 0, [&] { return log(a.x); }));
  }
  friend Real abs(const Real& a) { return Real(abs(a.x)); }
  friend Real sign(const Real& a) { return Real(isnan(a.x) ? a.x : Digits<N>(a.x.sign())); }
  friend Real floor(const Real& a) { return Real(floor(a.x)); }
  friend Real min(const Real& a, const Real& b) { return less(b, a) ? b : a; }
  friend Real max(const Real& a, const Real& b) { return less(a, b) ? b : a; }
  friend bool less(const Real& a, const Real& b) {
    if (isnan(a.x) || isnan(b.x)) throw NotComparable();
    return a.x < b.x;
  }
  friend bool less_equal(const Real& a, const Real& b) { return !less(b, a); }
  friend const Real& select(bool condition, const Real& a, const Real& b) { return condition ? a : b; }
  friend void sincos(const Real& a, Real& s, Real& c) {
    s = sin(a);
    c = cos(a);
  }
};

template <unsigned N>
Real<N> real(const Rational& value) {
  return Real<N>(Digits<N>(value.numerator().text()) / Digits<N>(value.denominator().text()));
}

}  // namespace

template <unsigned N>
struct TapeConstant<Real<N>> {
  static Real<N> number(const Rational& value) { return real<N>(value); }
  static Real<N> number(const Rational& value, double /*nearest*/) { return real<N>(value); }
  static Real<N> pi() { return Real<N>(boost::math::constants::pi<Digits<N>>()); }
};

namespace {

/// The outputs of the tape; empty where it is not known which way to go.
template <unsigned N>
std::vector<Digits<N>> values_of(const Tape& tape, std::span<const Rational> values) {
  std::vector<Real<N>> in, out(tape.outputs().size());
  in.reserve(values.size());
  for (const Rational& v : values) in.push_back(real<N>(v));
  try {
    TapeMachine<Real<N>>(tape).run(in, out);
  } catch (const std::logic_error&) {  // how this number type refuses an argument
    return {};
  } catch (const std::runtime_error&) {
    return {};
  }
  std::vector<Digits<N>> result;
  result.reserve(out.size());
  for (const Real<N>& r : out) result.push_back(r.x);
  return result;
}

template <unsigned N>
double log10_size(const Digits<N>& x) {
  if (x.is_zero()) return -std::numeric_limits<double>::infinity();
  int exponent = 0;  // logarithms of doubles: those of long numbers would take most of the time
  const auto mantissa = frexp(x, &exponent).template convert_to<double>();
  return std::log10(std::abs(mantissa)) + exponent * std::log10(2.0);
}

bool is_function(TapeOp op) {
  switch (op) {
    case TapeOp::add:
    case TapeOp::subtract:
    case TapeOp::multiply:
    case TapeOp::divide:
    case TapeOp::negate:
    case TapeOp::square:
    case TapeOp::sqrt:
    case TapeOp::abs:
    case TapeOp::sign:
    case TapeOp::floor:
    case TapeOp::min:
    case TapeOp::max:
    case TapeOp::less:
    case TapeOp::less_equal:
    case TapeOp::select:
    case TapeOp::table:
    case TapeOp::table_slope: return false;
    default: return true;
  }
}

}  // namespace

PreciseEvaluator::PreciseEvaluator(std::span<const Expr> formulas, std::span<const Expr> symbols)
    : tape_(symbols, formulas) {}

std::size_t PreciseEvaluator::cost() const {
  constexpr std::size_t function_cost = 150;
  std::size_t cost = 1;
  for (const Instruction& i : tape_.program()) cost += is_function(i.op) ? function_cost : 1;
  return cost;
}

std::vector<std::optional<PreciseValue>> PreciseEvaluator::at(std::span<const Rational> values) const {
  constexpr unsigned few = 100, many = 150;
  std::vector<std::optional<PreciseValue>> result(tape_.outputs().size());
  const std::vector<Digits<few>> rough = values_of<few>(tape_, values);
  if (rough.empty()) return result;
  const std::vector<Digits<many>> fine = values_of<many>(tape_, values);
  if (fine.empty()) return result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Digits<many>& x = fine[i];
    if (!isfinite(x) || !isfinite(rough[i])) continue;
    const double size = log10_size(x);
    const double error = log10_size(Digits<many>(x - Digits<many>(rough[i])));
    result[i] =
        PreciseValue{x.template convert_to<double>(), size, log10_size(rough[i]), x.is_zero() ? 0.0 : size - error};
  }
  return result;
}

std::vector<std::string> PreciseEvaluator::decimals_at(std::span<const Rational> values, int digits) const {
  constexpr unsigned many = 150;
  std::vector<std::string> result(tape_.outputs().size());
  const std::vector<Digits<many>> found = values_of<many>(tape_, values);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (isfinite(found[i])) result[i] = found[i].str(digits);
  return result;
}

std::vector<std::optional<double>> PreciseEvaluator::quick_sizes_at(std::span<const Rational> values) const {
  constexpr unsigned few = 50;
  std::vector<std::optional<double>> result(tape_.outputs().size());
  const std::vector<Digits<few>> found = values_of<few>(tape_, values);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (isfinite(found[i])) result[i] = log10_size(found[i]);
  return result;
}

}  // namespace alembert
