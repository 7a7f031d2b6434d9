#include "alembert/system/events/enclosed_program.h"

#include <algorithm>
#include <utility>

namespace alembert {

bool is_motion(const TapeInput& input) {
  return input.kind == SymbolKind::coordinate || input.kind == SymbolKind::state;
}

std::vector<bool> apart_from_motion(const Tape& tape) {
  std::vector<bool> apart(tape.inputs());
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i] = !is_motion(tape.input(i));
  return apart;
}

EnclosedProgram::EnclosedProgram(const SwitchedSystem& system, TapeMachine<double>& whole, TapeSlice slice)
    : whole_(&whole), machine_(std::move(slice.tape)), comparisons_(std::move(slice.comparisons)) {
  const Tape& tape = machine_.tape();
  const std::span<const std::uint32_t> u = system.input_ids();
  const std::vector<bool> read = inputs_read(tape);
  for (std::size_t i = 0; i < tape.inputs(); ++i) {
    const TapeInput& input = tape.input(i);
    const auto at = static_cast<std::size_t>(std::ranges::find(u, input.id) - u.begin());
    From from = From::constant;
    if (input.kind == SymbolKind::time) from = From::time;
    if (read[i] && input.kind == SymbolKind::input && at < u.size()) from = From::input;
    if (read[i] && is_motion(input)) {
      from = From::motion;
      moving_.push_back(i);
    }
    from_.push_back(from);
    index_.push_back(from == From::motion ? moving_.size() - 1 : at);
  }
  in_.resize(tape.inputs());
  out_.resize(tape.outputs().size());
}

void EnclosedProgram::prepare(std::span<const Held> held) {
  for (std::size_t i = 0; i < in_.size(); ++i)
    if (from_[i] == From::constant) in_[i] = Enclosure(Interval(whole_->input(i)));
  std::vector<Held> own;
  for (const std::size_t k : comparisons_) own.push_back(held[k]);
  machine_.hold(own);
}

std::span<const Enclosure> EnclosedProgram::run(const Enclosure& time, std::span<const Enclosure> u,
                                                std::span<const Enclosure> moving) {
  for (std::size_t i = 0; i < in_.size(); ++i) {
    switch (from_[i]) {
      case From::constant: break;
      case From::time: in_[i] = time; break;
      case From::input: in_[i] = u[index_[i]]; break;
      case From::motion: in_[i] = moving[index_[i]]; break;
    }
  }
  machine_.run(in_, out_);
  return out_;
}

}  // namespace alembert
