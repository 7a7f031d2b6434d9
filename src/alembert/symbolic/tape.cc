#include "alembert/symbolic/tape.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "alembert/core/error.h"
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/registers.h"
#include "alembert/symbolic/walk.h"

namespace alembert {

/// Translates nodes in topological order into instructions on virtual registers, one per value (registers.h).
class TapeCompiler {
 public:
  TapeCompiler(std::span<const Expr> inputs, std::span<const Expr> outputs) : walk_(outputs) {
    value_.assign(walk_.size(), Tape::no_register);
    bare_.assign(walk_.size(), Tape::no_register);
    for (const Expr e : inputs) tape_.inputs_.push_back({e.kind(), e.id()});
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (walk_.has(inputs[i])) value_[walk_.index(inputs[i])] = input_mark + static_cast<std::uint32_t>(i);
    for (std::size_t k = 0; k < walk_.size(); ++k)
      if (value_[k] == Tape::no_register) value_[k] = compile(walk_[k]);
    for (const Expr e : outputs) tape_.outputs_.push_back(value(e));
  }

  Tape finish() {
    // What calls of curves read stays until the end of the program, as outputs do.
    std::vector<std::uint32_t> kept = tape_.outputs_;
    for (const CurveCall& call : tape_.calls_) kept.insert(kept.end(), call.formulas.begin(), call.formulas.end());
    drop_unused(tape_.program_, kept);
    const RegisterMap map{static_cast<std::uint32_t>(tape_.constants_.size()),
                          static_cast<std::uint32_t>(tape_.inputs_.size())};
    tape_.registers_ = assign_registers(tape_.program_, kept, map);
    auto next = kept.begin();
    for (std::uint32_t& output : tape_.outputs_) output = *next++;
    for (CurveCall& call : tape_.calls_)
      for (std::uint32_t& formula : call.formulas) formula = *next++;
    if (tape_.pi_ != Tape::no_register) tape_.pi_ -= constant_mark;
    return std::move(tape_);
  }

 private:
  std::uint32_t constant(const Rational& value) {
    const std::string key = value.text();
    const auto [it, fresh] = constant_ids_.try_emplace(key, tape_.constants_.size());
    if (fresh) tape_.constants_.push_back(value);
    return constant_mark + static_cast<std::uint32_t>(it->second);
  }

  std::uint32_t emit(TapeOp op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
    const std::uint32_t out = temporaries_++;
    tape_.program_.push_back({op, out, a, b, c});
    return out;
  }

  std::uint32_t value(Expr e) { return value_[walk_.index(e)]; }

  std::uint32_t compile(Expr e) {
    switch (e.op()) {
      case Op::number: return constant(e.number());
      case Op::symbol: return compile_symbol(e);
      case Op::sum: return compile_sum(e);
      case Op::product: return compile_product(e);
      case Op::power: return compile_power(e);
      case Op::sin:
      case Op::cos: return compile_trig(e);
      case Op::select: return emit(TapeOp::select, value(e.args()[0]), value(e.args()[1]), value(e.args()[2]));
      case Op::curve: return Tape::no_register;  // nothing reads it
      case Op::table: return compile_call(TapeOp::table, e);
      case Op::table_slope: return compile_call(TapeOp::table_slope, e);
      default: break;
    }
    const TapeOp op = function(e.op());
    return e.args().size() == 1 ? emit(op, value(e.args()[0])) : emit(op, value(e.args()[0]), value(e.args()[1]));
  }

  std::uint32_t compile_symbol(Expr e) {
    if (e.kind() != SymbolKind::constant)
      throw Error(Error::Code::unknown_name, "'" + to_text(e) + "' has no value here");
    // A slot of its own, which a TapeMachine fills with pi in its own scalar.
    tape_.pi_ = constant_mark + static_cast<std::uint32_t>(tape_.constants_.size());
    tape_.constants_.emplace_back(3);
    return tape_.pi_;
  }

  /// A product without its numeric coefficient.
  std::uint32_t bare_product(Expr e) {
    std::uint32_t& known = bare_[walk_.index(e)];
    if (known == Tape::no_register) {
      const bool scaled_by_number = e.args()[0].is_number();
      known = fraction(scaled_by_number ? e.args().subspan(1) : e.args());
    }
    return known;
  }

  /// Numerator factors over denominator factors, with one division at most.
  std::uint32_t fraction(std::span<const Expr> factors) {
    std::uint32_t up = Tape::no_register, down = Tape::no_register;
    const auto times = [&](std::uint32_t& into, std::uint32_t r) {
      into = into == Tape::no_register ? r : emit(TapeOp::multiply, into, r);
    };
    for (const Expr f : factors) {
      const Factor split = split_power(f);
      if (split.exponent.sign() < 0 && f.op() == Op::power)
        times(down, positive_power(value(split.base), -split.exponent));
      else
        times(up, value(f));
    }
    if (down == Tape::no_register) return up;
    if (up == Tape::no_register) up = constant(1);
    return emit(TapeOp::divide, up, down);
  }

  std::uint32_t compile_product(Expr e) {
    const std::uint32_t bare = bare_product(e);
    if (!e.args()[0].is_number()) return bare;
    const Rational& c = e.args()[0].number();
    return c == Rational(-1) ? emit(TapeOp::negate, bare) : emit(TapeOp::multiply, constant(c), bare);
  }

  std::uint32_t compile_sum(Expr e) {
    // Start with a term that is not negated, so that -1 factors become subtractions.
    const auto is_negated = [](Expr t) {
      return t.op() == Op::product && t.args()[0].is_number() && t.args()[0].number() == Rational(-1);
    };
    std::vector<Expr> terms(e.args().begin(), e.args().end());
    std::stable_partition(terms.begin(), terms.end(), [&](Expr t) { return !is_negated(t); });
    std::uint32_t total = value(terms[0]);
    for (std::size_t i = 1; i < terms.size(); ++i)
      total = is_negated(terms[i]) ? emit(TapeOp::subtract, total, bare_product(terms[i]))
                                   : emit(TapeOp::add, total, value(terms[i]));
    return total;
  }

  std::uint32_t positive_power(std::uint32_t base, const Rational& exponent) {
    if (exponent == Rational(1, 2)) return emit(TapeOp::sqrt, base);
    const auto n = exponent.to_int();
    if (!n || *n > 64) return emit(TapeOp::power, base, constant(exponent));
    std::uint32_t result = Tape::no_register, square = base;
    for (std::int64_t left = *n; left > 0; left /= 2) {
      if (left % 2 == 1) result = result == Tape::no_register ? square : emit(TapeOp::multiply, result, square);
      if (left > 1) square = emit(TapeOp::square, square);
    }
    return result;
  }

  std::uint32_t compile_power(Expr e) {
    const std::uint32_t base = value(e.args()[0]);
    if (!e.args()[1].is_number()) return emit(TapeOp::power, base, value(e.args()[1]));
    const Rational& exponent = e.args()[1].number();
    const std::uint32_t positive = positive_power(base, exponent.abs());
    return exponent.sign() > 0 ? positive : emit(TapeOp::divide, constant(1), positive);
  }

  /// Sine and cosine of one angle cost little more than one of them.
  std::uint32_t compile_trig(Expr e) {
    const Expr angle = e.args()[0];
    const bool is_sin = e.op() == Op::sin;
    const Expr other = is_sin ? cos(angle) : sin(angle);
    if (!walk_.has(other)) return emit(is_sin ? TapeOp::sin : TapeOp::cos, value(angle));
    std::uint32_t& twin = value_[walk_.index(other)];
    const std::uint32_t sine = emit(TapeOp::sincos, value(angle), temporaries_ + 1);
    const std::uint32_t cosine = temporaries_++;
    twin = is_sin ? cosine : sine;
    return is_sin ? sine : cosine;
  }

  std::uint32_t compile_call(TapeOp op, Expr e) {
    CurveCall call{curve_of(e.args()[0]), {}};
    for (const Expr formula : e.args().subspan(2)) call.formulas.push_back(value(formula));
    tape_.calls_.push_back(std::move(call));
    return emit(op, value(e.args()[1]), static_cast<std::uint32_t>(tape_.calls_.size() - 1));
  }

  static TapeOp function(Op op) {
    switch (op) {
      case Op::tan: return TapeOp::tan;
      case Op::asin: return TapeOp::asin;
      case Op::acos: return TapeOp::acos;
      case Op::atan: return TapeOp::atan;
      case Op::atan2: return TapeOp::atan2;
      case Op::sinh: return TapeOp::sinh;
      case Op::cosh: return TapeOp::cosh;
      case Op::tanh: return TapeOp::tanh;
      case Op::exp: return TapeOp::exp;
      case Op::log: return TapeOp::log;
      case Op::abs: return TapeOp::abs;
      case Op::sign: return TapeOp::sign;
      case Op::floor: return TapeOp::floor;
      case Op::min: return TapeOp::min;
      case Op::max: return TapeOp::max;
      case Op::less: return TapeOp::less;
      default: return TapeOp::less_equal;
    }
  }

  Walk walk_;
  std::vector<std::uint32_t> value_;  ///< [node of the walk] register of its value
  std::vector<std::uint32_t> bare_;   ///< [node of the walk] register of a product without its number
  std::unordered_map<std::string, std::size_t> constant_ids_;
  std::uint32_t temporaries_ = 0;
  Tape tape_;
};

Tape::Tape(std::span<const Expr> inputs, std::span<const Expr> outputs) {
  *this = TapeCompiler(inputs, outputs).finish();
}

}  // namespace alembert
