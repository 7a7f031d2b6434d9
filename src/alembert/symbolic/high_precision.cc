#include "alembert/symbolic/high_precision.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>
#include <stdexcept>
#include <utility>

#include "alembert/symbolic/tape_machine.impl.h"

namespace alembert {
namespace {

template <unsigned N>
using Digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<N>, boost::multiprecision::et_off>;

/// N decimal digits with the functions of concept Scalar, found by argument-dependent lookup.
template <unsigned N>
struct Real {
  Digits<N> x;
  Real() = default;
  explicit Real(double value) : x(value) {}
  explicit Real(Digits<N> value) : x(std::move(value)) {}

  friend Real operator+(const Real& a, const Real& b) { return Real(a.x + b.x); }
  friend Real operator-(const Real& a, const Real& b) { return Real(a.x - b.x); }
  friend Real operator*(const Real& a, const Real& b) { return Real(a.x * b.x); }
  friend Real operator/(const Real& a, const Real& b) { return Real(a.x / b.x); }
  friend Real operator-(const Real& a) { return Real(-a.x); }
  friend Real sqrt(const Real& a) { return Real(sqrt(a.x)); }
  friend Real pow(const Real& a, const Real& b) { return Real(pow(a.x, b.x)); }
  friend Real sin(const Real& a) { return Real(sin(a.x)); }
  friend Real cos(const Real& a) { return Real(cos(a.x)); }
  friend Real tan(const Real& a) { return Real(tan(a.x)); }
  friend Real asin(const Real& a) { return Real(asin(a.x)); }
  friend Real acos(const Real& a) { return Real(acos(a.x)); }
  friend Real atan(const Real& a) { return Real(atan(a.x)); }
  friend Real atan2(const Real& a, const Real& b) { return Real(atan2(a.x, b.x)); }
  friend Real sinh(const Real& a) { return Real(sinh(a.x)); }
  friend Real cosh(const Real& a) { return Real(cosh(a.x)); }
  friend Real tanh(const Real& a) { return Real(tanh(a.x)); }
  friend Real exp(const Real& a) { return Real(exp(a.x)); }
  friend Real log(const Real& a) { return Real(log(a.x)); }
  friend Real abs(const Real& a) { return Real(abs(a.x)); }
  friend Real sign(const Real& a) { return Real(Digits<N>(a.x.sign())); }
  friend Real min(const Real& a, const Real& b) { return b.x < a.x ? b : a; }
  friend Real max(const Real& a, const Real& b) { return a.x < b.x ? b : a; }
  friend bool less(const Real& a, const Real& b) { return a.x < b.x; }
  friend bool less_equal(const Real& a, const Real& b) { return a.x <= b.x; }
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

/// The outputs of the tape; empty when the number type refuses one of its functions.
template <unsigned N>
std::vector<Digits<N>> values_of(const Tape& tape, std::span<const Rational> values) {
  std::vector<Real<N>> in, out(tape.outputs().size());
  in.reserve(values.size());
  for (const Rational& v : values) in.push_back(real<N>(v));
  try {
    TapeMachine<Real<N>>(tape).run(in, out);
  } catch (const std::logic_error&) {  // how this number type reports log(-1) and its like
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
  return x.is_zero() ? -std::numeric_limits<double>::infinity() : log10(abs(x)).template convert_to<double>();
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
    result[i] = PreciseValue{x.template convert_to<double>(), size, x.is_zero() ? 0.0 : size - error};
  }
  return result;
}

}  // namespace alembert
