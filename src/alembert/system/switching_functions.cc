#include "alembert/system/switching_functions.h"

#include <algorithm>

namespace alembert {

int SwitchingFunctions::count() const {
  std::size_t sum = 0;
  for (const TapeMachine<double>* machine : machines_) sum += machine->comparisons();
  return static_cast<int>(sum);
}

void SwitchingFunctions::values(std::span<double> out) const {
  auto next = out.begin();
  for (const TapeMachine<double>* machine : machines_) next = std::ranges::copy(machine->differences(), next).out;
}

void SwitchingFunctions::hold(std::span<const Held> held) const {
  std::size_t next = 0;
  for (TapeMachine<double>* machine : machines_) {
    const std::size_t count = machine->comparisons();
    machine->hold(held.empty() ? held : held.subspan(next, count));
    next += count;
  }
}

}  // namespace alembert
