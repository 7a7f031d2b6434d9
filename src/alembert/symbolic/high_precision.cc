#include "alembert/symbolic/high_precision.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "alembert/symbolic/precise_real.h"
#include "alembert/symbolic/special_numbers.h"
#include "alembert/symbolic/tape_machine.impl.h"

namespace alembert {

namespace {
using precise::Digits, precise::nothing, precise::real, precise::Real;
}

template <unsigned N>
struct TapeConstant<Real<N>> {
  static Real<N> number(const Rational& value) { return real<N>(value); }
  static Real<N> number(const Rational& value, double /*nearest*/) { return real<N>(value); }
  static Real<N> pi() { return Real<N>(boost::math::constants::pi<Digits<N>>(), nothing); }
};

template <unsigned N>
inline constexpr bool formulas::has_nan<Real<N>> = false;

namespace {

/// The outputs of the tape; empty where it is not known which way to go.
template <unsigned N>
std::vector<Real<N>> values_of(const Tape& tape, std::span<const Rational> values) {
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
  return out;
}

template <unsigned N>
double log10_size(const Digits<N>& x) {
  if (x.is_zero()) return nothing;
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
  const std::vector<Real<few>> rough = values_of<few>(tape_, values);
  if (rough.empty()) return result;
  const std::vector<Real<many>> fine = values_of<many>(tape_, values);
  if (fine.empty()) return result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Digits<many>& x = fine[i].x;
    if (!isfinite(x) || !isfinite(rough[i].x)) continue;
    const double size = log10_size(x), seen_error = log10_size(Digits<many>(x - Digits<many>(rough[i].x)));
    const double error = std::max(seen_error, fine[i].error * std::log10(2.0));
    result[i] =
        PreciseValue{x.template convert_to<double>(), size, log10_size(rough[i].x), x.is_zero() ? 0.0 : size - error};
  }
  return result;
}

std::vector<std::string> PreciseEvaluator::decimals_at(std::span<const Rational> values, int digits) const {
  constexpr unsigned many = 150;
  std::vector<std::string> result(tape_.outputs().size());
  const std::vector<Real<many>> found = values_of<many>(tape_, values);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (isfinite(found[i].x)) result[i] = found[i].x.str(digits);
  return result;
}

std::vector<std::optional<double>> PreciseEvaluator::quick_sizes_at(std::span<const Rational> values) const {
  constexpr unsigned few = 50;
  std::vector<std::optional<double>> result(tape_.outputs().size());
  const std::vector<Real<few>> found = values_of<few>(tape_, values);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (isfinite(found[i].x)) result[i] = log10_size(found[i].x);
  return result;
}

}  // namespace alembert
