#include "alembert/system/events/switching_functions.h"

#include <algorithm>

namespace alembert {

int SwitchingFunctions::count() const {
  std::size_t sum = 0;
  for (const TapeMachine<double>* machine : machines_) sum += machine->comparisons();
  return static_cast<int>(sum);
}

template <class F>
void SwitchingFunctions::each(const F& f) const {
  std::size_t next = 0;
  for (const TapeMachine<double>* machine : machines_)
    for (std::size_t k = 0; k < machine->comparisons(); ++k) f(*machine, k, next++);
}

void SwitchingFunctions::values(std::span<double> out) const {
  auto next = out.begin();
  for (const TapeMachine<double>* machine : machines_) next = std::ranges::copy(machine->differences(), next).out;
}

void SwitchingFunctions::turns(std::span<Turn> out) const {
  each([&](const TapeMachine<double>& machine, std::size_t k, std::size_t i) { out[i] = machine.turn(k); });
}

void SwitchingFunctions::margins(std::span<const Held> held, std::span<double> out) const {
  each([&](const TapeMachine<double>& machine, std::size_t k, std::size_t i) {
    if (held[i] != Held::free) out[i] = machine.margin(k, held[i]);
  });
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
