#include "alembert/symbolic/tape_slice.h"

#include <array>

#include "alembert/symbolic/registers.h"
#include "alembert/symbolic/tape_machine.h"

namespace alembert {

namespace {

/// Calls f for each register that an instruction reads.
template <class F>
void each_read(const Tape& tape, const Instruction& i, const F& f) {
  const std::array<std::uint32_t, 3> reads{i.a, i.b, i.c};
  for (std::size_t n = 0; n < static_cast<std::size_t>(operands(i.op)); ++n) f(reads[n]);
  if (i.op == TapeOp::table || i.op == TapeOp::table_slope)
    for (const std::uint32_t r : tape.calls()[i.b].formulas) f(r);
}

/// Whether nothing but a decision is seen behind it, which does not vary while the comparison is held.
bool decides(TapeOp op) {
  return op == TapeOp::less || op == TapeOp::less_equal || op == TapeOp::sign || op == TapeOp::floor;
}

/// Sums, differences, negatives and choices say nothing that their parts do not.
bool is_sum(TapeOp op) {
  return op == TapeOp::add || op == TapeOp::subtract || op == TapeOp::negate || op == TapeOp::select;
}

}  // namespace

/// Follows a program once to see what each value is made of, marks what is wanted, and copies it.
class TapeSlicer {
  static constexpr std::size_t none = ~std::size_t{0};

 public:
  /// What an instruction computes.
  struct Value {
    bool known = true;                 ///< follows from given inputs alone
    bool changes = false;              ///< with those that change
    bool carried = false;              ///< outputs follow it, not only decisions of comparisons do
    bool seen = false;                 ///< likewise, and not through functions of what is known alone
    bool divides = false;              ///< what is not known
    bool wanted = false;               ///< for the part
    std::size_t divisor = none;        ///< the instruction that computes what it divides by
    std::vector<std::size_t> made_of;  ///< instructions
  };

  TapeSlicer(const Tape& tape, const std::vector<bool>& given, const std::vector<bool>& changing)
      : tape_(tape), values_(tape.program_.size()), maker_(tape.registers_, none) {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const Instruction& i = tape.program_[k];
      Value& value = values_[k];
      each_read(tape, i, [&](std::uint32_t r) {
        const std::size_t input = r - tape.first_input();
        if (maker_[r] != none) {
          value.made_of.push_back(maker_[r]);
          value.known = value.known && values_[maker_[r]].known;
          value.changes = value.changes || values_[maker_[r]].changes;
        } else if (r >= tape.first_input() && input < given.size()) {
          value.known = value.known && given[input];
          value.changes = value.changes || (!changing.empty() && changing[input]);
        }
      });
      if (i.op == TapeOp::divide) value.divisor = maker_[i.b];
      each_written(i, [&](std::uint32_t r) { maker_[r] = k; });
    }
    carry();
  }

  /// What choose(instruction, value) says yes to is wanted, with all that it is made of; so are divisors of which
  /// choose_divisor(value) does, for their inverse.
  template <class F, class G>
  void mark(const F& choose, const G& choose_divisor, bool whole = false) {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      Value& value = values_[k];
      if (choose(tape_.program_[k], value)) chosen_.push_back({k, false});
      if (choose_divisor(value)) chosen_.push_back({k, true});
    }
    for (const Chosen& one : chosen_) values_[one.instruction].wanted = true;
    if (whole) each_output_maker([&](Value& value) { value.wanted = true; });
    for (std::size_t k = values_.size(); k-- > 0;)
      if (values_[k].wanted)
        for (const std::size_t part : values_[k].made_of) values_[part].wanted = true;
  }

  /// The part with all that was chosen as outputs, behind those of the whole program where these are wanted.
  TapeSlice copy(bool chosen_ones, bool whole = false) {
    TapeSlice slice;
    std::vector<std::uint32_t> outputs;
    Tape& part = slice.tape;
    part.constants_ = tape_.constants_;
    part.pi_ = tape_.pi_;
    part.inputs_ = tape_.inputs_;
    std::vector<std::uint32_t> now(tape_.registers_);  // [register of the whole] where its present value is
    for (std::uint32_t r = 0; r < now.size(); ++r) now[r] = r;
    auto next = static_cast<std::uint32_t>(tape_.constants_.size() + tape_.inputs_.size());
    std::size_t comparison = 0, chosen = 0;
    for (std::size_t k = 0; k < tape_.program_.size(); ++k) {
      Instruction i = tape_.program_[k];
      const std::size_t number = comparison;
      if (compares(i.op)) ++comparison;
      if (!values_[k].wanted) continue;
      if (compares(i.op)) slice.comparisons.push_back(number);
      const bool calls = i.op == TapeOp::table || i.op == TapeOp::table_slope;
      if (calls) {
        part.calls_.push_back(tape_.calls_[i.b]);
        for (std::uint32_t& r : part.calls_.back().formulas) r = now[r];
        i.b = static_cast<std::uint32_t>(part.calls_.size() - 1);
      }
      const std::array<std::uint32_t*, 3> reads{&i.a, &i.b, &i.c};
      for (std::size_t n = 0; n < static_cast<std::size_t>(operands(i.op)); ++n) *reads[n] = now[*reads[n]];
      i.out = now[i.out] = next++;
      if (i.op == TapeOp::sincos) i.b = now[i.b] = next++;
      part.program_.push_back(i);
      for (; chosen < chosen_.size() && chosen_[chosen].instruction == k; ++chosen) {
        outputs.push_back(i.out);
        slice.inverse.push_back(chosen_[chosen].inverse);
      }
    }
    if (whole)
      for (const std::uint32_t r : tape_.outputs_) part.outputs_.push_back(now[r]);
    if (chosen_ones) part.outputs_.insert(part.outputs_.end(), outputs.begin(), outputs.end());
    part.registers_ = next;
    return slice;
  }

 private:
  template <class F>
  static void each_written(const Instruction& i, const F& f) {
    f(i.out);
    if (i.op == TapeOp::sincos) f(i.b);
  }

  template <class F>
  void each_output_maker(const F& f) {
    for (const std::uint32_t r : tape_.outputs_)
      if (maker_[r] != none) f(values_[maker_[r]]);
  }

  void carry() {
    each_output_maker([](Value& value) { value.carried = value.seen = true; });
    for (std::size_t k = values_.size(); k-- > 0;)
      if (values_[k].carried && !decides(tape_.program_[k].op))
        for (const std::size_t part : values_[k].made_of) {
          Value& value = values_[part];
          value.carried = true;
          if (!values_[k].known && values_[k].divisor == part)
            value.divides = true;
          else if (!values_[k].known || (values_[k].seen && is_sum(tape_.program_[k].op)))
            value.seen = true;
        }
  }

  const Tape& tape_;
  std::vector<Value> values_;       ///< [instruction]
  std::vector<std::size_t> maker_;  ///< [register] the instruction that wrote it last
  struct Chosen {
    std::size_t instruction = 0;
    bool inverse = false;
  };
  std::vector<Chosen> chosen_;
};

TapeSlice comparisons_from(const Tape& tape, const std::vector<bool>& given) {
  TapeSlicer slicer(tape, given, {});
  slicer.mark([](const Instruction& i, const TapeSlicer::Value& value) { return value.known && compares(i.op); },
              [](const TapeSlicer::Value&) { return false; });
  return slicer.copy(false);
}

TapeSlice functions_from(const Tape& tape, const std::vector<bool>& given, const std::vector<bool>& changing,
                         bool whole) {
  TapeSlicer slicer(tape, given, changing);
  const auto varies = [](const Instruction& i, const TapeSlicer::Value& value) {
    return value.known && value.changes && value.seen && !is_sum(i.op) && !decides(i.op);
  };
  slicer.mark(
      varies, [](const TapeSlicer::Value& value) { return value.known && value.changes && value.divides; }, whole);
  return slicer.copy(true, whole);
}

std::vector<bool> inputs_read(const Tape& tape) {
  std::vector<bool> read(tape.inputs(), false);
  const auto look = [&](std::uint32_t r) {
    if (r >= tape.first_input() && r - tape.first_input() < read.size()) read[r - tape.first_input()] = true;
  };
  for (const Instruction& i : tape.program()) each_read(tape, i, look);
  for (const std::uint32_t r : tape.outputs()) look(r);
  return read;
}

}  // namespace alembert
