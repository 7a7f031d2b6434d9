/// Bodies of tape_machine.h, for files that make instances. A scalar must have the functions of concept Scalar.
#pragma once
#include <algorithm>
#include <cassert>
#include <concepts>
#include <utility>

#include "alembert/symbolic/tape_machine.h"

namespace alembert {

constexpr bool compares(TapeOp op) {
  switch (op) {
    case TapeOp::abs:
    case TapeOp::sign:
    case TapeOp::min:
    case TapeOp::max:
    case TapeOp::less:
    case TapeOp::less_equal: return true;
    default: return false;
  }
}

/// How a scalar is made from an exact constant, and its pi; other scalars than those made from double specialise this.
template <class S>
struct TapeConstant {
  static S number(const Rational& value) { return S(value.to_double()); }
  static S pi() { return S(3.14159265358979323846); }
};

template <class S>
TapeMachine<S>::TapeMachine(Tape tape) : tape_(std::move(tape)), registers_(tape_.registers(), S(0.0)) {
  for (std::size_t i = 0; i < tape_.constants().size(); ++i)
    registers_[i] = TapeConstant<S>::number(tape_.constants()[i]);
  if (tape_.pi_register() != Tape::no_register) registers_[tape_.pi_register()] = TapeConstant<S>::pi();
  const auto count = std::ranges::count_if(tape_.program(), [](const Instruction& i) { return compares(i.op); });
  differences_.assign(static_cast<std::size_t>(count), 0.0);
}

template <class S>
void TapeMachine<S>::hold(std::span<const Held> held) {
  assert(held.empty() || held.size() == comparisons());
  held_.assign(held.begin(), held.end());
}

template <class S>
void TapeMachine<S>::run(std::span<const S> in, std::span<S> out) {
  assert(in.size() == tape_.inputs() && out.size() == tape_.outputs().size());
  std::copy(in.begin(), in.end(), registers_.begin() + tape_.first_input());
  S* const r = registers_.data();
  comparison_ = 0;
  // Arithmetic here, functions apart: as one large switch the registers that calls must save cost more than the sums
  // and products themselves.
  for (const Instruction& i : tape_.program()) {
    switch (i.op) {
      case TapeOp::add: r[i.out] = r[i.a] + r[i.b]; break;
      case TapeOp::subtract: r[i.out] = r[i.a] - r[i.b]; break;
      case TapeOp::multiply: r[i.out] = r[i.a] * r[i.b]; break;
      case TapeOp::square: r[i.out] = r[i.a] * r[i.a]; break;
      case TapeOp::negate: r[i.out] = -r[i.a]; break;
      default: call(i);
    }
  }
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = registers_[tape_.outputs()[k]];
}

template <class S>
[[gnu::noinline]] void TapeMachine<S>::call(const Instruction& i) {
  S* r = registers_.data();
  const S &a = r[i.a], &b = r[i.b];
  S& out = r[i.out];
  switch (i.op) {
    case TapeOp::divide: out = a / b; break;
    case TapeOp::sqrt: out = sqrt(a); break;
    case TapeOp::power: out = pow(a, b); break;
    case TapeOp::sin: out = sin(a); break;
    case TapeOp::cos: out = cos(a); break;
    case TapeOp::sincos: {
      const S angle = a;
      sincos(angle, out, r[i.b]);
      break;
    }
    case TapeOp::tan: out = tan(a); break;
    case TapeOp::asin: out = asin(a); break;
    case TapeOp::acos: out = acos(a); break;
    case TapeOp::atan: out = atan(a); break;
    case TapeOp::atan2: out = atan2(a, b); break;
    case TapeOp::sinh: out = sinh(a); break;
    case TapeOp::cosh: out = cosh(a); break;
    case TapeOp::tanh: out = tanh(a); break;
    case TapeOp::exp: out = exp(a); break;
    case TapeOp::log: out = log(a); break;
    case TapeOp::abs:
    case TapeOp::sign:
    case TapeOp::min:
    case TapeOp::max:
    case TapeOp::less:
    case TapeOp::less_equal: compare(i); break;
    // Conditions are 0 or 1.
    case TapeOp::select: out = select(less(S(0.5), a), b, r[i.c]); break;
    default: break;  // arithmetic: done in run()
  }
}

template <class S>
void TapeMachine<S>::compare(const Instruction& i) {
  S* r = registers_.data();
  const S &a = r[i.a], &b = r[i.b];
  S& out = r[i.out];
  const std::size_t k = comparison_++;
  if constexpr (std::same_as<S, double>) differences_[k] = i.op == TapeOp::abs || i.op == TapeOp::sign ? a : a - b;
  if (!held_.empty() && held_[k] != Held::free) return compare_as(i, held_[k] == Held::below);
  switch (i.op) {
    case TapeOp::abs: out = abs(a); break;
    case TapeOp::sign: out = sign(a); break;
    case TapeOp::min: out = min(a, b); break;
    case TapeOp::max: out = max(a, b); break;
    case TapeOp::less: out = select(less(a, b), S(1.0), S(0.0)); break;
    default: out = select(less_equal(a, b), S(1.0), S(0.0)); break;
  }
}

/// As if a were below b, or above it.
template <class S>
void TapeMachine<S>::compare_as(const Instruction& i, bool below) {
  S* r = registers_.data();
  const S &a = r[i.a], &b = r[i.b];
  S& out = r[i.out];
  switch (i.op) {
    case TapeOp::abs: out = below ? S(-a) : S(a); break;
    case TapeOp::sign: out = S(below ? -1.0 : 1.0); break;
    case TapeOp::min: out = below ? S(a) : S(b); break;
    case TapeOp::max: out = below ? S(b) : S(a); break;
    default: out = S(below ? 1.0 : 0.0); break;
  }
}

}  // namespace alembert
