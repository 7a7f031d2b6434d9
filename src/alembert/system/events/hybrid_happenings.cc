/// What a HybridSystem says of what happened.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/system/events/hybrid_system.h"

namespace alembert {
namespace {

constexpr std::size_t most_happenings = 1000;

/// Differences of speeds have lost some digits.
std::string in_known_digits(double x) {
  constexpr int digits = 12;
  std::array<char, 32> text;
  char* const end = std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::general, digits).ptr;
  return std::string(text.data(), end);
}

}  // namespace

void HybridSystem::note(Happening::Kind kind, std::size_t index, double t, double value, double energy) const {
  if (happenings_.size() < most_happenings) happenings_.push_back({kind, index, t, value, energy + 0.0});  // never -0
}

std::string HybridSystem::describe(const Happening& happening) const {
  using Kind = Happening::Kind;
  const auto stop = [&](const char* verb) {
    const Contact& contact = contacts_[happening.index];
    return contact.name + verb + contact.side();
  };
  const auto friction = [&](const char* verb) { return frictions_[happening.index].name + verb; };
  switch (happening.kind) {
    case Kind::impact: return stop(" hits its ") + " stop at speed " + shortest(happening.value);
    case Kind::rests: return stop(" rests at its ") + " stop";
    case Kind::leaves: return stop(" leaves its ") + " stop";
    case Kind::sticks: return friction(" sticks");
    case Kind::slides_forward: return friction(" slides forward");
    case Kind::slides_backward: return friction(" slides backward");
    case Kind::starts_outside:
      return stop(" starts beyond its ") + " limit " + shortest(contacts_[happening.index].bound) +
             ": this stop does not act until the motion comes inside";
    case Kind::overruns:
      return stop(" is carried past its ") + " limit by other constraints at t = " + shortest(happening.time) +
             " s: this stop cannot hold it";
    case Kind::jumps:
      return "the speed that " + base_.row_name(static_cast<int>(happening.index)) + " prescribes jumps by " +
             shortest(happening.value);
  }
  return {};
}

std::vector<std::string> HybridSystem::warnings() const {
  std::vector<std::string> list;
  for (const Happening& happening : happenings_)
    if (happening.kind == Happening::Kind::starts_outside || happening.kind == Happening::Kind::overruns)
      list.push_back(describe(happening));
  for (const RowJumps& jumps : jumps_) list.push_back(describe(jumps));
  if (ordered_ > 0)
    list.push_back("several stops are hit at one instant, first at t = " + shortest(first_ordered_) + " s" +
                   (ordered_ > 1 ? ", " + std::to_string(ordered_) + " times in all" : "") + ": they were hit " +
                   (in_turn_ ? "one after the other, the hardest first; all together they"
                             : "all together; one after the other they") +
                   " would have left other speeds ([simulate] impacts = " +
                   (in_turn_ ? "\"simultaneous\"" : "\"sequential\"") + ")");
  return list;
}

void HybridSystem::note_jump(int row, double t, double by, double energy) const {
  note(Happening::Kind::jumps, static_cast<std::size_t>(row), t, by, energy);
  const auto known = std::ranges::find(jumps_, row, &RowJumps::row);
  RowJumps& jumps = known == jumps_.end() ? jumps_.emplace_back(RowJumps{row, t, 0.0, 0}) : *known;
  if (std::abs(by) > std::abs(jumps.largest)) jumps.largest = by;
  ++jumps.count;
}

std::string HybridSystem::describe(const RowJumps& jumps) const {
  const std::string times = jumps.count == 1 ? "" : ", " + std::to_string(jumps.count) + " times in all";
  return "the speed that '" + base_.row_name(jumps.row) + "' prescribes jumps at t = " + shortest(jumps.first) + " s" +
         times + ", by " +
         (jumps.count == 1 ? in_known_digits(jumps.largest) : in_known_digits(std::abs(jumps.largest)) + " at most") +
         ": an impulse, which no row of the results holds, makes the motion follow, and no force is finite there; a"
         " smooth motion needs none";
}

}  // namespace alembert
