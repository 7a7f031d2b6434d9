#include "alembert/system/events/enclosed_comparisons.h"

#include <numeric>
#include <utility>

namespace alembert {
namespace {

/// The whole program: the one that computes u serves all others.
TapeSlice whole(const TapeMachine<double>& machine) {
  TapeSlice slice{machine.tape(), std::vector<std::size_t>(machine.comparisons()), {}};
  std::iota(slice.comparisons.begin(), slice.comparisons.end(), std::size_t{0});
  return slice;
}

}  // namespace

EnclosedComparisons::EnclosedComparisons(const SwitchedSystem& system, Kind kind) {
  std::size_t first = 0;
  const SwitchingFunctions switching = system.switching();
  for (TapeMachine<double>* machine : switching.machines()) {
    const Tape& tape = machine->tape();
    const std::size_t count = machine->comparisons();
    const TapeSlice of_time = comparisons_from(tape, apart_from_motion(tape));
    listed_.resize(first + count, kind == Kind::of_motion);
    for (const std::size_t k : of_time.comparisons) listed_[first + k] = kind == Kind::of_time;
    const bool wanted = kind == Kind::of_time ? !of_time.comparisons.empty() : count > of_time.comparisons.size();
    if (parts_.empty())
      parts_.push_back({EnclosedProgram(system, *machine, whole(*machine)), first});
    else if (wanted)  // what moves may be compared with what compares times: all comparisons of the program
      parts_.push_back(
          {EnclosedProgram(system, *machine,
                           kind == Kind::of_time ? of_time : comparisons_from(tape, std::vector(tape.inputs(), true))),
           first});
    first += count;
  }
}

void EnclosedComparisons::hold(std::span<const Held> held) {
  watched_.clear();
  ranges_.clear();
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    EnclosedProgram& program = parts_[p].program;
    const std::span<const Held> here = held.subspan(parts_[p].first, program.whole().comparisons());
    program.prepare(here);
    for (std::size_t place = 0; place < program.comparisons().size(); ++place) {
      const std::size_t k = program.comparisons()[place], i = parts_[p].first + k;
      if (here[k] == Held::free || !listed_[i]) continue;
      watched_.push_back({p, place, i, program.whole().stay(k, here[k])});
      ranges_.emplace_back(watched_.back().stay.low, watched_.back().stay.high);
    }
  }
  numbers_.resize(watched_.size());
}

Held EnclosedComparisons::held_at(std::size_t watched, double number) const {
  const EnclosedProgram& program = parts_[watched_[watched].part].program;
  return program.whole().held_at(program.comparisons()[watched_[watched].place], number);
}

std::size_t EnclosedComparisons::moving() const {
  std::size_t count = 0;
  for (const Part& part : parts_) count += part.program.moving().size();
  return count;
}

void EnclosedComparisons::read_moving(std::span<double> values) const {
  auto next = values.begin();
  for (const auto& [program, first] : parts_)
    for (const std::size_t input : program.moving()) *next++ = program.whole().input(input);
}

std::span<const Enclosure> EnclosedComparisons::run(double begin, double end, std::span<const Enclosure> moving) {
  const Enclosure time = Enclosure::variable(Interval(begin, end), 0);
  std::span<const Enclosure> u;  // inputs depend on time alone, and not on each other
  for (auto& [program, first] : parts_) {
    const std::size_t own = program.moving().size();
    const std::span<const Enclosure> out = program.run(time, u, moving.empty() ? moving : moving.first(own));
    if (&program == &parts_.front().program) u = out;
    if (!moving.empty()) moving = moving.subspan(own);
  }
  for (std::size_t w = 0; w < watched_.size(); ++w)
    numbers_[w] = parts_[watched_[w].part].program.number(watched_[w].place);
  return numbers_;
}

}  // namespace alembert
